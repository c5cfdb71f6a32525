//! Profiles with a request's own aversion, by how often they are asked for.

use bevy::prelude::*;
use tilepath::CostProfile;

/// Profiles that come from a request's own aversion, and how often each was asked for recently. The map is prepared for the frequent ones.
#[derive(Resource, Default)]
pub(crate) struct FrequentProfiles {
    counts: Vec<(CostProfile, u32)>,
}

/// How many profiles may be frequent at a time.
const MAX_FREQUENT: usize = 4;

/// How often a profile must be asked for to be frequent.
const FREQUENT: u32 = 8;

impl FrequentProfiles {
    /// Counts a search for a profile.
    pub(crate) fn note_search(&mut self, profile: &CostProfile) {
        if let Some((_, count)) = self.counts.iter_mut().find(|(known, _)| known == profile) {
            *count = count.saturating_add(1);
            return;
        }
        if self.counts.len() == 2 * MAX_FREQUENT {
            // The least frequent makes room, of several the oldest. All counts decrease, so that a profile must stay in use to stay.
            let least = self.counts.iter().map(|&(_, count)| count).min();
            if let Some(at) = self.counts.iter().position(|&(_, count)| Some(count) == least) {
                self.counts.remove(at);
            }
            self.counts.iter_mut().for_each(|(_, count)| *count -= *count / 8);
        }
        self.counts.push((profile.clone(), 1));
    }

    /// The frequent profiles, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &CostProfile> {
        let is_frequent = |&&(_, count): &&(CostProfile, u32)| count >= FREQUENT;
        self.counts.iter().filter(is_frequent).map(|(profile, _)| profile).take(MAX_FREQUENT)
    }
}
