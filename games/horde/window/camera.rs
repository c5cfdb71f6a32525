//! The camera: keys and the middle button pan it, the wheel zooms it about the cursor.

use super::{layout, mouse::Cursor};
use crate::{
    board::{Board, CELL, SIZE},
    rules::HordeSystems,
};
use bevy::prelude::*;
use kit::camera::{Eye, ZoomAndDrag, scales};

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
/// The speed of panning by keys, in pixels per second.
const PAN: f32 = 900.0;

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

fn zoom(
    mut view: ResMut<View>,
    hands: ZoomAndDrag,
    keys: Res<ButtonInput<KeyCode>>,
    cursor: Res<Cursor>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let mut eye = eye.into_inner();
    if let Some(cell) = view.first.take() {
        eye.set_scale(NEAR);
        eye.look_at(Board::geometry().center_of(cell));
    }
    if hands.zoom(&mut eye, ZOOM, NEAREST, cursor.world) {
        view.whole = false;
    }
    if keys.any_just_pressed([KeyCode::Home, KeyCode::KeyH]) {
        view.whole = true;
    }
}

fn pan(
    mut view: ResMut<View>,
    hands: ZoomAndDrag,
    keys: Res<ButtonInput<KeyCode>>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let held = |some: [KeyCode; 2]| f32::from(keys.any_pressed(some));
    let toward = Vec2::new(
        held([KeyCode::ArrowRight, KeyCode::KeyD]) - held([KeyCode::ArrowLeft, KeyCode::KeyA]),
        held([KeyCode::ArrowUp, KeyCode::KeyW]) - held([KeyCode::ArrowDown, KeyCode::KeyS]),
    );
    if hands.pan(&mut eye.into_inner(), toward * PAN) {
        view.whole = false;
    }
}

/// Keeps the camera on the board, which is never smaller than the part of the window between the bars.
fn confine(view: Res<View>, window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let mut eye = eye.into_inner();
    let area = layout::board_area(window.size());
    let board = Rect::from_center_size(Vec2::ZERO, SIZE.as_vec2() * CELL);
    let whole = scales(board.size(), area).max_element();
    let scale = if view.whole { whole } else { eye.scale().min(whole) };
    eye.set_scale(scale);
    eye.confine(board, area, window.size());
}
