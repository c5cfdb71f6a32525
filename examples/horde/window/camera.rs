//! The camera: keys and the middle button pan it, the wheel zooms it about the cursor.

use super::{
    layout::{BOTTOM_BAR, TOP_BAR},
    mouse::Cursor,
};
use crate::{
    board::{Board, CELL, SIZE},
    rules::HordeSystems,
};
use bevy::{
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

/// What the camera looks at.
#[derive(Resource)]
pub struct View {
    /// Whether the whole board is shown, at any size of the window.
    pub whole: bool,
    /// The cell to start at, from near.
    first: Option<IVec2>,
}

/// World units per pixel at the nearest.
const NEAREST: f32 = CELL / 64.0;
/// World units per pixel where the camera starts at one cell.
const NEAR: f32 = CELL / 20.0;
/// The factor of one notch of the wheel.
const ZOOM: f32 = 1.25;
/// The speed of zooming by keys in notches per second, and of panning in pixels per second.
const NOTCHES: f32 = 6.0;
const PAN: f32 = 900.0;
/// Pixels that a touchpad scrolls for a notch of the wheel.
const PIXELS_PER_NOTCH: f32 = 60.0;

/// Adds the camera. With `look` it starts at this cell instead of the whole board.
pub fn plugin(app: &mut App, look: Option<IVec2>) {
    app.insert_resource(View { whole: look.is_none(), first: look })
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .add_systems(
            Update,
            (zoom, pan, confine).chain().before(super::mouse::point).in_set(HordeSystems::Input),
        );
}

/// What moving the camera changes.
type Eye<'a> = (&'a mut Transform, &'a mut Projection);

fn scale_of(projection: &mut Projection) -> Option<&mut f32> {
    match projection {
        Projection::Orthographic(orthographic) => Some(&mut orthographic.scale),
        _ => None,
    }
}

fn zoom(
    mut view: ResMut<View>,
    scroll: Res<AccumulatedMouseScroll>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    cursor: Res<Cursor>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    if let Some(cell) = view.first.take() {
        *scale = NEAR;
        transform.translation = Board::geometry().center_of(cell).extend(transform.translation.z);
    }
    let mut notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
    };
    let held = |key| f32::from(keys.pressed(key)) * NOTCHES * time.delta_secs();
    notches += held(KeyCode::KeyE) - held(KeyCode::KeyQ);
    if notches != 0.0 {
        let factor = ZOOM.powf(-notches).max(NEAREST / *scale);
        *scale *= factor;
        view.whole = false;
        // What is under the cursor stays there.
        let about = cursor.world.unwrap_or(transform.translation.truncate());
        let moved = about + (transform.translation.truncate() - about) * factor;
        transform.translation = moved.extend(transform.translation.z);
    }
    if keys.any_just_pressed([KeyCode::Home, KeyCode::KeyH]) {
        view.whole = true;
    }
}

fn pan(
    mut view: ResMut<View>,
    motion: Res<AccumulatedMouseMotion>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    let held = |some: [KeyCode; 2]| f32::from(keys.any_pressed(some));
    let mut by = Vec2::new(
        held([KeyCode::ArrowRight, KeyCode::KeyD]) - held([KeyCode::ArrowLeft, KeyCode::KeyA]),
        held([KeyCode::ArrowUp, KeyCode::KeyW]) - held([KeyCode::ArrowDown, KeyCode::KeyS]),
    ) * PAN
        * time.delta_secs();
    if buttons.pressed(MouseButton::Middle) {
        by += motion.delta * Vec2::new(-1.0, 1.0);
    }
    if by != Vec2::ZERO {
        view.whole = false;
        transform.translation += (by * *scale).extend(0.0);
    }
}

/// Keeps the camera on the board, which is never smaller than the part of the window between the bars.
fn confine(view: Res<View>, window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    let bars = TOP_BAR + BOTTOM_BAR;
    let room = (window.size() - Vec2::new(0.0, bars)).max(Vec2::ONE);
    let board = SIZE.as_vec2() * CELL;
    let whole = (board / room).max_element();
    *scale = if view.whole { whole } else { scale.min(whole) };
    let play = ((board - room * *scale) / 2.0).max(Vec2::ZERO);
    // The middle between the bars is not that of the window.
    let off = Vec2::new(0.0, (TOP_BAR - BOTTOM_BAR) / 2.0 * *scale);
    let at = (transform.translation.truncate() - off).clamp(-play, play) + off;
    transform.translation = at.extend(transform.translation.z);
}
