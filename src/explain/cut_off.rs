//! What stands between an agent and its target.

use super::named::NamedEntity;
use bevy::prelude::*;
use tilepath::{CostProfile, PathQuery};

/// What stands between an agent and a target that it can't reach.
#[derive(Clone, PartialEq, Debug)]
pub enum CutOff {
    /// Only this obstacle cuts the agent off: without it there would be a path. If that is true of several obstacles, this is the
    /// one nearest to the agent, by the distance between cell centres. Of equally near obstacles, the lowest row counts, then the
    /// lowest column, then the lowest entity.
    Obstacle {
        /// The entity with [`NavObstacle`](crate::NavObstacle).
        obstacle: NamedEntity,
        /// The cell of the obstacle that is nearest to the agent.
        cell: IVec2,
    },
    /// No single obstacle cuts the agent off. `cells` are the fewest blocked cells that would have to become free to open a path,
    /// in the order from the agent to the target. If several choices have equally few cells, the choice with the shortest path
    /// counts. See [`Barrier::thinnest`](tilepath::Barrier::thinnest).
    ///
    /// A blocked cell is a wall, terrain that the profile can't enter, or a cell under an obstacle.
    Walls {
        /// The blocked cells. Empty if the agent could not reach the target even on a map without walls.
        cells: Vec<IVec2>,
        /// The obstacles on these cells, sorted by entity.
        obstacles: Vec<NamedEntity>,
    },
    /// Walls do not separate the agent from its target. But the request asks for a path that ends [in
    /// sight](crate::PathRequest::in_sight) of the target, and the agent can reach no cell from which it sees the target.
    OutOfSight,
}

/// The barrier that was looked at last, and what was found. The same is asked in frame after frame while an agent is selected.
#[derive(Default, Debug)]
pub(super) struct LastCutOff {
    pub(super) question: Option<(u64, u64, u64, CostProfile, PathQuery)>,
    pub(super) found: Option<CutOff>,
}
