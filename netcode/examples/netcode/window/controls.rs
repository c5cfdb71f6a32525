//! Mouse and keys.

use super::{layout, shown::Stage};
use crate::{args::MOST_LATENCY, duel::Duel};
use bevy::prelude::*;
use kit::camera::world_at;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (click, change_network).in_set(Stage::Input));
}

/// A click in the left half is one of player 1, a click in the right half one of player 2.
fn click(
    mouse: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Projection, &Transform), With<Camera2d>>,
    mut duel: NonSendMut<Duel>,
) {
    if mouse.just_pressed(MouseButton::Left)
        && let Some(cursor) = window.cursor_position()
        && let (projection, transform) = *camera
        && let Some((player, cell)) = layout::tile_at(world_at(projection, transform, &window, cursor))
    {
        duel.click(player, cell);
    }
}

/// The network can be made slower and faster, and be cut.
fn change_network(keys: Res<ButtonInput<KeyCode>>, duel: NonSendMut<Duel>) {
    let (network, latency) = (&duel.network, duel.network.latency());
    if keys.just_pressed(KeyCode::ArrowUp) {
        network.set_latency((latency + 1).min(MOST_LATENCY));
    }
    if keys.just_pressed(KeyCode::ArrowDown) {
        network.set_latency(latency.saturating_sub(1));
    }
    if keys.just_pressed(KeyCode::KeyL) {
        network.set_cut(!network.is_cut());
    }
}
