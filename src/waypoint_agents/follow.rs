//! Moves all agents on waypoints.

use super::walk::walk;
use crate::{
    follower::PathFollower,
    request::{EventQueue, Locator, PathRequest, PathResult, PathStatus},
    waypoints::{OnWaypoints, WaypointGraph, WaypointStep},
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::math::Affine3A;
use bevy::prelude::*;

/// An agent that walks over waypoints.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct WaypointWalker {
    entity: Entity,
    step: &'static mut WaypointStep,
    follower: &'static mut PathFollower,
    result: &'static PathResult,
    transform: &'static mut Transform,
}

/// An agent with a request.
type Walking = (With<OnWaypoints>, With<PathRequest>);

/// All agents that walk over waypoints.
#[derive(SystemParam)]
pub(crate) struct Walkers<'w, 's> {
    free: Query<'w, 's, WaypointWalker, (Walking, Without<ChildOf>)>,
    children: Query<'w, 's, WaypointWalker, (Walking, With<ChildOf>)>,
}

/// Moves every agent on waypoints along its path.
pub(crate) fn follow_waypoint_paths(
    graph: Res<WaypointGraph>,
    time: Res<Time>,
    mut events: ResMut<EventQueue>,
    mut parents: Local<Vec<(Entity, Affine3A)>>,
    children: Query<(Entity, &ChildOf), With<WaypointStep>>,
    mut agents: ParamSet<(Locator, Walkers)>,
) {
    let seconds = time.delta_secs();
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    parents.clear();
    parents.extend(children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?))));
    let mut agents = agents.p1();
    for mut agent in &mut agents.free {
        let at = agent.transform.translation;
        if let Some(end) = agent.walk(&graph, at.truncate(), seconds, &mut events) {
            agent.transform.translation = end.extend(at.z);
        }
    }
    for &(agent, parent) in &*parents {
        let Ok(mut agent) = agents.children.get_mut(agent) else { continue };
        let world = parent.transform_point3(agent.transform.translation);
        if let Some(end) = agent.walk(&graph, world.truncate(), seconds, &mut events) {
            let local = parent.inverse().transform_point3(end.extend(world.z));
            if local.is_finite() {
                agent.transform.translation = local;
                // Where the agent is in the world after rounding.
                agent.step.at = parent.transform_point3(local).truncate();
            }
        }
    }
}

impl WaypointWalkerItem<'_, '_> {
    /// Moves the agent from a position in the world. Returns its new one if that is another.
    fn walk(
        &mut self,
        graph: &WaypointGraph,
        at: Vec2,
        seconds: f32,
        events: &mut EventQueue,
    ) -> Option<Vec2> {
        let path = self.result.waypoint_path().filter(|_| at.is_finite())?;
        let had_arrived = self.follower.has_arrived();
        let travel = self.follower.travel(seconds);
        let step = self.step.bypass_change_detection();
        let end = walk(graph, path, step, at, travel);
        let has_arrived = step.next == path.waypoints.len();
        let follower = self.follower.bypass_change_detection();
        if has_arrived {
            follower.arrive(step.next);
        } else {
            follower.head_for(step.next);
        }
        if has_arrived != had_arrived {
            self.follower.set_changed();
            if has_arrived && self.result.status == PathStatus::Found {
                events.reached(self.entity);
            }
        }
        (end != at).then_some(end)
    }
}
