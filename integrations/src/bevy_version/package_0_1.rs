// Bevy 0.19, for the packages 0.1.

use bevy::{prelude::*, render::sync_world::SyncWorldPlugin};

/// Lets tilemaps be despawned in an app without a renderer: they tell it that they go.
pub fn allow_despawning(app: &mut App) {
    app.add_plugins(SyncWorldPlugin);
}
