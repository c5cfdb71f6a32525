//! What stands between an agent and its target.

use super::named::NamedEntity;
use bevy::prelude::*;
use tilepath::{CostProfile, PathQuery};

/// What stands between an agent and a target that it can't reach.
#[derive(Clone, PartialEq, Debug)]
pub enum CutOff {
    /// Without this obstacle there would be a path. If this is true of several obstacles, it is the obstacle with the cell nearest to the
    /// agent (by the distance between centres, then row, column and entity).
    Obstacle {
        /// The entity with [`NavObstacle`](crate::NavObstacle).
        obstacle: NamedEntity,
        /// The nearest of its cells.
        cell: IVec2,
    },
    /// No single obstacle cuts the agent off. These are the fewest blocked cells that would have to be free for a path, on the shortest way
    /// through them, in the order of the way ([`Barrier::thinnest`](tilepath::Barrier::thinnest)). They are walls, cells that the profile
    /// can't enter, or cells under obstacles.
    Walls {
        /// The cells. Empty if even a map without walls would not connect the two.
        cells: Vec<IVec2>,
        /// The obstacles on them, sorted by entity.
        obstacles: Vec<NamedEntity>,
    },
    /// The target is in the same region, but the agent must [see it](crate::PathRequest::in_sight), and the agent can reach no cell from
    /// which it sees the target.
    OutOfSight,
}

/// The barrier that was looked at last, and what was found. The same is asked in frame after frame while an agent is selected.
#[derive(Default, Debug)]
pub(super) struct LastCutOff {
    pub(super) question: Option<(u64, u64, u64, CostProfile, PathQuery)>,
    pub(super) found: Option<CutOff>,
}
