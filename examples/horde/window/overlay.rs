//! Overlays over the board, and the keys that show them.

use crate::{args::Overlays, rules::HordeSystems};
use bevy::prelude::*;

/// Which overlays are shown.
#[derive(Resource, Clone, Copy, PartialEq)]
pub struct Shown {
    pub danger: bool,
    pub ways: bool,
}

/// Adds the keys; some overlays are shown from the start.
pub fn plugin(app: &mut App, [danger, ways]: Overlays) {
    app.insert_resource(Shown { danger, ways }).add_systems(Update, toggle.in_set(HordeSystems::Input));
}

fn toggle(keys: Res<ButtonInput<KeyCode>>, mut shown: ResMut<Shown>) {
    let pressed = |key, numpad| keys.any_just_pressed([key, numpad]);
    let toggled = Shown {
        danger: shown.danger ^ pressed(KeyCode::Digit1, KeyCode::Numpad1),
        ways: shown.ways ^ pressed(KeyCode::Digit2, KeyCode::Numpad2),
    };
    shown.set_if_neq(toggled);
}
