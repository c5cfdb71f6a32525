//! Agents that are obstacles can't occupy cells as well.

use crate::{follower::CrowdAgent, map::NavObstacle};
use bevy::prelude::*;

/// Obstacles that may be part of an agent.
type MaybeCarried = (With<NavObstacle>, Or<(With<ChildOf>, With<CrowdAgent>)>);

/// Takes [`CrowdAgent`] from agents that are or carry an obstacle: their own cell would be a wall to their crowd.
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
