//! The profiles for which the map keeps landmarks.

use super::prepare::named_profiles;
use crate::{
    map::NavGrid, plan::FrequentProfiles, request::CostProfiles, search::SpareWork,
    settings::PathfindingSettings,
};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CostProfile, NavMap};

/// Measures landmarks for the profiles in use, as many as there is memory for: the named ones, then those that are asked for frequently.
/// One profile is measured after the other, some cells in each frame, and again when many edits have made the bounds loose.
pub(crate) fn measure_landmarks(
    settings: Res<PathfindingSettings>,
    profiles: Res<CostProfiles>,
    frequent: Res<FrequentProfiles>,
    mut spare: ResMut<SpareWork>,
    mut nav_grid: ResMut<NavGrid>,
) {
    let whole = spare.begin_frame();
    // Not an edit, so that the grid does not count as changed.
    let Some((map, _)) = nav_grid.bypass_change_detection().parts_mut() else { return };
    let room = settings.max_landmark_bytes / map.landmark_bytes();
    let mut wanted: SmallVec<[&CostProfile; NavMap::MAX_LANDMARK_PROFILES]> = SmallVec::new();
    for profile in named_profiles(&profiles).chain(frequent.iter()) {
        if wanted.len() < room.min(NavMap::MAX_LANDMARK_PROFILES) && !wanted.contains(&profile) {
            wanted.push(profile);
        }
    }
    let others: SmallVec<[CostProfile; 1]> =
        map.landmark_profiles().filter(|profile| !wanted.contains(profile)).cloned().collect();
    if wanted.len() + others.len() > room {
        others.iter().for_each(|profile| map.drop_landmarks(profile));
    }
    let mut left = whole;
    for profile in wanted {
        // A map that is not prepared for a profile is searched cell by cell, without landmarks.
        if map.is_prepared(profile) && !map.measure_landmarks(profile, &mut left) {
            break;
        }
    }
    spare.spend(whole - left);
}
