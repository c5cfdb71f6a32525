//! The camera: keys and the middle button pan it, the wheel zooms it about the cursor.

use super::{layout, mouse::Cursor};
use crate::{
    choice::{Choice, TILE},
    stage::Stage,
    systems::StressSystems,
};
use bevy::prelude::*;
use kit::camera::{self, Eye, ZoomAndDrag, scales};

/// What the camera looks at.
#[derive(Resource)]
pub struct View {
    /// Whether the whole map is shown, at any size of the window.
    pub whole: bool,
    /// The cell to start at, from near.
    first: Option<IVec2>,
}

/// World units per pixel at the nearest.
const NEAREST: f32 = TILE / 64.0;
/// World units per pixel where the camera starts at one cell.
const NEAR: f32 = TILE / 20.0;
/// The factor of one notch of the wheel.
const ZOOM: f32 = 1.25;
/// The speed of panning by keys, in pixels per second.
const PAN: f32 = 900.0;

/// Adds the camera. With `look` it starts at this cell instead of the whole map.
pub fn plugin(app: &mut App, look: Option<IVec2>) {
    app.insert_resource(View { whole: look.is_none(), first: look })
        .add_systems(Startup, camera::spawn)
        .add_systems(Update, (zoom, pan).chain().before(super::mouse::point).in_set(StressSystems::Input))
        .add_systems(Update, confine.in_set(StressSystems::Show));
}

fn zoom(
    mut view: ResMut<View>,
    hands: ZoomAndDrag,
    keys: Res<ButtonInput<KeyCode>>,
    cursor: Res<Cursor>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let mut eye = eye.into_inner();
    if hands.zoom(&mut eye, ZOOM, NEAREST, cursor.world) {
        view.whole = false;
    }
    if keys.just_pressed(KeyCode::Home) {
        view.whole = true;
    }
}

fn pan(
    mut view: ResMut<View>,
    hands: ZoomAndDrag,
    keys: Res<ButtonInput<KeyCode>>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let held = |key| f32::from(keys.pressed(key));
    let toward =
        Vec2::new(held(KeyCode::KeyD) - held(KeyCode::KeyA), held(KeyCode::KeyW) - held(KeyCode::KeyS));
    if hands.pan(&mut eye.into_inner(), toward * PAN) {
        view.whole = false;
    }
}

/// Keeps the camera on the map, which is shown from no further off than whole. A new scene is shown whole.
fn confine(
    mut view: ResMut<View>,
    choice: Res<Choice>,
    stage: Res<Stage>,
    window: Single<&Window>,
    eye: Single<Eye, With<Camera2d>>,
) {
    let mut eye = eye.into_inner();
    if let Some(cell) = view.first.take() {
        eye.set_scale(NEAR);
        eye.look_at(stage.geometry.center_of(cell));
    } else if choice.is_changed() {
        view.whole = true;
    }
    let area = layout::map_area(window.size());
    let whole = scales(stage.bounds.size(), area).max_element();
    eye.set_scale(if view.whole { whole } else { eye.scale().min(whole) });
    eye.confine(stage.bounds, area, window.size());
}
