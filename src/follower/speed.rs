//! Followers whose speed is invalid.

use super::path_follower::PathFollower;
use crate::request::Names;
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;

/// Logs followers whose speed is negative or NaN, each once until its speed is valid. The followers of one frame share a line.
pub(crate) fn warn_of_speeds(
    changed: Query<(Entity, &PathFollower), Changed<PathFollower>>,
    all: Query<(), With<PathFollower>>,
    names: Names,
    mut logged: Local<EntityHashSet>,
) {
    let (mut first, mut count) = (None, 0);
    for (agent, follower) in &changed {
        let is_wrong = follower.speed.is_nan() || follower.speed < 0.0;
        if !is_wrong {
            if !logged.is_empty() {
                logged.remove(&agent);
            }
        } else if logged.insert(agent) {
            first = first.or(Some((agent, follower.speed)));
            count += 1;
        }
    }
    let Some((agent, speed)) = first else { return };
    logged.retain(|&agent| all.contains(agent));
    let have = names.have("a PathFollower without a speed", agent, count);
    warn!("{have}: {speed} is not a number from 0 up, so it stands still.");
}
