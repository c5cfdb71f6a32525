//! Pauses agents whose ground is gone because the tilemap below them has left the map.

use super::agent_fleet::AgentFleet;
use crate::{
    map::NavGrid,
    request::{FleetAgent, Locator},
    waypoints::OnWaypoints,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use std::collections::BTreeSet;
use tilepath::fleet::AgentId;

/// An agent, and whether it is on waypoints, and disabled.
type Placed = (Entity, &'static FleetAgent, Has<OnWaypoints>, Has<Disabled>);

impl AgentFleet {
    /// Says whether an agent that is enabled, or not, is active until [`pause_agents`] looks where it stands.
    pub(super) fn place(&mut self, agent: AgentId, is_enabled: bool) -> bool {
        if is_enabled {
            self.unplaced.insert(agent);
        }
        is_enabled && !self.paused.contains(&agent)
    }
}

/// Agents that stand where no tilemap is wait until there is one again. They would otherwise walk out of there as out of a wall. This looks
/// at agents that are new or wait already, and at those where a tilemap has come or gone.
pub(crate) fn pause_agents(
    mut nav_grid: ResMut<NavGrid>,
    mut fleet: ResMut<AgentFleet>,
    agents: Query<Placed, Allow<Disabled>>,
    locator: Locator,
) {
    let changed = nav_grid.bypass_change_detection().take_changed_parts();
    let cell_of = |entity: Entity| {
        locator.position(entity).zip(nav_grid.geometry()).and_then(|(at, cells)| cells.cell_at(at))
    };
    // Agents ask again in this order.
    let mut ids: BTreeSet<AgentId> = core::mem::take(&mut fleet.unplaced);
    ids.append(&mut fleet.paused);
    if !changed.is_empty() {
        let is_there =
            |entity| cell_of(entity).is_some_and(|cell| changed.iter().any(|part| part.contains(cell)));
        let there = agents.iter().filter(|(entity, ..)| is_there(*entity));
        ids.extend(there.filter_map(|(_, agent, ..)| agent.0));
    }
    for id in ids {
        let Some((entity, _, on_waypoints, is_disabled)) =
            fleet.entity(id).and_then(|entity| agents.get(entity).ok())
        else {
            continue;
        };
        let is_unloaded = || cell_of(entity).is_some_and(|cell| nav_grid.is_unloaded_part(cell));
        let is_paused = !is_disabled && !on_waypoints && is_unloaded();
        fleet.fleet.set_active(id, !is_disabled && !is_paused);
        if is_paused {
            fleet.paused.insert(id);
        }
    }
}
