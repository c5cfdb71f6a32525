//! Requests of agents on waypoints that come and go, and agents that change between tiles and waypoints.

use super::fleet::WaypointFleet;
use crate::{
    bevy_version::{OnAdd, OnInsert, OnRemove},
    follower::PathFollower,
    plan::{FrameChanges, PlannedAgent, RequestQueue},
    request::{OnField, PathRequest, PathResult, Planning, RequestGroups},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use tilepath::fleet::PlanCause;

/// An agent on waypoints, also a disabled one.
type OnGraph = (With<OnWaypoints>, Allow<Disabled>);

/// Takes a new or replaced request: forgets the old answer and enters the queue. If the request equals the old one, the answer stands.
pub(crate) fn take_waypoint_request(
    inserted: OnInsert<PathRequest>,
    mut fleet: ResMut<WaypointFleet>,
    graph: Option<Res<WaypointGraph>>,
    mut agents: Query<(&PathRequest, &mut PathResult, Option<&mut PathFollower>), OnGraph>,
) {
    let Ok((request, mut result, follower)) = agents.get_mut(inserted.entity) else { return };
    let Some(graph) = graph else { return };
    let request = fleet.request(request);
    let id = fleet.join(inserted.entity);
    if fleet.fleet.ask(id, request, graph.nav_graph()) {
        return;
    }
    *result = PathResult::default();
    if let Some((agent, mut follower)) = fleet.fleet.agent(id).zip(follower)
        && !agent.has_arrived()
    {
        follower.head_for(agent.next_index());
    }
}

/// Takes an agent that walked over tiles so far. The fleet takes its request in the next frame.
pub(crate) fn enter_waypoints(
    entered: OnAdd<OnWaypoints>,
    mut commands: Commands,
    (mut tiles, mut groups): (ResMut<RequestQueue>, ResMut<RequestGroups>),
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, OnGraph>,
) {
    let Ok(mut agent) = agents.get_mut(entered.entity) else { return };
    tiles.withdraw(agent.entity, &mut agent.planning.queued);
    if let Some(group) = agent.planning.group {
        groups.leave(group);
    }
    *agent.planning = Planning::default();
    agent.planning.record.ask(PlanCause::ChangedGround, changes.now());
    *agent.result = PathResult::default();
    if let Some(follower) = &mut agent.follower {
        follower.head_for(0);
    }
    commands.entity(agent.entity).try_remove::<OnField>();
}

/// Takes an agent off the graph. Its request, if it has one, is asked on tiles from the next frame on.
pub(crate) fn leave_waypoints(
    left: OnRemove<OnWaypoints>,
    mut fleet: ResMut<WaypointFleet>,
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, Allow<Disabled>>,
) {
    if let Some(id) = fleet.id(left.entity) {
        fleet.fleet.renew(id);
    }
    let Ok(mut agent) = agents.get_mut(left.entity) else { return };
    *agent.planning = Planning::default();
    agent.planning.record.ask(PlanCause::ChangedGround, changes.now());
    *agent.result = PathResult::default();
    if let Some(step) = &mut agent.step {
        step.renew();
        step.forget_place();
    }
    if let Some(follower) = &mut agent.follower {
        follower.head_for(0);
    }
}

/// Takes the request of an agent that is enabled again: its answer may be out of date, and its place in the queue is gone.
pub(crate) fn take_enabled_waypoint_agent(
    enabled: OnRemove<Disabled>,
    mut fleet: ResMut<WaypointFleet>,
    agents: Query<(), OnGraph>,
) {
    if agents.contains(enabled.entity)
        && let Some(id) = fleet.id(enabled.entity)
    {
        fleet.fleet.set_active(id, false);
        fleet.fleet.set_active(id, true);
    }
}

/// Lets the fleet forget a request that is cancelled or whose agent is despawned.
pub(crate) fn cancel_waypoint_request(removed: OnRemove<PathRequest>, mut fleet: ResMut<WaypointFleet>) {
    if let Some(id) = fleet.id(removed.entity) {
        fleet.fleet.cancel(id);
    }
}
