//! Passes changes of the map to the fleet, and updates preparations and goal fields.

use super::{agent_fleet::AgentFleet, sync::FleetInput};
use crate::{
    congestion::StandingAgents, map::NavGrid, request::CostProfiles, settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::prelude::*;
use tilepath::fleet::Moment;

/// Finds what has changed on the map since the last frame, prepares the map for the profiles in use, and updates goal fields.
pub(crate) fn prepare_fields(
    (settings, profiles, time): (Res<PathfindingSettings>, Res<CostProfiles>, Res<Time>),
    standing: Res<StandingAgents>,
    input: FleetInput,
    mut nav_grid: ResMut<NavGrid>,
    mut fleet: ResMut<AgentFleet>,
    mut stats: ResMut<PathfindingStats>,
) {
    let agents = &mut *fleet;
    agents.set(&settings);
    let frame = agents.fleet.now().frame.wrapping_add(1);
    // The elapsed time of the app may go back, for example when a session begins again.
    agents.time = agents.time.saturating_add(time.delta());
    let now = Moment { frame, time: agents.time };
    let has_other_profiles = agents.take_profiles(profiles.as_slice());
    agents.fleet.set_newly_standing(standing.0.new_cells());
    input.place_targets(agents);
    // Nothing here edits the map, so the grid does not count as changed.
    let (tiles, fields) = nav_grid.bypass_change_detection().parts_to_begin();
    let begun = agents.fleet.begin(now, tiles, fields, profiles.as_slice(), has_other_profiles);
    fields.take_repairs().for_each(|repair| stats.note_repair(repair));
    if begun.has_prepared() {
        nav_grid.set_changed();
    }
    agents.begun = Some(begun);
}
