//! Obstacles of agents: an agent ignores its own obstacle and the obstacles of its descendants.

use super::agent_fleet::AgentFleet;
use crate::{
    bevy_version::OnRemove,
    map::{Footprints, NavObstacle, ObstacleMark},
    nav_id::{NavIds, NumberedEntity},
    request::PathRequest,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Obstacles that may belong to an agent.
type MaybeOwned = (With<NavObstacle>, Or<(With<ChildOf>, With<PathRequest>)>);

/// An obstacle of an agent on a cell: row, column, agent, obstacle.
type OwnedCell = (i32, i32, NumberedEntity, NumberedEntity);

/// The data that says which obstacle belongs to which agent.
#[derive(SystemParam)]
pub(crate) struct Ownership<'w, 's> {
    footprints: Res<'w, Footprints<NavObstacle>>,
    obstacles: Query<'w, 's, Entity, MaybeOwned>,
    parents: Query<'w, 's, &'static ChildOf>,
    requests: Query<'w, 's, (), With<PathRequest>>,
    ids: NavIds<'w, 's>,
}

/// Changes after which an obstacle may belong to another agent, or to none. Observers note what is removed
/// (`AgentFleet::families_changed`): Bevy keeps its own lists of removed components for two updates of the app, and the schedule
/// of the plugin may run less often.
#[derive(SystemParam)]
pub(crate) struct OwnershipChanges<'w, 's> {
    requests: Query<'w, 's, (), Added<PathRequest>>,
    parents: Query<'w, 's, (), Changed<ChildOf>>,
}

/// Notes that an entity lost its parent: obstacles may belong to another agent.
pub(crate) fn note_lost_parent(_: OnRemove<ChildOf>, mut fleet: ResMut<AgentFleet>) {
    fleet.families_changed = true;
}

/// Finds the obstacles that belong to each agent: obstacles on the agent itself and on its descendants.
///
/// If obstacles of several agents share a cell, the agent with the smallest id ignores all of them. So one agent walks on while the
/// others make room.
pub(crate) fn note_own_obstacles(
    ownership: Ownership,
    changes: OwnershipChanges,
    mut fleet: ResMut<AgentFleet>,
) {
    let families_changed = core::mem::take(&mut fleet.families_changed);
    fleet.fleet.forget_moved_obstacles();
    if ownership.obstacles.is_empty() && fleet.owners.is_empty() {
        return;
    }
    let version = ownership.footprints.version();
    let marks_changed = core::mem::replace(&mut fleet.obstacles_seen, version) != version;
    if marks_changed || families_changed || !changes.requests.is_empty() || !changes.parents.is_empty() {
        fleet.set_own_obstacles(&uncounted(ownership.owned_cells()));
    }
}

impl AgentFleet {
    /// Gives the fleet, for each agent, the cells on which the agent ignores obstacles. `own` is sorted by agents.
    fn set_own_obstacles(&mut self, own: &[(NumberedEntity, IVec2)]) {
        let mut owners = Vec::new();
        for cells in own.chunk_by(|a, b| a.0 == b.0) {
            let Some(id) = cells.first().and_then(|&((_, agent), _)| self.id(agent)) else { continue };
            let cells: Vec<IVec2> = cells.iter().map(|&(_, cell)| cell).collect();
            self.fleet.set_own_obstacles(id, &cells);
            owners.push(id);
        }
        owners.sort_unstable();
        let before = core::mem::replace(&mut self.owners, owners);
        for lost in before.into_iter().filter(|id| self.owners.binary_search(id).is_err()) {
            self.fleet.set_own_obstacles(lost, &[]);
        }
    }
}

impl Ownership<'_, '_> {
    /// The cells of all obstacles that belong to agents.
    fn owned_cells(&self) -> Vec<OwnedCell> {
        let mut owned = Vec::new();
        for obstacle in &self.obstacles {
            // What others can pass, the agent does not ignore.
            let Some(ObstacleMark { class: 0, cells }) = self.footprints.mark(obstacle) else { continue };
            let family = core::iter::once(obstacle).chain(self.parents.iter_ancestors(obstacle));
            for agent in family.filter(|&agent| self.requests.contains(agent)) {
                let (agent, obstacle) = (self.ids.of(agent), self.ids.of(obstacle));
                owned.extend(cells.iter().map(|cell| (cell.y, cell.x, agent, obstacle)));
            }
        }
        owned
    }
}

/// The cells on which each agent ignores obstacles, sorted by agents.
fn uncounted(mut owned: Vec<OwnedCell>) -> Vec<(NumberedEntity, IVec2)> {
    owned.sort_unstable();
    let mut own: Vec<(NumberedEntity, IVec2)> = Vec::with_capacity(owned.len());
    for sharers in owned.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let Some(&(_, _, first, _)) = sharers.first() else { continue };
        for &(y, x, agent, obstacle) in sharers {
            own.push((agent, IVec2::new(x, y)));
            let is_of_first = sharers.iter().any(|sharer| sharer.2 == first && sharer.3 == obstacle);
            if !is_of_first {
                own.push((first, IVec2::new(x, y)));
            }
        }
    }
    own.sort_by_key(|&(agent, _)| agent);
    own
}
