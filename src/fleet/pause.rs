//! Pauses agents whose ground is gone because the tilemap below them has left the map.

use super::agent_fleet::AgentFleet;
use crate::{
    map::NavGrid,
    request::{FleetAgent, Locator},
    waypoints::OnWaypoints,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use tilepath::fleet::AgentId;

/// An agent on tiles, and whether it is disabled.
type OnTiles = (Entity, &'static FleetAgent, Has<Disabled>);

/// After a tilemap has come, gone or moved: agents that stand where no tilemap is wait until there is one again. They would otherwise walk out
/// of the map as out of a wall.
pub(crate) fn pause_agents(
    mut nav_grid: ResMut<NavGrid>,
    mut fleet: ResMut<AgentFleet>,
    agents: Query<OnTiles, (Without<OnWaypoints>, Allow<Disabled>)>,
    locator: Locator,
) {
    if !nav_grid.bypass_change_detection().take_tilemaps_moved() {
        return;
    }
    let is_paused = |entity: Entity| {
        let cell =
            locator.position(entity).zip(nav_grid.geometry()).and_then(|(at, cells)| cells.cell_at(at));
        cell.is_some_and(|cell| nav_grid.is_between_tilemaps(cell))
    };
    let agents =
        agents.iter().filter_map(|(entity, agent, is_disabled)| Some((entity, agent.0?, is_disabled)));
    let mut found: Vec<(AgentId, bool)> =
        agents.map(|(entity, agent, is_disabled)| (agent, !is_disabled && !is_paused(entity))).collect();
    // Agents ask again in this order.
    found.sort_unstable();
    for (agent, is_active) in found {
        fleet.fleet.set_active(agent, is_active);
    }
}
