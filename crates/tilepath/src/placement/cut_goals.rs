//! The regions of the goals of a query, before and after a cut.

use crate::path::PathError;
use glam::IVec2;
use smallvec::SmallVec;

/// The regions of a query's goals, now and after some cells are blocked. [`Cut::goals`](crate::placement::Cut::goals) makes it.
#[derive(Clone, Debug)]
pub struct CutGoals {
    /// The regions of the goals now.
    pub(super) now: SmallVec<[u32; 2]>,
    /// The regions of the goals that would be left, and the parts of these regions.
    pub(super) then: SmallVec<[(u32, Option<u32>); 2]>,
    pub(super) first: IVec2,
    /// Why there is no goal, if there is none.
    pub(super) failure: PathError,
}

impl CutGoals {
    pub(super) fn none(failure: PathError) -> Self {
        Self { now: SmallVec::new(), then: SmallVec::new(), first: IVec2::ZERO, failure }
    }
}
