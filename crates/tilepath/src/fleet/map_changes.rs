//! What changed on the map since the last update.

use super::record::Moment;
use crate::{geometry::CellGeometry, ground::Changes, map::NavMap};

/// What changed on the map since the last update.
///
/// Edits that are made after that are part of the next update's changes. A reader that must not miss them compares
/// [revisions](NavMap::revision) of the map.
#[derive(Clone, Default, Debug)]
pub struct MapChanges {
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

impl MapChanges {
    /// The edits of the map.
    #[must_use]
    pub const fn edits(&self) -> &Changes {
        &self.edits
    }

    /// Whether the map was replaced or a profile changed, so that every answer may be wrong.
    #[must_use]
    pub const fn is_everything(&self) -> bool {
        self.everything
    }

    /// Whether the map moved in the world.
    #[must_use]
    pub const fn map_moved(&self) -> bool {
        self.moved
    }

    /// Whether searches under way must start again. Searches with own obstacles check edits below obstacles themselves.
    pub(super) fn invalidates_searches(&self) -> bool {
        self.everything || !self.edits.are_covered()
    }

    /// The number of updates so far in which anything changed.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// This update.
    #[must_use]
    pub const fn now(&self) -> Moment {
        self.now
    }

    /// Notes what changed since the last call, at a moment.
    pub(super) fn note(
        &mut self,
        now: Moment,
        tiles: Option<(&mut NavMap, &CellGeometry)>,
        has_other_profiles: bool,
    ) {
        self.now = now;
        let id = tiles.as_ref().map(|(map, _)| map.id());
        let geometry = tiles.as_ref().map(|&(_, geometry)| *geometry);
        self.everything = id != self.map || has_other_profiles;
        self.moved = geometry != self.geometry;
        let since = if id == self.map { self.revision } else { 0 };
        self.revision = tiles.as_ref().map_or(0, |(map, _)| map.revision());
        self.edits = tiles.map_or_else(Changes::default, |(map, _)| {
            let edits = map.changes_since(since);
            map.seal_changes();
            edits
        });
        (self.map, self.geometry) = (id, geometry);
        if self.everything || self.moved || !self.edits.is_empty() {
            self.count += 1;
        }
    }
}
