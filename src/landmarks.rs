//! Landmarks for the profiles in use, where the settings ask for them.

use crate::{nav_grid::NavGrid, profile::CostProfiles, settings::PathfindingSettings};
use bevy::prelude::*;
use tilepath::NavMap;

/// Surveys the map for the first profiles, one a frame: until then their searches do without landmarks.
pub(crate) fn survey(
    settings: Res<PathfindingSettings>,
    profiles: Res<CostProfiles>,
    mut nav_grid: ResMut<NavGrid>,
) {
    if !settings.landmarks {
        return;
    }
    let Some(map) = nav_grid.map() else { return };
    let missing = profiles.iter().take(NavMap::MAX_SURVEYED).find(|profile| !map.is_surveyed(profile));
    if let Some(profile) = missing
        && let Some(map) = nav_grid.map_mut()
    {
        map.survey(profile);
    }
}
