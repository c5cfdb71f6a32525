//! The path of an agent over waypoints.

use super::target::PathTarget;
use bevy::prelude::*;
use tilepath::Cost;

/// The path of an agent over waypoints, from a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WaypointPath {
    pub(crate) waypoints: Vec<Entity>,
    /// What each link costs, in the order of the path.
    pub(crate) links: Vec<Cost>,
    pub(crate) target: Option<PathTarget>,
    pub(crate) nodes_expanded: u32,
}

impl WaypointPath {
    /// The cost of the path from a waypoint of it on, given by its index.
    pub(crate) fn cost_from(&self, index: usize) -> Cost {
        let rest = self.links.get(index..).unwrap_or_default();
        rest.iter().fold(Cost::ZERO, |sum, &link| sum.saturating_add(link))
    }
}
