//! Agents with obstacles can't be crowd agents.

use crate::{follower::CrowdAgent, map::NavObstacle};
use bevy::prelude::*;

/// Obstacles that may be on a crowd agent or on one of its descendants.
type MaybeCarried = (With<NavObstacle>, Or<(With<ChildOf>, With<CrowdAgent>)>);

/// Removes [`CrowdAgent`] from agents with an obstacle on themselves or on a descendant: their own cell would be a wall to the
/// crowd.
pub(crate) fn refuse_obstacles(
    obstacles: Query<Entity, MaybeCarried>,
    parents: Query<&ChildOf>,
    agents: Query<(), With<CrowdAgent>>,
    mut commands: Commands,
) {
    if agents.is_empty() {
        return;
    }
    for obstacle in &obstacles {
        let family = core::iter::once(obstacle).chain(parents.iter_ancestors(obstacle));
        for agent in family.filter(|&agent| agents.contains(agent)) {
            warn!(
                "{agent} has CrowdAgent and the obstacle {obstacle}, which blocks its cell already: CrowdAgent is removed; \
                 use one of the two"
            );
            commands.entity(agent).try_remove::<CrowdAgent>();
        }
    }
}
