//! Shows and hides layers by their keys.

use super::settings::PathfindingDebug;
use bevy::prelude::*;

/// Shows and hides the layers whose keys were pressed.
pub(super) fn toggle_layers(keys: Option<Res<ButtonInput<KeyCode>>>, mut debug: ResMut<PathfindingDebug>) {
    let Some(keys) = keys else { return };
    for layer in debug.keys.layers_of(|key| keys.just_pressed(key)) {
        debug.layers.toggle(layer);
    }
}
