//! Routes that must stay open, and the outcome of a check of one.

use crate::path::PathError;
use glam::IVec2;

/// A route that must stay open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Route {
    /// The cell at which agents start.
    pub start: IVec2,
    /// The cell that they want to reach.
    pub goal: IVec2,
}

impl Route {
    /// A route from one cell to another.
    #[must_use]
    pub const fn new(start: IVec2, goal: IVec2) -> Self {
        Self { start, goal }
    }
}

/// What a blockade would do to a route.
///
/// Only connections count: a route whose cost can't be represented counts as open, and only
/// [`NavMap::path_after`](crate::NavMap::path_after) fails with [`PathError::TooCostly`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RouteOutcome {
    /// The route is open, and stays open.
    Open,
    /// The route is open, and would be cut.
    Cut(PathError),
    /// The route is cut already.
    AlreadyCut(PathError),
}

impl RouteOutcome {
    /// Returns whether the route is open now and would be cut.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}
