//! Brings the fleet in step with the components of its agents.

use super::agent_fleet::AgentFleet;
use crate::{
    follower::PathFollower,
    request::Locator,
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::fleet::{AgentId, GroundKind};

/// The components that the fleet reads.
#[derive(SystemParam)]
pub(crate) struct FleetInput<'w, 's> {
    graph: Option<Res<'w, WaypointGraph>>,
    locator: Locator<'w, 's>,
    followers: Query<'w, 's, Option<&'static PathFollower>, With<OnWaypoints>>,
}

impl FleetInput<'_, '_> {
    /// Tells the fleet where the targets of its agents are.
    pub(super) fn place_targets(&self, fleet: &mut AgentFleet) {
        let AgentFleet { fleet, entities, targets, .. } = fleet;
        for &target in &*targets {
            let Some(entity) = entities.get(target.index()).copied().flatten() else { continue };
            fleet.set_position(target, self.locator.position(entity));
            fleet.set_waypoint(target, self.graph.as_ref().and_then(|graph| graph.id(entity)));
        }
    }

    /// Tells the fleet where its agents are, as far as it needs to know. Agents on goal fields need no look, unless fields may have lost
    /// their paths.
    pub(super) fn place(&self, fleet: &mut AgentFleet, also_on_fields: bool) {
        fleet.sweep();
        self.place_targets(fleet);
        let mut moving: Vec<AgentId> = fleet.fleet.off_field().collect();
        if also_on_fields {
            moving.extend(fleet.fleet.on_field());
        }
        moving.into_iter().for_each(|id| self.place_agent(fleet, id));
    }

    /// Tells the fleet where its agents on waypoints are. Returns whether there are any.
    pub(super) fn place_on_waypoints(&self, fleet: &mut AgentFleet) -> bool {
        let is_on_waypoints = |&id: &AgentId| {
            fleet.fleet.agent(id).is_some_and(|agent| agent.ground() == GroundKind::Waypoints)
        };
        let walkers: Vec<AgentId> = fleet.fleet.off_field().filter(is_on_waypoints).collect();
        let are_any = !walkers.is_empty();
        walkers.into_iter().for_each(|id| self.place_agent(fleet, id));
        are_any
    }

    fn place_agent(&self, fleet: &mut AgentFleet, id: AgentId) {
        let Some(entity) = fleet.entity(id) else { return };
        let fleet = &mut fleet.fleet;
        fleet.set_position(id, self.locator.position(entity));
        if fleet.agent(id).is_some_and(|agent| agent.ground() == GroundKind::Waypoints)
            && let Ok(follower) = self.followers.get(entity)
        {
            fleet.set_speed(id, follower.map(|follower| follower.speed));
            if !follower.is_some_and(PathFollower::has_arrived) {
                fleet.forget_arrival(id);
            }
        }
    }
}
