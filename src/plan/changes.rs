//! What changed since the last frame.

use crate::{map::NavGrid, request::CostProfiles};
use bevy::prelude::*;
use tilepath::{CellGeometry, Changes, NavMap, fleet::Moment};

/// What changed since the last frame. [`note_changes`] writes it at the start of `UpdateFields`; it is valid until that runs again.
///
/// Edits that a game makes after that are part of the next frame's changes. A system that must not miss them compares
/// [revisions](tilepath::NavMap::revision) of the map.
#[derive(Resource, Default)]
pub(crate) struct FrameChanges {
    edits: Changes,
    everything: bool,
    moved: bool,
    count: u64,
    now: Moment,
    /// The map that was seen last.
    map: Option<u64>,
    revision: u64,
    geometry: Option<CellGeometry>,
}

impl FrameChanges {
    /// The edits of the map.
    pub(crate) const fn edits(&self) -> &Changes {
        &self.edits
    }

    /// Whether the map was replaced or a profile changed, so that every answer may be wrong.
    pub(crate) const fn is_everything(&self) -> bool {
        self.everything
    }

    /// Whether the map moved in the world.
    pub(crate) const fn map_moved(&self) -> bool {
        self.moved
    }

    /// Whether searches under way must start again. Searches with own obstacles check edits below obstacles themselves.
    pub(crate) fn invalidates_searches(&self) -> bool {
        self.everything || !self.edits.are_covered()
    }

    /// The number of frames so far in which anything changed.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// This frame.
    pub(crate) const fn now(&self) -> Moment {
        self.now
    }
}

/// Notes what changed since the last frame.
pub(crate) fn note_changes(
    mut nav_grid: ResMut<NavGrid>,
    mut changes: ResMut<FrameChanges>,
    profiles: Res<CostProfiles>,
    time: Res<Time>,
) {
    changes.now = Moment { frame: changes.now.frame.wrapping_add(1), seconds: time.elapsed_secs() };
    let (id, geometry) = (nav_grid.id(), nav_grid.geometry().copied());
    changes.everything = id != changes.map || profiles.is_changed();
    changes.moved = geometry != changes.geometry;
    let since = if id == changes.map { changes.revision } else { 0 };
    // Not an edit, so that the grid does not count as changed.
    if let Some((map, _)) = nav_grid.bypass_change_detection().parts_mut() {
        changes.edits = map.changes_since(since);
        map.seal_changes();
    } else {
        changes.edits = Changes::default();
    }
    changes.revision = nav_grid.map().map_or(0, NavMap::revision);
    changes.map = id;
    changes.geometry = geometry;
    if changes.everything || changes.moved || !changes.edits.is_empty() {
        changes.count += 1;
    }
}
