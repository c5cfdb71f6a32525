//! Requests of agents on waypoints that come and go, and agents that change between tiles and waypoints.

use super::search::WaypointSearches;
use crate::{
    bevy_version::{OnAdd, OnInsert, OnRemove},
    plan::{FrameChanges, PlannedAgent, RequestQueue},
    request::{AnswerRecord, Locator, OnField, PathRequest, PathResult, PlanCause, Planning},
    waypoints::{OnWaypoints, WaypointGraph, WaypointStep},
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;

/// An agent on waypoints, also a disabled one.
type OnGraph = (With<OnWaypoints>, Allow<Disabled>);

/// Takes a new or replaced request: forgets the old answer and enters the queue. If the request equals the old one, the answer stands.
pub(crate) fn take_waypoint_request(
    inserted: OnInsert<PathRequest>,
    mut searches: ResMut<WaypointSearches>,
    changes: Res<FrameChanges>,
    (graph, locator): (Option<Res<WaypointGraph>>, Locator),
    mut agents: Query<(PlannedAgent, &mut WaypointStep), OnGraph>,
) {
    let Ok((mut agent, mut step)) = agents.get_mut(inserted.entity) else { return };
    let key = agent.request.key();
    let is_same = step.request.replace(key.clone()) == Some(key);
    let (queued, reported) = (agent.planning.queued, agent.planning.reported.filter(|_| is_same));
    let is_equal = agent.planning.replaced.take().is_some_and(|replaced| *replaced == agent.request.asked());
    if is_equal {
        // With a follower the path is kept up to date.
        let here = || graph.as_ref()?.nearest(locator.position(agent.entity)?);
        let is_elsewhere = agent.follower.is_none() && here() != step.start;
        if agent.planning.stands(agent.result.status, is_elsewhere) {
            return;
        }
    } else {
        *agent.result = PathResult::default();
        *agent.record = AnswerRecord::default();
    }
    agent.record.ask(PlanCause::Requested, changes.now());
    *agent.planning = Planning { queued, reported, ..default() };
    searches.queue.push(agent.entity, agent.request.priority, &mut agent.planning);
    step.is_new = true;
    // An agent that asks the same again is still where it was.
    if let Some(follower) = agent.follower.as_mut().filter(|_| !is_same) {
        follower.head_for(0);
    }
}

/// Takes an agent that walked over tiles so far: its request is asked again.
pub(crate) fn enter_waypoints(
    entered: OnAdd<OnWaypoints>,
    mut commands: Commands,
    mut tiles: ResMut<RequestQueue>,
    mut searches: ResMut<WaypointSearches>,
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, OnGraph>,
) {
    let Ok(mut agent) = agents.get_mut(entered.entity) else { return };
    agent.record.ask(PlanCause::ChangedGround, changes.now());
    tiles.withdraw(agent.entity, &mut agent.planning);
    *agent.planning = Planning { queued: agent.planning.queued, ..default() };
    *agent.result = PathResult::default();
    searches.queue.push(agent.entity, agent.request.priority, &mut agent.planning);
    if let Some(follower) = &mut agent.follower {
        follower.head_for(0);
    }
    commands.entity(agent.entity).try_remove::<OnField>();
}

/// Takes an agent off the graph. Its request, if it has one, is asked on tiles from the next frame on.
pub(crate) fn leave_waypoints(
    left: OnRemove<OnWaypoints>,
    mut commands: Commands,
    mut searches: ResMut<WaypointSearches>,
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, Allow<Disabled>>,
) {
    commands.entity(left.entity).try_remove::<WaypointStep>();
    let Ok(mut agent) = agents.get_mut(left.entity) else { return };
    agent.record.ask(PlanCause::ChangedGround, changes.now());
    searches.queue.withdraw(agent.entity, &mut agent.planning);
    *agent.planning = Planning::default();
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
    mut searches: ResMut<WaypointSearches>,
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, OnGraph>,
) {
    if let Ok(mut agent) = agents.get_mut(enabled.entity) {
        agent.record.ask(PlanCause::Enabled, changes.now());
        searches.queue.push(agent.entity, agent.request.priority, &mut agent.planning);
    }
}
