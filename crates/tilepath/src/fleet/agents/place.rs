//! Places on the two kinds of ground.

use crate::{
    fleet::requests::{Failure, Request, Target},
    graph::WaypointId,
    path::PathError,
};
use glam::IVec2;
use smallvec::SmallVec;

/// The ground on which an agent walks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GroundKind {
    /// The cells of a map.
    #[default]
    Tiles,
    /// The waypoints and edges of a graph.
    Waypoints,
}

impl GroundKind {
    /// Whether agents on this ground walk from cell to cell: they may share goal fields and join crowds.
    pub(in crate::fleet) const fn has_cells(self) -> bool {
        match self {
            Self::Tiles => true,
            Self::Waypoints => false,
        }
    }

    /// Whether an agent that has cancelled its request keeps its place between two places, and its path.
    pub(in crate::fleet) const fn keeps_cancelled(self) -> bool {
        match self {
            Self::Tiles => false,
            Self::Waypoints => true,
        }
    }
}

/// A place at which a path can begin or end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Place {
    /// A cell of the map.
    Cell(IVec2),
    /// A waypoint of the graph.
    Waypoint(WaypointId),
}

impl Place {
    /// The cell. `None` for a waypoint.
    #[must_use]
    pub const fn cell(self) -> Option<IVec2> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Waypoint(_) => None,
        }
    }

    /// The waypoint. `None` for a cell.
    #[must_use]
    pub const fn waypoint(self) -> Option<WaypointId> {
        match self {
            Self::Waypoint(waypoint) => Some(waypoint),
            Self::Cell(_) => None,
        }
    }
}

/// Places to which a path may lead, each with its target.
pub(in crate::fleet) type Goals = SmallVec<[(Place, Target); 1]>;

/// The places of a request's targets. Targets without a place are left out. If no target has a place, this returns
/// why the first target has none.
pub(in crate::fleet) fn goals_by(
    request: &Request,
    place_of: impl Fn(Target) -> Result<Place, Failure>,
) -> Result<Goals, Failure> {
    let mut goals = Goals::new();
    let mut failure = Failure::Path(PathError::NoGoal);
    for &target in request.targets.iter().rev() {
        match place_of(target) {
            Ok(place) => goals.push((place, target)),
            Err(reason) => failure = reason,
        }
    }
    goals.reverse();
    if goals.is_empty() { Err(failure) } else { Ok(goals) }
}
