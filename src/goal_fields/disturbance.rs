//! What has changed on the map since agents walked last.

use super::walk::OnField;
use crate::{geometry::CellGeometry, planning::LatestChanges};
use smallvec::SmallVec;
use tilepath::{CellRect, Changes};

/// Where on the map steps may have become illegal since agents walked last.
pub(crate) enum Disturbance {
    Nowhere,
    /// In rectangles, which are grown by the cells beside steps, and in the one round all of them.
    In(CellRect, SmallVec<[CellRect; 8]>),
    Everywhere,
}

impl Disturbance {
    /// What changed for agents that saw the map last as it was `before`.
    pub(crate) fn between(before: Option<Seen>, now: Seen, latest: &LatestChanges) -> Self {
        let Some(before) = before.filter(|before| before.map == now.map && before.geometry == now.geometry)
        else {
            return Self::Everywhere;
        };
        if before.revision == now.revision {
            return Self::Nowhere;
        }
        latest.between(before.revision, now.revision).map_or(Self::Everywhere, Self::of)
    }

    fn of(changes: &Changes) -> Self {
        let Some(rects) = changes.terrain_rects() else { return Self::Everywhere };
        let rects: SmallVec<[CellRect; 8]> = rects.map(|rect| rect.grown(1)).collect();
        let all = rects.iter().copied().reduce(CellRect::union);
        all.map_or(Self::Nowhere, |all| Self::In(all, rects))
    }

    pub(crate) const fn is_nowhere(&self) -> bool {
        matches!(self, Self::Nowhere)
    }

    pub(crate) fn concerns(&self, on: &OnField) -> bool {
        let touches = |rect: &CellRect| rect.contains(on.from()) || rect.contains(on.to());
        match self {
            Self::Nowhere => false,
            Self::In(all, rects) => touches(all) && rects.iter().any(touches),
            Self::Everywhere => true,
        }
    }
}

/// The map as agents saw it when they walked last.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Seen {
    pub(crate) map: u64,
    pub(crate) revision: u64,
    pub(crate) geometry: CellGeometry,
    /// The frame of the fields.
    pub(crate) frame: u64,
}
