// Bevy 0.20, for the packages 0.2.

use bevy::prelude::*;

/// Lets tilemaps be despawned in an app without a renderer. They may.
pub const fn allow_despawning(_: &mut App) {}
