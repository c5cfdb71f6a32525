//! Moves all agents on waypoints.

use super::{agent_fleet::AgentFleet, sync::FleetInput};
use crate::{
    follower::PathFollower,
    request::{EventQueue, Locator, PathRequest},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::math::Affine3A;
use bevy::prelude::*;
use tilepath::fleet::Agent;

/// An agent that walks over waypoints.
type WaypointWalker = (Entity, &'static mut PathFollower, &'static mut Transform, Option<&'static ChildOf>);

/// An agent with a request.
type Walking = (With<OnWaypoints>, With<PathRequest>);

/// Lets the fleet move its agents along their paths, and writes where they are.
pub(crate) fn follow_waypoint_paths(
    time: Res<Time>,
    graph: Res<WaypointGraph>,
    mut fleet: ResMut<AgentFleet>,
    mut events: ResMut<EventQueue>,
    children: Query<(Entity, &ChildOf), Walking>,
    mut agents: ParamSet<(FleetInput, Locator, Query<WaypointWalker, Walking>)>,
) {
    let fleet = &mut *fleet;
    if !agents.p0().place_on_waypoints(fleet) {
        return;
    }
    fleet.fleet.walk(time.delta(), graph.nav_graph());
    fleet.queue_events(&mut events, &graph);
    let locator = agents.p1();
    fleet.parents.clear();
    for (agent, child_of) in &children {
        fleet.parents.extend(locator.global(child_of.parent()).map(|parent| (agent, parent.affine())));
    }
    for (entity, mut follower, mut transform, child_of) in &mut agents.p2() {
        let Some(agent) = fleet.agent(entity).filter(|agent| agent.waypoint_path().is_some()) else {
            continue;
        };
        show_progress(&mut follower, agent);
        let (Some(end), None) = (agent.position(), child_of) else { continue };
        if end != transform.translation.truncate() {
            transform.translation = end.extend(transform.translation.z);
        }
    }
    let mut walkers = agents.p2();
    for nth in 0..fleet.parents.len() {
        let (entity, parent) = fleet.parents[nth];
        let Ok((_, _, mut transform, _)) = walkers.get_mut(entity) else { continue };
        let end = fleet.agent(entity).and_then(Agent::position);
        if let Some(at) = end.and_then(|end| put_child(&mut transform, parent, end))
            && let Some(id) = fleet.id(entity)
        {
            fleet.fleet.confirm_position(id, at);
        }
    }
}

/// Writes how far along its path an agent is. The component changes when the agent arrives and when it sets out again.
fn show_progress(follower: &mut Mut<PathFollower>, agent: &Agent) {
    let had_arrived = follower.has_arrived();
    let shown = follower.bypass_change_detection();
    if agent.has_arrived() {
        shown.arrive(agent.next_index());
    } else {
        shown.head_for(agent.next_index());
    }
    if agent.has_arrived() != had_arrived {
        follower.set_changed();
    }
}

/// Moves an entity below a parent to a position in the world. Returns where it is in the world after rounding, if it moved.
fn put_child(transform: &mut Mut<Transform>, parent: Affine3A, end: Vec2) -> Option<Vec2> {
    let world = parent.transform_point3(transform.translation);
    if world.truncate() == end {
        return None;
    }
    let local = parent.inverse().transform_point3(end.extend(world.z));
    if !local.is_finite() {
        return None;
    }
    transform.translation = local;
    Some(parent.transform_point3(local).truncate())
}
