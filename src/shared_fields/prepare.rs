//! Prepares the map for the profiles in use.

use super::fields::FieldWishes;
use crate::{map::NavGrid, request::CostProfiles, search::Preparation, settings::PathfindingSettings};
use bevy::prelude::*;

/// Keeps the map prepared for the profiles in use, and measures landmarks for them, each up to its budget of a frame.
pub(crate) fn prepare_map(
    settings: Res<PathfindingSettings>,
    profiles: Res<CostProfiles>,
    mut preparation: ResMut<Preparation>,
    mut wishes: ResMut<FieldWishes>,
    mut nav_grid: ResMut<NavGrid>,
) {
    let waiting = core::mem::take(&mut wishes.unprepared);
    // Landmarks are no edit, so that the grid does not count as changed.
    let Some((map, fields)) = nav_grid.bypass_change_detection().map_and_fields() else { return };
    let budget = settings.load_cells_per_frame.max(1) as usize;
    let has_prepared = preparation.prepare(map, fields, profiles.iter(), &waiting, budget);
    preparation.measure_landmarks(map, profiles.iter(), settings.max_landmark_bytes);
    if has_prepared {
        nav_grid.set_changed();
    }
}
