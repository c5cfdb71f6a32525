//! Which tilemaps are left out, and why.

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;

/// Tilemaps that are left out and whose reason is in the log.
#[derive(Default)]
pub(in crate::map) struct LeftOut(EntityHashSet);

impl LeftOut {
    /// Logs once why a tilemap is left out.
    pub(in crate::map) fn log(&mut self, tilemap: Entity, reason: &str) {
        if self.0.insert(tilemap) {
            error!("tilemap {tilemap} is not navigable: {reason}");
        }
    }

    /// The tilemap is not left out. If it is again, that is logged again.
    pub(in crate::map) fn forget(&mut self, tilemap: Entity) {
        self.0.remove(&tilemap);
    }
}
