//! Obstacles of agents: an agent's own obstacle, and those of its descendants, do not count for itself.

use super::path_request::PathRequest;
use crate::{
    fleet::AgentFleet,
    map::{Footprints, NavObstacle},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The cells on which obstacles of an agent stand that do not count for itself. An agent that has none any more loses the component a frame
/// later.
#[derive(Component, Debug)]
pub(crate) struct OwnObstacles {
    /// A cell is listed once for each obstacle.
    cells: Vec<IVec2>,
    /// The cells that these obstacles left or entered in this frame.
    changed: Vec<IVec2>,
}

impl OwnObstacles {
    pub(crate) fn cells(&self) -> &[IVec2] {
        &self.cells
    }

    /// The cells of a component that an agent may lack.
    pub(crate) fn cells_of(own: Option<&Self>) -> &[IVec2] {
        own.map_or(&[], Self::cells)
    }
}

/// Obstacles that may be an agent's own.
type MaybeOwned = (With<NavObstacle>, Or<(With<ChildOf>, With<PathRequest>)>);

/// An obstacle of an agent on a cell: row, column, agent, obstacle.
type OwnedCell = (i32, i32, Entity, Entity);

/// Which obstacle is whose.
#[derive(SystemParam)]
pub(crate) struct Ownership<'w, 's> {
    footprints: Res<'w, Footprints<NavObstacle>>,
    obstacles: Query<'w, 's, Entity, MaybeOwned>,
    parents: Query<'w, 's, &'static ChildOf>,
    requests: Query<'w, 's, (), With<PathRequest>>,
}

/// What may make an obstacle an agent's own, or end that.
#[derive(SystemParam)]
pub(crate) struct OwnershipChanges<'w, 's> {
    requests: Query<'w, 's, (), Added<PathRequest>>,
    parents: Query<'w, 's, (), Changed<ChildOf>>,
    orphans: RemovedComponents<'w, 's, ChildOf>,
}

/// Notes which obstacles are an agent's own: those on itself and on its descendants.
///
/// Where obstacles of several agents share a cell, none of them counts for the first of these agents, so that one of them walks on while
/// the others make room.
pub(crate) fn note_own_obstacles(
    ownership: Ownership,
    mut changes: OwnershipChanges,
    mut seen: Local<u64>,
    mut agents: Query<(Entity, &mut OwnObstacles)>,
    mut fleet: ResMut<AgentFleet>,
    mut commands: Commands,
) {
    let has_orphans = changes.orphans.read().count() > 0;
    if ownership.obstacles.is_empty() && agents.is_empty() {
        return;
    }
    agents.iter_mut().for_each(|(_, mut own)| own.changed.clear());
    fleet.fleet_mut().forget_moved_obstacles();
    let version = ownership.footprints.version();
    let marks_changed = core::mem::replace(&mut *seen, version) != version;
    if marks_changed || has_orphans || !changes.requests.is_empty() || !changes.parents.is_empty() {
        write(&uncounted(ownership.owned_cells()), &mut agents, &mut fleet, &mut commands);
    }
    for (agent, _) in agents.iter().filter(|(_, own)| own.cells.is_empty() && own.changed.is_empty()) {
        commands.entity(agent).try_remove::<OwnObstacles>();
    }
}

/// Brings the components in step with the cells of all agents, sorted by agents.
fn write(
    own: &[(Entity, IVec2)],
    agents: &mut Query<(Entity, &mut OwnObstacles)>,
    fleet: &mut AgentFleet,
    commands: &mut Commands,
) {
    for cells in own.chunk_by(|a, b| a.0 == b.0) {
        let agent = cells[0].0;
        let cells: Vec<IVec2> = cells.iter().map(|&(_, cell)| cell).collect();
        fleet.set_own_obstacles(agent, &cells);
        match agents.get_mut(agent) {
            Ok((_, own)) if own.cells == cells => continue,
            Ok((_, mut own)) => {
                own.changed = [&own.cells[..], &cells].concat();
                own.cells = cells;
            }
            Err(_) => {
                let own = OwnObstacles { changed: cells.clone(), cells };
                commands.entity(agent).try_insert(own);
            }
        }
    }
    let owns = |agent: &Entity| own.binary_search_by(|(owner, _)| owner.cmp(agent)).is_ok();
    for (agent, mut lost) in agents.iter_mut().filter(|(agent, _)| !owns(agent)) {
        fleet.set_own_obstacles(agent, &[]);
        lost.changed = core::mem::take(&mut lost.cells);
    }
}

impl Ownership<'_, '_> {
    /// The cells of all obstacles that belong to agents.
    fn owned_cells(&self) -> Vec<OwnedCell> {
        let mut owned = Vec::new();
        for obstacle in &self.obstacles {
            let Some(cells) = self.footprints.mark(obstacle) else { continue };
            let family = core::iter::once(obstacle).chain(self.parents.iter_ancestors(obstacle));
            for agent in family.filter(|&agent| self.requests.contains(agent)) {
                owned.extend(cells.iter().map(|cell| (cell.y, cell.x, agent, obstacle)));
            }
        }
        owned
    }
}

/// The cells on which obstacles do not count, for each agent, sorted by agents.
fn uncounted(mut owned: Vec<OwnedCell>) -> Vec<(Entity, IVec2)> {
    owned.sort_unstable();
    let mut own: Vec<(Entity, IVec2)> = Vec::with_capacity(owned.len());
    for sharers in owned.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let first = sharers[0].2;
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
