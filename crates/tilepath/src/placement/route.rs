//! Routes that must stay open, and what would become of one.

use crate::path::PathError;
use glam::IVec2;

/// A route that must stay open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Route {
    /// Where agents come from.
    pub start: IVec2,
    /// Where they want to get.
    pub goal: IVec2,
}

impl Route {
    /// A route from one cell to another.
    #[must_use]
    pub const fn new(start: IVec2, goal: IVec2) -> Self {
        Self { start, goal }
    }
}

/// What would become of one route.
///
/// Follows from connectedness alone: where the cost of a path can't be represented, the route counts as open, and only
/// [`NavMap::path_after`](crate::NavMap::path_after) answers [`PathError::TooCostly`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RouteOutcome {
    /// It is open, and stays so.
    Open,
    /// It is open, and would be cut.
    Cut(PathError),
    /// It is cut already.
    AlreadyCut(PathError),
}

impl RouteOutcome {
    /// Returns whether it is open now and would be cut.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}
