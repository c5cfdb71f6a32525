//! The parts of the map where steps may have become illegal since the last walk.

use super::step::CellStep;
use crate::{
    geometry::CellGeometry,
    ground::{CellRect, Changes, MapRevision},
    map::NavMap,
};
use smallvec::SmallVec;

/// The parts of the map where steps may have become illegal since the last walk.
pub(crate) enum Disturbance {
    /// Nowhere.
    Nowhere,
    /// In these rectangles. They include the cells beside a step. The first rectangle contains all the others.
    In(CellRect, SmallVec<[CellRect; 8]>),
    /// Everywhere.
    Everywhere,
}

/// The state of the map at the last walk.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SeenMap {
    /// The revision of the map.
    pub revision: MapRevision,
    /// The positions of the cells in the world.
    pub geometry: CellGeometry,
    /// The frame of the goal fields.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub frame: u64,
}

impl Disturbance {
    /// The disturbance between two states of the map: `before`, at the last walk, and `now`.
    /// `reach`: how far an edit reaches for the widest bodies.
    pub(crate) fn since(before: Option<SeenMap>, now: SeenMap, map: &NavMap, reach: i32) -> Self {
        let Some(before) = before.filter(|before| {
            before.revision.has_same_origin(now.revision) && before.geometry == now.geometry
        }) else {
            return Self::Everywhere;
        };
        if before.revision == now.revision {
            return Self::Nowhere;
        }
        Self::of(&map.changes_since(before.revision), reach)
    }

    fn of(changes: &Changes, reach: i32) -> Self {
        // Edits below obstacles matter to the agents that carry these obstacles.
        let rects =
            changes.terrain_rects().zip(changes.covered_rects()).map(|(seen, covered)| seen.chain(covered));
        let Some(rects) = rects else { return Self::Everywhere };
        let rects: SmallVec<[CellRect; 8]> = rects.map(|rect| rect.grown(reach + 1)).collect();
        let all = rects.iter().copied().reduce(CellRect::union);
        all.map_or(Self::Nowhere, |all| Self::In(all, rects))
    }

    /// Whether every step is certainly still legal.
    #[must_use]
    pub(crate) const fn is_nowhere(&self) -> bool {
        matches!(self, Self::Nowhere)
    }

    /// Whether this step may have become illegal.
    pub(crate) fn concerns(&self, step: &CellStep) -> bool {
        match self {
            Self::Nowhere => false,
            Self::In(all, rects) => {
                let cells = step.cells();
                all.overlaps(cells) && rects.iter().any(|rect| rect.overlaps(cells))
            }
            Self::Everywhere => true,
        }
    }
}
