//! Lets the fleet move crowd agents, and writes their positions.

use super::{
    agent_fleet::{AgentFleet, grounds},
    rows::{Child, Columns, Rows},
    walk::{WalkContext, put_child},
};
use crate::{
    follower::{CrowdAgent, PathFollower},
    plane::Plane,
    request::{EventQueue, FleetAgent, FoundPath, Locator, PathResult},
    waypoints::OnWaypoints,
};
use bevy::ecs::change_detection::ContiguousMut;
use bevy::math::Affine3A;
use bevy::prelude::*;
use tilepath::fleet::{CrowdMove, CrowdWalks};

/// An agent that walks in a crowd.
type CrowdWalker =
    (&'static FleetAgent, &'static mut PathFollower, Option<&'static mut PathResult>, &'static mut Transform);

/// Crowd agents without a parent. Agents on waypoints are in no crowd.
type Free = (With<CrowdAgent>, Without<OnWaypoints>, Without<ChildOf>);

/// Crowd agents whose transforms are relative to a parent.
type Children = (With<CrowdAgent>, Without<OnWaypoints>, With<ChildOf>);

/// The queries for crowd agents.
type CrowdQueries<'a> =
    (Locator<'a, 'a>, Query<'a, 'a, CrowdWalker, Free>, Query<'a, 'a, CrowdWalker, Children>);

/// Moves every crowd agent.
pub(crate) fn walk_crowds(
    context: WalkContext,
    mut fleet: ResMut<AgentFleet>,
    mut events: ResMut<EventQueue>,
    changed: Query<(&FleetAgent, &CrowdAgent), Changed<CrowdAgent>>,
    children: Query<(Entity, &ChildOf), Children>,
    all: Query<(&FleetAgent, &CrowdAgent)>,
    mut agents: ParamSet<CrowdQueries>,
) {
    let fleet = &mut *fleet;
    if all.is_empty() && fleet.fleet.has_no_crowds() {
        return;
    }
    fleet.take_crowd_rules(&context.settings.crowd);
    // In the order of ids: the order of a query depends on what else is in the app.
    let layer_of = |(id, crowd): (&FleetAgent, &CrowdAgent)| Some((id.0?, crowd.layer));
    let mut changed: Vec<_> = match core::mem::take(&mut fleet.compares_crowds) {
        true => all.iter().filter_map(layer_of).collect(),
        false => changed.iter().filter_map(layer_of).collect(),
    };
    changed.sort_unstable();
    for (id, layer) in changed {
        fleet.fleet.set_crowd(id, Some(layer));
    }
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    fleet.parents.clear();
    let parents = children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?)));
    fleet.parents.extend(parents);
    fleet.parents.sort_unstable_by_key(|&(agent, _)| agent);
    let plane = context.settings.plane;
    let grounds = grounds(Some(&context.nav_grid), Some(&context.profiles), Some(&context.graph));
    let AgentFleet { fleet: core, parents, .. } = &mut *fleet;
    core.walk_crowd_bodies(&grounds, context.nav_grid.fields(), |walks| {
        walk_free(plane, walks, &mut agents.p1());
        walk_children(plane, walks, &mut agents.p2(), parents);
    });
    write_free(plane, fleet, &mut agents.p1());
    write_children(plane, fleet, &mut agents.p2());
    fleet.queue_events(&mut events, &context.graph, &context.nav_grid);
}

fn walk_free(plane: Plane, walks: &mut CrowdWalks, agents: &mut Query<CrowdWalker, Free>) {
    for (ids, followers, results, transforms) in agents.contiguous_iter_mut().into_iter().flatten() {
        let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
        let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
        let mut results = results;
        walks.walk(&mut Rows::new(Columns {
            plane,
            ids,
            now: moved.this_run(),
            followers: (followers, arrived.changed_mut()),
            results: results.as_mut().map_or(&mut [], ContiguousMut::bypass_change_detection),
            transforms: (transforms, moved.changed_mut()),
        }));
    }
}

fn walk_children(
    plane: Plane,
    walks: &mut CrowdWalks,
    agents: &mut Query<CrowdWalker, Children>,
    parents: &[(Entity, Affine3A)],
) {
    for &(agent, parent) in parents {
        if let Ok((id, follower, result, transform)) = agents.get_mut(agent) {
            walks.walk(&mut Child::new(plane, parent, (*id, follower, result, transform)));
        }
    }
}

/// Writes the changes of crowd agents without a parent.
fn write_free(plane: Plane, fleet: &AgentFleet, agents: &mut Query<CrowdWalker, Free>) {
    for walked in fleet.fleet.crowd_moves() {
        let Some(entity) = fleet.entity(walked.agent) else { continue };
        let Ok((_, follower, result, mut transform)) = agents.get_mut(entity) else { continue };
        write_progress(walked, follower, result);
        if plane.flat(transform.translation) != walked.place {
            transform.translation = plane.lift(walked.place, plane.height(transform.translation));
        }
    }
}

/// Writes the changes of crowd agents whose transforms are relative to a parent.
fn write_children(plane: Plane, fleet: &mut AgentFleet, agents: &mut Query<CrowdWalker, Children>) {
    if fleet.parents.is_empty() {
        return;
    }
    for nth in 0..fleet.fleet.crowd_moves().len() {
        let Some(&walked) = fleet.fleet.crowd_moves().get(nth) else { return };
        let Some(entity) = fleet.entity(walked.agent) else { continue };
        let Ok((_, follower, result, mut transform)) = agents.get_mut(entity) else { continue };
        write_progress(&walked, follower, result);
        let parent = fleet.parents.binary_search_by_key(&entity, |&(agent, _)| agent);
        let parent = parent.ok().and_then(|nth| fleet.parents.get(nth));
        if let Some(&(_, parent)) = parent
            && let Some(at) = put_child(plane, &mut transform, parent, walked.place)
        {
            // The agent's position in the world after rounding.
            fleet.fleet.confirm_position(walked.agent, at);
        }
    }
}

fn write_progress(walked: &CrowdMove, mut follower: Mut<PathFollower>, result: Option<Mut<PathResult>>) {
    let had_arrived = follower.has_arrived();
    follower.bypass_change_detection().progress = walked.progress;
    if follower.has_arrived() != had_arrived {
        follower.set_changed();
    }
    let Some(mut result) = result else { return };
    if let FoundPath::Shared(path) = &mut result.bypass_change_detection().path {
        path.shared.start = walked.start;
    }
}
