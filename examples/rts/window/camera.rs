//! The camera: keys, the edges of the window and the middle button move it, the wheel zooms it about the cursor.

use super::{
    cursor::Cursor,
    layout::{TOP, bottom},
};
use crate::{
    board::{Board, CELL, SIZE},
    plugin::GameSystems,
};
use bevy::{
    ecs::system::SystemParam,
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

/// World units per pixel: at the nearest, and at the beginning.
const NEAREST: f32 = CELL / 96.0;
const FIRST: f32 = CELL / 32.0;
/// The factor of one notch of the wheel.
const ZOOM: f32 = 1.2;
/// The speed of zooming by keys in notches per second, and of moving in pixels per second.
const NOTCHES: f32 = 6.0;
const SPEED: f32 = 700.0;
/// So near to an edge of the window the cursor moves the camera, in pixels.
const EDGE: f32 = 6.0;
/// Pixels that a touchpad scrolls for a notch of the wheel.
const PIXELS_PER_NOTCH: f32 = 60.0;
/// A longer frame moves the camera no further than this, in seconds.
const LONGEST_FRAME: f32 = 0.1;
/// For so long S is held until it moves the camera: a short press is an order.
pub const HOLD: f32 = 0.2;

/// For how many seconds S is held.
#[derive(Resource, Default)]
pub struct Held(pub f32);

/// Adds the camera, which looks at a cell first.
pub fn plugin(app: &mut App, look: IVec2) {
    app.init_resource::<Held>()
        .add_systems(Startup, move |mut commands: Commands| {
            let flat = OrthographicProjection { scale: FIRST, ..OrthographicProjection::default_2d() };
            let at = Transform::from_translation(Board::center_of(look).extend(0.0));
            commands.spawn((Camera2d, Projection::Orthographic(flat), at));
        })
        .add_systems(
            Update,
            (hold, zoom, pan, confine).chain().before(super::cursor::point).in_set(GameSystems::Input),
        );
}

/// What moving the camera changes.
type Eye<'a> = (&'a mut Transform, &'a mut Projection);

fn scale_of(projection: &mut Projection) -> Option<&mut f32> {
    match projection {
        Projection::Orthographic(flat) => Some(&mut flat.scale),
        _ => None,
    }
}

fn hold(mut held: ResMut<Held>, keys: Res<ButtonInput<KeyCode>>, time: Res<Time<Real>>) {
    if keys.just_pressed(KeyCode::KeyS) {
        held.0 = 0.0;
    }
    // It is still known in the frame in which the key is released.
    if keys.pressed(KeyCode::KeyS) {
        held.0 += time.delta_secs();
    }
}

fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    cursor: Res<Cursor>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    let mut notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
    };
    let held = |key| f32::from(keys.pressed(key)) * NOTCHES * time.delta_secs().min(LONGEST_FRAME);
    notches += held(KeyCode::KeyE) - held(KeyCode::KeyQ);
    if notches != 0.0 {
        let factor = ZOOM.powf(-notches).max(NEAREST / *scale);
        *scale *= factor;
        // What is under the cursor stays there.
        let about = cursor.world.unwrap_or(transform.translation.truncate());
        let moved = about + (transform.translation.truncate() - about) * factor;
        transform.translation = moved.extend(transform.translation.z);
    }
}

/// What moves the camera.
#[derive(SystemParam)]
struct Hands<'w, 's> {
    motion: Res<'w, AccumulatedMouseMotion>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    held: Res<'w, Held>,
    cursor: Res<'w, Cursor>,
    window: Single<'w, 's, &'static Window>,
}

fn pan(hands: Hands, time: Res<Time<Real>>, eye: Single<Eye, With<Camera2d>>) {
    let Hands { motion, buttons, keys, held, cursor, window } = hands;
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    let pressed = |key| keys.pressed(key);
    let has_control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let at = cursor.screen.filter(|_| window.focused && !buttons.pressed(MouseButton::Left));
    let at_edge = |is: fn(Vec2, Vec2) -> bool| at.is_some_and(|at| is(at, window.size()));
    let right =
        pressed(KeyCode::ArrowRight) || pressed(KeyCode::KeyD) || at_edge(|at, size| at.x >= size.x - EDGE);
    let left = pressed(KeyCode::ArrowLeft)
        || (pressed(KeyCode::KeyA) && !has_control)
        || at_edge(|at, _| at.x < EDGE);
    let up = pressed(KeyCode::ArrowUp) || pressed(KeyCode::KeyW) || at_edge(|at, _| at.y < EDGE);
    let down = pressed(KeyCode::ArrowDown)
        || (pressed(KeyCode::KeyS) && held.0 > HOLD)
        || at_edge(|at, size| at.y >= size.y - EDGE);
    let toward = Vec2::new(f32::from(right) - f32::from(left), f32::from(up) - f32::from(down));
    let mut by = toward * SPEED * time.delta_secs().min(LONGEST_FRAME);
    if buttons.pressed(MouseButton::Middle) {
        by += motion.delta * Vec2::new(-1.0, 1.0);
    }
    if by != Vec2::ZERO {
        transform.translation += (by * *scale).extend(0.0);
    }
}

/// Keeps the camera on the board, which always fills the part of the window between the bars.
fn confine(window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let (mut transform, mut projection) = eye.into_inner();
    let Some(scale) = scale_of(&mut projection) else { return };
    let bottom = bottom(&window);
    let room = (window.size() - Vec2::new(0.0, TOP + bottom)).max(Vec2::ONE);
    let board = SIZE.as_vec2() * CELL;
    *scale = scale.min((board / room).min_element());
    let play = ((board - room * *scale) / 2.0).max(Vec2::ZERO);
    // The middle between the bars is not that of the window.
    let off = Vec2::new(0.0, (TOP - bottom) / 2.0 * *scale);
    let at = (transform.translation.truncate() - off).clamp(-play, play) + off;
    transform.translation = at.extend(transform.translation.z);
}
