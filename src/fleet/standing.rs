//! Crowd agents that stand still for long become danger.

use super::agent_fleet::AgentFleet;
use crate::{congestion::StandingAgents, map::NavGrid, settings::PathfindingSettings};
use bevy::prelude::*;

/// Updates the danger on the cells of agents that stand still for long.
pub(crate) fn price_standing(
    settings: Res<PathfindingSettings>,
    mut nav_grid: ResMut<NavGrid>,
    mut fleet: ResMut<AgentFleet>,
    mut danger: ResMut<StandingAgents>,
) {
    let danger = &mut danger.0;
    danger.begin_frame();
    let cells = fleet.fleet.standing_cells();
    if danger.is_empty() && cells.is_empty() {
        return;
    }
    let Some((map, _)) = nav_grid.bypass_change_detection().parts_mut() else { return };
    if danger.cover(map, settings.standing_danger, cells.into_iter()) {
        nav_grid.set_changed();
    }
}
