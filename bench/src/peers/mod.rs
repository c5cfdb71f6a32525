//! The other crates, each at its best setting.

pub mod fills;
pub mod grid_pathfinding;
pub mod hierarchical;
#[cfg(feature = "bevy")]
pub mod northstar;
pub mod pathfinding;

use crate::entrant::Entrant;

/// What all speed-ups are counted over: the `pathfinding` crate.
pub const REFERENCE: Entrant = pathfinding::ENTRANT;

/// All others.
pub const ENTRANTS: &[Entrant] = &[
    grid_pathfinding::PLAIN,
    grid_pathfinding::PRUNED,
    hierarchical::FAST,
    hierarchical::DEFAULT,
    #[cfg(feature = "bevy")]
    northstar::ASTAR,
    #[cfg(feature = "bevy")]
    northstar::REFINED,
];
