//! Agents with obstacles can't be crowd agents.

use crate::{follower::CrowdAgent, map::NavObstacle, names::Names, request::FleetAgent};
use bevy::prelude::*;

/// Obstacles that may be on a crowd agent or on one of its descendants.
type MaybeCarried = (With<NavObstacle>, Or<(With<ChildOf>, With<CrowdAgent>)>);

/// Removes [`CrowdAgent`] from agents with an obstacle on themselves or on a descendant: their own cell would be a wall to the
/// crowd. Agents lose it in the order of their ids.
pub(crate) fn refuse_obstacles(
    obstacles: Query<Entity, MaybeCarried>,
    parents: Query<&ChildOf>,
    agents: Query<Option<&FleetAgent>, With<CrowdAgent>>,
    names: Names,
    mut commands: Commands,
) {
    if agents.is_empty() {
        return;
    }
    let mut refused = Vec::new();
    for obstacle in &obstacles {
        let family = core::iter::once(obstacle).chain(parents.iter_ancestors(obstacle));
        let id_of = |agent| Some((agents.get(agent).ok()?.and_then(|id| id.0), agent, obstacle));
        refused.extend(family.filter_map(id_of));
    }
    refused.sort_unstable();
    refused.dedup_by_key(|(id, agent, _)| (*id, *agent));
    for (_, agent, obstacle) in refused {
        warn!(
            "{} has CrowdAgent and the obstacle {}, which blocks its cell already: CrowdAgent is removed; use one of the two",
            names.of(agent),
            names.of(obstacle)
        );
        commands.entity(agent).try_remove::<CrowdAgent>();
    }
}
