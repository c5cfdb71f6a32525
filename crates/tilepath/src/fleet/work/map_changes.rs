//! What changed on the map since the last update.

use crate::{
    fleet::agents::Moment,
    geometry::CellGeometry,
    ground::{Changes, MapRevision},
    map::NavMap,
};

/// What changed on the map since the last update.
///
/// An edit that is made after the update has noted its changes belongs to the changes of the next update. A reader
/// that must not miss such an edit compares [revisions](NavMap::revision) of the map.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct MapChanges {
    edits: Changes,
    everything: bool,
    moved: bool,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    count: u64,
    now: Moment,
    /// The revision of the map that the last update has seen. `None` if there was no map.
    revision: Option<MapRevision>,
    geometry: Option<CellGeometry>,
}

impl MapChanges {
    /// The edits of the map.
    #[must_use]
    pub(in crate::fleet) const fn edits(&self) -> &Changes {
        &self.edits
    }

    /// Whether the map was replaced or a profile changed, so that every answer may be wrong.
    #[must_use]
    pub(in crate::fleet) const fn is_everything(&self) -> bool {
        self.everything
    }

    /// Whether the map moved in the world.
    #[must_use]
    pub(in crate::fleet) const fn map_moved(&self) -> bool {
        self.moved
    }

    /// The positions of the cells at the beginning of this update. `None` without a map.
    pub(in crate::fleet) const fn geometry(&self) -> Option<&CellGeometry> {
        self.geometry.as_ref()
    }

    /// The number of updates so far in which anything changed.
    #[must_use]
    pub(in crate::fleet) const fn count(&self) -> u64 {
        self.count
    }

    /// The moment of this update.
    #[must_use]
    pub(in crate::fleet) const fn now(&self) -> Moment {
        self.now
    }

    /// Notes what changed since the last call. `now` is the moment of this update.
    pub(in crate::fleet) fn note(
        &mut self,
        now: Moment,
        tiles: Option<(&mut NavMap, &CellGeometry)>,
        has_other_profiles: bool,
    ) {
        self.now = now;
        let revision = tiles.as_ref().map(|(map, _)| map.revision());
        let geometry = tiles.as_ref().map(|&(_, geometry)| *geometry);
        let before = core::mem::replace(&mut self.revision, revision);
        let is_same_map = match before.zip(revision) {
            Some((before, now)) => before.has_same_origin(now),
            None => before == revision,
        };
        self.everything = !is_same_map || has_other_profiles;
        self.moved = geometry != self.geometry;
        self.edits = tiles.map_or_else(Changes::default, |(map, _)| {
            let edits = map.changes_since(before.unwrap_or_default());
            map.seal_changes();
            edits
        });
        self.geometry = geometry;
        if self.everything || self.moved || !self.edits.is_empty() {
            self.count += 1;
        }
    }
}
