//! The profiles that the map is prepared for.

use super::fields::FieldWishes;
use crate::{map::NavGrid, plan::FrequentProfiles, request::CostProfiles, settings::PathfindingSettings};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CostProfile, NavMap, fleet::SharedFields};

/// How many profiles beyond the named ones may have goal fields.
pub(super) const MAX_OTHER_PROFILES: usize = 4;

/// The map is always prepared for this many of the first [`CostProfiles`], the named ones.
const MAX_NAMED_PROFILES: usize = NavMap::MAX_PREPARED - MAX_OTHER_PROFILES;

/// The profiles for which the map is always prepared.
pub(super) fn named_profiles(profiles: &CostProfiles) -> impl Iterator<Item = &CostProfile> {
    profiles.iter().take(MAX_NAMED_PROFILES)
}

/// Keeps the map prepared for the profiles in use: the named ones, those of goal fields, and, one a frame, those that a goal field waits
/// for or that are asked for frequently. What is new is prepared up to the budget of a frame: until then searches for it go cell by cell.
pub(crate) fn prepare_profiles(
    settings: Res<PathfindingSettings>,
    profiles: Res<CostProfiles>,
    frequent: Res<FrequentProfiles>,
    mut wishes: ResMut<FieldWishes>,
    mut nav_grid: ResMut<NavGrid>,
) {
    let mut waiting = core::mem::take(&mut wishes.unprepared);
    let Some((map, fields)) = nav_grid.bypass_change_detection().map_and_fields() else { return };
    let mut wanted: SmallVec<[&CostProfile; NavMap::MAX_PREPARED]> = SmallVec::new();
    for profile in named_profiles(&profiles).chain(fields.profiles()) {
        if !wanted.contains(&profile) {
            wanted.push(profile);
        }
    }
    let room = NavMap::MAX_PREPARED - wanted.len().min(NavMap::MAX_PREPARED);
    waiting.reverse();
    let others =
        || waiting.iter().chain(frequent.iter().take(room)).filter(|profile| !map.is_prepared(profile));
    // What is under way is completed first, as another one would discard it.
    let under_way = |profile: &&CostProfile| map.preparing() == Some(*profile);
    wanted.extend(others().find(under_way).or_else(|| others().next()));
    if let Some(place) = wanted.iter().position(under_way) {
        wanted[..=place].rotate_right(1);
    }
    if wanted.iter().all(|profile| map.is_prepared(profile)) {
        return;
    }
    let mut budget = settings.load_cells_per_frame.max(1) as usize;
    // To make room for one, the map may drop another that is wanted, too: the second round prepares that one again.
    let mut rounds = wanted.iter().chain(&wanted);
    while rounds.next().is_some_and(|profile| map.prepare_some(profile, &mut budget)) {}
    drop(wanted);
    nav_grid.set_changed();
}

/// Whether a field for this profile is possible: the map can be prepared for a few profiles only.
pub(super) fn has_room_for(fields: &SharedFields, profiles: &CostProfiles, profile: &CostProfile) -> bool {
    let is_named = |profile: &&CostProfile| named_profiles(profiles).any(|named| named == *profile);
    let mut others: Vec<&CostProfile> = Vec::new();
    for other in fields.profiles().chain([profile]).filter(|profile| !is_named(profile)) {
        if !others.contains(&other) {
            others.push(other);
        }
    }
    is_named(&profile) || others.len() <= MAX_OTHER_PROFILES
}
