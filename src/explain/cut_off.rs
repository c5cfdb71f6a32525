//! What stands between an agent and its target.

use super::named::NamedEntity;
use bevy::prelude::*;
use tilepath::{CostProfile, PathQuery};

/// What stands between an agent and a target that it can't reach.
#[derive(Clone, PartialEq, Debug)]
pub enum CutOff {
    /// Without this one obstacle there would be a path. Of several such obstacles it is the one nearest to the agent, by the nearest of its
    /// cells (distance between centres, then row, column and entity).
    Obstacle {
        /// The entity with [`NavObstacle`](crate::NavObstacle).
        obstacle: NamedEntity,
        /// The nearest of its cells.
        cell: IVec2,
    },
    /// No single obstacle: the fewest blocked cells that would have to be free, on the shortest way through them, in the order of the way
    /// ([`Barrier::thinnest`](tilepath::Barrier::thinnest)). They are walls, cells that the profile does not pass, or under obstacles.
    Walls {
        /// The cells. Empty if even a map without walls would not connect the two.
        cells: Vec<IVec2>,
        /// The obstacles on them, sorted by entity.
        obstacles: Vec<NamedEntity>,
    },
    /// The target is in the same region, but the agent must [see it](crate::PathRequest::in_sight), and no cell from which it would can be
    /// reached.
    OutOfSight,
}

/// The barrier that was looked at last, and what was found. The same is asked in frame after frame while an agent is selected.
#[derive(Default, Debug)]
pub(super) struct LastCutOff {
    pub(super) question: Option<(u64, u64, u64, CostProfile, PathQuery)>,
    pub(super) found: Option<CutOff>,
}
