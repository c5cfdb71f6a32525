//! Requests that come and go.

use super::{agent::PlannedAgent, changes::FrameChanges, queue::RequestQueue};
use crate::{
    bevy_version::{OnDiscard, OnInsert, OnRemove},
    map::NavGrid,
    request::{Locator, Names, OnField, OwnObstacles, PathRequest, PathResult, Planning, RequestGroups},
    waypoints::OnWaypoints,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use tilepath::fleet::{AnswerRecord, PlanCause};

/// Agents on waypoints have a queue of their own.
type OnTiles = (Without<OnWaypoints>, Allow<Disabled>);

/// Remembers a request that is replaced by another.
pub(crate) fn note_replaced_request(
    replaced: OnDiscard<PathRequest>,
    mut agents: Query<(&PathRequest, &mut Planning), Allow<Disabled>>,
) {
    if let Ok((request, mut planning)) = agents.get_mut(replaced.entity) {
        planning.replaced = Some(Box::new(request.asked()));
    }
}

/// Takes a new or replaced request: forgets the old answer and enters the queue. If the request equals the old one, the answer stands.
pub(crate) fn take_request(
    inserted: OnInsert<PathRequest>,
    mut commands: Commands,
    mut queue: ResMut<RequestQueue>,
    mut groups: ResMut<RequestGroups>,
    (changes, nav_grid, locator): (Res<FrameChanges>, Option<Res<NavGrid>>, Locator),
    mut agents: Query<(PlannedAgent, Has<OnField>), OnTiles>,
) {
    let Ok((mut agent, on_field)) = agents.get_mut(inserted.entity) else { return };
    let is_equal = agent.planning.replaced.take().is_some_and(|replaced| *replaced == agent.request.asked());
    if is_equal {
        // With a follower the path is kept up to date.
        let here = || locator.cell(agent.entity, nav_grid.as_ref()?.geometry()?).ok();
        let is_elsewhere = agent.follower.is_none() && here() != agent.planning.start;
        if agent.planning.stands(agent.result.status, is_elsewhere) {
            return;
        }
    } else {
        *agent.result = PathResult::default();
        agent.planning.record = AnswerRecord::default();
    }
    agent.planning.record.ask(PlanCause::Requested, changes.now());
    let queued = agent.planning.queued.take();
    let group = groups.join(agent.request.key());
    let is_same = agent.planning.group == Some(group);
    if let Some(old) = agent.planning.group {
        groups.leave(old);
    }
    let reported = agent.planning.reported.filter(|_| is_same);
    let record = agent.planning.record;
    *agent.planning = Planning { queued, reported, group: Some(group), record, ..default() };
    queue.push(agent.entity, agent.request.priority, &mut agent.planning.queued);
    if let Some(step) = &mut agent.step {
        step.renew();
    }
    // An agent that asks the same again is still where it was.
    if let Some(follower) = agent.follower.as_mut().filter(|_| !is_same) {
        follower.head_for(0);
    }
    if on_field {
        commands.entity(inserted.entity).try_remove::<OnField>();
    }
}

/// Takes the request of an agent that is enabled again: its answer may be out of date, and its place in the queue is gone.
pub(crate) fn take_enabled_agent(
    enabled: OnRemove<Disabled>,
    mut commands: Commands,
    mut queue: ResMut<RequestQueue>,
    changes: Res<FrameChanges>,
    mut agents: Query<PlannedAgent, OnTiles>,
) {
    if let Ok(mut agent) = agents.get_mut(enabled.entity) {
        agent.planning.record.ask(PlanCause::Enabled, changes.now());
        queue.push(agent.entity, agent.request.priority, &mut agent.planning.queued);
        commands.entity(agent.entity).try_remove::<OnField>();
        if let Some(step) = &mut agent.step {
            step.forget_place();
        }
    }
}

/// Somebody removed what a request requires.
type IncompleteRequest = Or<(Without<PathResult>, Without<Planning>)>;

/// Restores the `PathResult` of a request if a game has removed it. Without it, the request can't be answered.
pub(crate) fn restore_components(
    agents: Query<Entity, (With<PathRequest>, IncompleteRequest)>,
    names: Names,
    mut commands: Commands,
) {
    let Some(first) = agents.iter().next() else { return };
    warn!(
        "{}: each gets a new one; to cancel a request, remove PathRequest",
        names.have("a PathRequest but no PathResult", first, agents.iter().count())
    );
    for agent in &agents {
        let missing = (PathResult::default(), Planning::default());
        commands.entity(agent).try_insert_if_new(missing);
    }
}

/// Removes what belongs to a request that is cancelled or whose agent is despawned.
pub(crate) fn cancel_request(removed: OnRemove<PathRequest>, mut commands: Commands) {
    commands.entity(removed.entity).try_remove::<(PathResult, Planning, OnField, OwnObstacles)>();
}
