//! The system that counts the crowds.

use super::{danger::CrowdedPatches, settings::Congestion};
use crate::{
    follower::PathFollower,
    map::NavGrid,
    request::{Locator, PathResult},
    waypoints::OnWaypoints,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What says whether an agent is on its way.
type Traveller = (&'static PathFollower, &'static PathResult);

type FreeTraveller = (Traveller, &'static Transform);

/// Agents that may be part of a crowd.
#[derive(SystemParam)]
pub(crate) struct Travellers<'w, 's> {
    free: Query<'w, 's, FreeTraveller, (Without<ChildOf>, Without<OnWaypoints>)>,
    children: Query<'w, 's, (Entity, Traveller), (With<ChildOf>, Without<OnWaypoints>)>,
    locator: Locator<'w, 's>,
}

impl Travellers<'_, '_> {
    /// Calls `note` with the position of every agent that is on its way.
    fn for_each_position(&self, mut note: impl FnMut(Vec2)) {
        let is_on_its_way =
            |(follower, result): (&PathFollower, &PathResult)| !follower.has_arrived() && result.has_path();
        let plane = self.locator.plane();
        for (traveller, transform) in &self.free {
            if is_on_its_way(traveller) {
                note(plane.flat(transform.translation));
            }
        }
        for (agent, traveller) in &self.children {
            if is_on_its_way(traveller)
                && let Some(at) = self.locator.position(agent)
            {
                note(at);
            }
        }
    }
}

/// Keeps the danger of crowds in step with [`Congestion`].
pub(crate) fn spread_congestion(
    congestion: Option<Res<Congestion>>,
    time: Res<Time>,
    mut nav_grid: ResMut<NavGrid>,
    mut crowds: ResMut<CrowdedPatches>,
    agents: Travellers,
) {
    crowds.danger.keep_to(nav_grid.id());
    // Only a real change may mark the grid as changed.
    let Some((map, geometry)) = nav_grid.bypass_change_detection().parts_mut() else { return };
    let congestion = congestion.as_deref().filter(|congestion| crowds.accept(congestion));
    let danger = &mut crowds.danger;
    let map_changed = match congestion {
        Some(congestion) if danger.is_due(congestion.interval_secs, time.delta_secs()) => {
            let cleared = danger.begin(map, congestion.layer, congestion.patch_size);
            agents.for_each_position(|at| {
                if let Some(cell) = geometry.cell_at(at).filter(|&cell| map.grid().contains(cell)) {
                    danger.count(cell);
                }
            });
            danger.spread(map, congestion.per_agent, congestion.half_life_secs) || cleared
        }
        Some(_) => false,
        None => danger.clear(map),
    };
    if map_changed {
        nav_grid.set_changed();
    }
}
