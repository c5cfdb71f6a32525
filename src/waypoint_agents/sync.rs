//! Brings the fleet in step with the components of its agents.

use super::fleet::WaypointFleet;
use crate::{
    follower::PathFollower,
    request::{Locator, PathRequest, PathResult, PathStatus, Planning},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::fleet::AnswerStatus;

/// An agent with a request.
type Asking = (With<OnWaypoints>, With<PathRequest>);

/// The components that the fleet reads.
#[derive(SystemParam)]
pub(crate) struct FleetInput<'w, 's> {
    pub(super) graph: Res<'w, WaypointGraph>,
    locator: Locator<'w, 's>,
    requests: Query<'w, 's, (Entity, &'static PathRequest, &'static Planning), Asking>,
    agents: Query<'w, 's, (Entity, &'static PathResult, Option<&'static PathFollower>), Asking>,
}

impl FleetInput<'_, '_> {
    /// Takes the requests that the fleet does not have yet: of agents that came from tiles, and requests older than the plugin.
    pub(super) fn take_requests(&self, fleet: &mut WaypointFleet) {
        for (entity, request, planning) in &self.requests {
            if fleet.agent(entity).is_some_and(|agent| agent.request().is_some()) {
                continue;
            }
            let request = fleet.request(request);
            let id = fleet.join(entity);
            fleet.fleet.ask(id, request, self.graph.nav_graph());
            fleet.fleet.ask_again(id, planning.record.cause);
        }
    }

    /// Tells the fleet where its agents are, which of them take part, and how fast they are.
    pub(super) fn place(&self, fleet: &mut WaypointFleet) {
        fleet.sweep();
        for index in fleet.indices() {
            let Some((entity, id)) = fleet.at(index) else { continue };
            let asker = self.locator.met_by(entity).map(|asker| fleet.join(asker));
            let agents = &mut fleet.fleet;
            agents.set_position(id, self.locator.position(entity));
            agents.set_waypoint(id, self.graph.id(entity));
            let asking = self.agents.get(entity).ok();
            // Mere targets have no request. As agents they begin with their first one.
            if agents.agent(id).is_some_and(|agent| agent.request().is_some()) {
                agents.set_active(id, asking.is_some());
            }
            let Some((_, result, follower)) = asking else { continue };
            agents.set_meeting(id, asker);
            agents.set_speed(id, follower.map(|follower| follower.speed));
            if !follower.is_some_and(PathFollower::has_arrived) {
                agents.forget_arrival(id);
            }
            let is_answered = agents.agent(id).is_some_and(|agent| agent.status() != AnswerStatus::Pending);
            if is_answered && result.status == PathStatus::Pending {
                // Somebody wrote to the result.
                let record = agents.agent(id).map(|agent| agent.record().cause).unwrap_or_default();
                agents.ask_again(id, record);
            }
        }
    }
}
