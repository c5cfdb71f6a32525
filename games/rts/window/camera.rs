//! The camera: keys, the edges of the window and the middle button move it, the wheel zooms it about the cursor.

use super::{cursor::Cursor, layout};
use crate::{
    board::{Board, CELL, SIZE},
    plugin::GameSystems,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::camera::{Eye, ZoomAndDrag, scales};

/// World units per pixel: at the nearest, and at the beginning.
const NEAREST: f32 = CELL / 96.0;
const FIRST: f32 = CELL / 32.0;
/// The factor of one notch of the wheel.
const ZOOM: f32 = 1.2;
/// The speed of moving by keys and at the edges, in pixels per second.
const SPEED: f32 = 700.0;
/// So near to an edge of the window the cursor moves the camera, in pixels.
const EDGE: f32 = 6.0;
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

fn hold(mut held: ResMut<Held>, keys: Res<ButtonInput<KeyCode>>, time: Res<Time<Real>>) {
    if keys.just_pressed(KeyCode::KeyS) {
        held.0 = 0.0;
    }
    // It is still known in the frame in which the key is released.
    if keys.pressed(KeyCode::KeyS) {
        held.0 += time.delta_secs();
    }
}

fn zoom(hands: ZoomAndDrag, cursor: Res<Cursor>, eye: Single<Eye, With<Camera2d>>) {
    hands.zoom(&mut eye.into_inner(), ZOOM, NEAREST, cursor.world);
}

/// What moves the camera, besides the middle button.
#[derive(SystemParam)]
struct Hands<'w, 's> {
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    held: Res<'w, Held>,
    cursor: Res<'w, Cursor>,
    window: Single<'w, 's, &'static Window>,
}

impl Hands<'_, '_> {
    /// In which direction keys and the edges of the window move the camera.
    fn toward(&self) -> Vec2 {
        let Self { buttons, keys, held, cursor, window } = self;
        let pressed = |key| keys.pressed(key);
        let has_control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let at = cursor.screen.filter(|_| window.focused && !buttons.pressed(MouseButton::Left));
        let at_edge = |is: fn(Vec2, Vec2) -> bool| at.is_some_and(|at| is(at, window.size()));
        let right = pressed(KeyCode::ArrowRight)
            || pressed(KeyCode::KeyD)
            || at_edge(|at, size| at.x >= size.x - EDGE);
        let left = pressed(KeyCode::ArrowLeft)
            || (pressed(KeyCode::KeyA) && !has_control)
            || at_edge(|at, _| at.x < EDGE);
        let up = pressed(KeyCode::ArrowUp) || pressed(KeyCode::KeyW) || at_edge(|at, _| at.y < EDGE);
        let down = pressed(KeyCode::ArrowDown)
            || (pressed(KeyCode::KeyS) && held.0 > HOLD)
            || at_edge(|at, size| at.y >= size.y - EDGE);
        Vec2::new(f32::from(right) - f32::from(left), f32::from(up) - f32::from(down))
    }
}

fn pan(hands: Hands, drag: ZoomAndDrag, eye: Single<Eye, With<Camera2d>>) {
    drag.pan(&mut eye.into_inner(), hands.toward() * SPEED);
}

/// Keeps the camera on the board, which always fills the part of the window between the bars.
fn confine(window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let mut eye = eye.into_inner();
    let area = layout::board_area(&window);
    let board = Rect::from_center_size(Vec2::ZERO, SIZE.as_vec2() * CELL);
    let scale = eye.scale().min(scales(board.size(), area).min_element());
    eye.set_scale(scale);
    eye.confine(board, area, window.size());
}
