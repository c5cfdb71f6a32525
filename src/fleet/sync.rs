//! Passes the components of agents to the fleet.

use super::agent_fleet::AgentFleet;
use crate::{
    follower::PathFollower,
    request::{FleetAgent, Locator},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// An agent on waypoints.
type OnGraph = (Entity, &'static FleetAgent, Option<&'static PathFollower>);

/// The components that the fleet reads.
#[derive(SystemParam)]
pub(crate) struct FleetInput<'w, 's> {
    graph: Option<Res<'w, WaypointGraph>>,
    locator: Locator<'w, 's>,
    on_waypoints: Query<'w, 's, OnGraph, With<OnWaypoints>>,
}

impl FleetInput<'_, '_> {
    /// Gives the positions of all target entities to the fleet.
    pub(super) fn place_targets(&self, fleet: &mut AgentFleet) {
        let AgentFleet { fleet, members, targets, .. } = fleet;
        for &target in &*targets {
            let Some(entity) = members.entity(target) else { continue };
            fleet.set_position(target, self.locator.position(entity));
            fleet.set_waypoint(target, self.graph.as_ref().and_then(|graph| graph.id(entity)));
        }
    }

    /// Gives the positions of agents to the fleet, as far as it needs them. The positions of agents on goal fields are needed
    /// only if fields may have lost their paths.
    pub(super) fn place(&self, fleet: &mut AgentFleet, also_on_fields: bool) {
        fleet.sweep();
        self.place_targets(fleet);
        let AgentFleet { fleet, members, moving, .. } = fleet;
        moving.extend(fleet.off_field());
        if also_on_fields {
            moving.extend(fleet.on_field());
        }
        for id in moving.drain(..) {
            if let Some(entity) = members.entity(id) {
                fleet.set_position(id, self.locator.position(entity));
            }
        }
    }

    /// Gives the positions and speeds of agents on waypoints to the fleet.
    pub(super) fn place_on_waypoints(&self, fleet: &mut AgentFleet) {
        for (entity, id, follower) in &self.on_waypoints {
            let Some(id) = id.0 else { continue };
            fleet.fleet.set_position(id, self.locator.position(entity));
            fleet.fleet.set_pace(id, follower.map(PathFollower::pace));
            if !follower.is_some_and(PathFollower::has_arrived) {
                fleet.fleet.restart_walk(id);
            }
        }
    }
}
