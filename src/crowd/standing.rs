//! Agents that stand still for long, which become danger.

use super::{
    crowds::{Crowds, micros},
    layer::CrowdLayer,
};
use crate::{congestion::StandingDanger, map::NavGrid, settings::PathfindingSettings};
use bevy::prelude::*;
use core::time::Duration;

/// How long an agent must stand still to stand for good. An agent that is stunned for a moment changes no map.
const FOR_GOOD: Duration = Duration::from_secs(1);

impl CrowdLayer {
    /// The cells that are full of agents that stand for good.
    fn stand_for_good(&mut self, capacity: u8, now: u64) -> Vec<IVec2> {
        let Self { standing, agents, mover, .. } = self;
        standing.retain(|&id| mover.walker(id).is_some_and(|walker| !walker.has_speed()));
        // An agent that went on and stopped again within a frame is listed twice.
        standing.sort_unstable();
        standing.dedup();
        let is_long = move |since: u64| now.saturating_sub(since) >= micros(FOR_GOOD);
        let long = standing.iter().filter(move |id| is_long(agents[id.index()].stands_since));
        let mut cells: Vec<IVec2> = long.filter_map(|&id| mover.crowd().cell(id)).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let full = cells.chunk_by(|a, b| a == b).filter(|there| there.len() >= capacity.into());
        full.map(|there| there[0]).collect()
    }
}

/// Keeps the danger in step with the agents that stand for good.
pub(crate) fn price_standing(
    settings: Res<PathfindingSettings>,
    mut nav_grid: ResMut<NavGrid>,
    mut crowds: ResMut<Crowds>,
    mut danger: ResMut<StandingDanger>,
) {
    danger.begin_frame();
    if danger.is_empty() && crowds.layers.iter().all(|layer| layer.standing.is_empty()) {
        return;
    }
    let Some((map, _)) = nav_grid.bypass_change_detection().parts_mut() else { return };
    let (capacity, now) = (settings.cell_capacity, crowds.now());
    let cells = crowds.layers.iter_mut().flat_map(|layer| layer.stand_for_good(capacity, now));
    if danger.cover(map, settings.standing_danger, cells) {
        nav_grid.set_changed();
    }
}
