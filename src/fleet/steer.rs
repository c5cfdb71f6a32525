//! Agents that the game moves itself: tells the fleet where they are, and writes their velocities.

use super::{agent_fleet::AgentFleet, rows::note_start};
use crate::{
    bevy_version::{OnInsert, OnRemove},
    follower::{PathFollower, PathSteering},
    names::Names,
    request::{FleetAgent, Locator, PathRequest, PathResult},
};
use bevy::prelude::*;
use tilepath::fleet::Steering;

/// Handles an agent that the plugin moves again.
pub(crate) fn stop_steering(removed: OnRemove<PathSteering>, mut fleet: ResMut<AgentFleet>) {
    if let Some(id) = fleet.id(removed.entity) {
        fleet.fleet.set_steered(id, false);
    }
}

/// An agent that does not know how fast it walks.
type Speedless = (With<PathRequest>, Without<PathFollower>);

/// Handles an agent that the game moves itself from now on.
pub(crate) fn take_steering(
    inserted: OnInsert<PathSteering>,
    speedless: Query<(), Speedless>,
    names: Names,
    mut fleet: ResMut<AgentFleet>,
) {
    if let Some(id) = fleet.id(inserted.entity) {
        fleet.fleet.set_steered(id, true);
    }
    if speedless.contains(inserted.entity) {
        warn!(
            "{} has PathSteering, but no PathFollower, which says how fast it walks: it stands.",
            names.of(inserted.entity)
        );
    }
}

/// Tells the fleet where the agents are that the game moves itself.
pub(crate) fn place_steered(
    agents: Query<(Entity, &FleetAgent, &PathFollower), With<PathSteering>>,
    locator: Locator,
    mut fleet: ResMut<AgentFleet>,
) {
    if agents.is_empty() {
        return;
    }
    let fleet = &mut fleet.fleet;
    for (agent, id, follower) in &agents {
        let Some(id) = id.0 else { continue };
        fleet.set_position(id, locator.position(agent));
        fleet.set_pace(id, Some(follower.pace()));
    }
}

/// An agent that the game moves itself.
type Steered = (
    &'static FleetAgent,
    &'static mut PathSteering,
    Option<&'static mut PathFollower>,
    Option<&'static mut PathResult>,
);

/// Writes the velocities of agents that the game moves itself, and how far they have come.
pub(crate) fn write_steering(mut agents: Query<Steered>, fleet: Res<AgentFleet>) {
    let fleet = &fleet.fleet;
    for (id, mut shown, follower, result) in &mut agents {
        let Some(id) = id.0 else { continue };
        let steering = fleet.steering(id).filter(|_| follower.is_some()).copied().unwrap_or_default();
        let facing = steering.velocity.try_normalize().unwrap_or(shown.facing);
        let Steering { velocity, next, distance_left } = steering;
        shown.set_if_neq(PathSteering { velocity, next, facing, distance_left });
        if let Some(mut follower) = follower {
            PathFollower::note_progress(&mut follower, fleet.progress(id));
        }
        if let (Some(mut result), Some(start)) = (result, fleet.path_start(id)) {
            note_start(result.bypass_change_detection(), start);
        }
    }
}
