//! Routes that must stay open, and the outcome of a check of one.

use crate::path::PathError;
use glam::IVec2;

/// A start and a goal. Check with [`NavMap::check_routes`](crate::NavMap::check_routes) that a planned building does not
/// disconnect them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Route {
    /// The cell at which agents start.
    pub start: IVec2,
    /// The cell that agents want to reach.
    pub goal: IVec2,
}

impl Route {
    /// A route from one cell to another.
    #[must_use]
    pub const fn new(start: IVec2, goal: IVec2) -> Self {
        Self { start, goal }
    }
}

/// What a planned building would do to a route.
///
/// Only the connection between start and goal counts, not the cost. If every path costs more than [`Cost`](crate::Cost) can
/// represent, the route still counts as open. Then [`NavMap::path_after`](crate::NavMap::path_after) fails with
/// [`PathError::TooCostly`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RouteOutcome {
    /// The route is open now and stays open.
    Open,
    /// The route is open now, and the building would cut the route. The error says why there would be no path.
    Cut(PathError),
    /// The route is cut now, even without the building. The error says why there is no path.
    AlreadyCut(PathError),
}

impl RouteOutcome {
    /// Returns whether the building would cut a route that is open now. `false` for a route that is cut already.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}
