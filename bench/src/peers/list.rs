//! All other crates that are measured.

#[cfg(not(feature = "northstar"))]
use super::no_northstar as northstar;
#[cfg(feature = "northstar")]
use super::northstar;
use super::{grid_pathfinding, hierarchical, pathfinding};
use crate::entrant::Entrant;

/// What all speed-ups are counted over: the `pathfinding` crate.
pub const REFERENCE: Entrant = pathfinding::ENTRANT;

const WITHOUT_BEVY: &[Entrant] =
    &[grid_pathfinding::PLAIN, grid_pathfinding::PRUNED, hierarchical::FAST, hierarchical::DEFAULT];

/// All but the reference.
pub fn entrants() -> impl Iterator<Item = &'static Entrant> {
    WITHOUT_BEVY.iter().chain(northstar::ENTRANTS)
}
