//! Prepares a map for the profiles of its agents, so that their searches are fast.

use crate::{
    batch::{Batch, Threads},
    budget::Budget,
    fleet::fields::SharedFields,
    ground::CostProfile,
    map::NavMap,
    path::SampleSearches,
};
use smallvec::SmallVec;

/// Keeps a map prepared for the profiles of its agents: regions, cost fields, landmarks and warm-up searches.
///
/// The *named* profiles are the profiles in the game's list. The map is always prepared for the first profiles of this list
/// ([`Preparation::named`]). It is also prepared for the profiles of goal fields, and for profiles that searches use frequently.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Preparation {
    /// Profiles that are not named, and how often searches used each recently.
    counts: Vec<(CostProfile, u32)>,
    /// The rest of the frame's budget for landmarks and warm-up searches.
    #[cfg_attr(feature = "serde", serde(skip))]
    left: Budget,
    /// The memory of the comparison of engines.
    #[cfg_attr(feature = "serde", serde(skip))]
    samples: SampleSearches,
    /// Whether the last frame made warm-up searches and more of them remain.
    #[cfg_attr(feature = "serde", serde(skip))]
    is_warming_up: bool,
}

/// The maximum number of profiles that are not named and have goal fields.
const MAX_OTHER_PROFILES: usize = 4;

/// The maximum number of frequent profiles.
const MAX_FREQUENT: usize = 4;

/// A profile is frequent after this many recent searches.
const FREQUENT: u32 = 8;

/// The budget of a frame for landmarks and warm-up searches, in expansions of single cells. An expansion takes some
/// 0.06 to 0.16 µs: 19 of 20 frames stay below 0.6 ms on 512 × 512 cells (`bench -- after-load`).
const EXPANSIONS_PER_FRAME: u64 = 3000;

/// The share of landmarks, and of the comparison of engines, in this budget. It is the same in every frame: when these are ready must not
/// depend on how many warm-up searches were made, because each thread needs its own.
const LANDMARKS_PER_FRAME: u64 = 2000;

impl Preparation {
    /// The profiles for which a map is always prepared: the first of the named profiles.
    pub(in crate::fleet) fn named<'a>(
        profiles: impl Iterator<Item = &'a CostProfile>,
    ) -> impl Iterator<Item = &'a CostProfile> {
        profiles.take(NavMap::MAX_PREPARED - MAX_OTHER_PROFILES)
    }

    /// Counts a search for a profile that is not named.
    pub(in crate::fleet) fn note_search(&mut self, profile: &CostProfile) {
        if let Some((_, count)) = self.counts.iter_mut().find(|(known, _)| known == profile) {
            *count = count.saturating_add(1);
            return;
        }
        if self.counts.len() == 2 * MAX_FREQUENT {
            // The least frequent profile makes room. If there are several, the oldest does. All counts decrease, so
            // that only profiles in use stay frequent.
            let least = self.counts.iter().map(|&(_, count)| count).min();
            if let Some(at) = self.counts.iter().position(|&(_, count)| Some(count) == least) {
                self.counts.remove(at);
            }
            self.counts.iter_mut().for_each(|(_, count)| *count -= *count / 8);
        }
        self.counts.push((profile.clone(), 1));
    }

    /// The frequent profiles, the oldest first.
    fn frequent(&self) -> impl Iterator<Item = &CostProfile> {
        let is_frequent = |&&(_, count): &&(CostProfile, u32)| count >= FREQUENT;
        self.counts.iter().filter(is_frequent).map(|(profile, _)| profile).take(MAX_FREQUENT)
    }

    /// Returns whether a field for this profile is possible: a map can be prepared for a few profiles only.
    pub(in crate::fleet) fn has_room_for<'a>(
        fields: &'a SharedFields,
        named: impl Iterator<Item = &'a CostProfile>,
        profile: &'a CostProfile,
    ) -> bool {
        let named: SmallVec<[&CostProfile; NavMap::MAX_PREPARED]> = Self::named(named).collect();
        let mut others: SmallVec<[&CostProfile; NavMap::MAX_PREPARED]> = SmallVec::new();
        for other in fields.profiles().chain([profile]).filter(|profile| !named.contains(profile)) {
            if !others.contains(&other) {
                others.push(other);
            }
        }
        named.contains(&profile) || others.len() <= MAX_OTHER_PROFILES
    }

    /// Keeps a map prepared for the named profiles and for the profiles of goal fields. Each call also prepares one
    /// more profile: a profile for which a goal field waits (`waiting`), or a frequent profile. Works as far as the
    /// budget of cells goes. Until a profile is prepared, its searches go cell by cell.
    ///
    /// Returns whether anything had to be prepared.
    pub(in crate::fleet) fn prepare<'a>(
        &'a self,
        map: &mut NavMap,
        fields: &'a SharedFields,
        named: impl Iterator<Item = &'a CostProfile>,
        waiting: &'a [CostProfile],
        budget: &mut Budget,
    ) -> bool {
        let mut wanted: SmallVec<[&CostProfile; NavMap::MAX_PREPARED]> = SmallVec::new();
        for profile in Self::named(named).chain(fields.profiles()) {
            if !wanted.contains(&profile) {
                wanted.push(profile);
            }
        }
        let room = NavMap::MAX_PREPARED - wanted.len().min(NavMap::MAX_PREPARED);
        let waiting = || waiting.iter().rev().chain(self.frequent().take(room));
        let others = || waiting().filter(|profile| !map.is_prepared(profile));
        // An unfinished preparation is completed first, because another one would discard it.
        let under_way = |profile: &&CostProfile| map.preparing() == Some(*profile);
        wanted.extend(others().find(under_way).or_else(|| others().next()));
        if let Some(place) = wanted.iter().position(under_way) {
            wanted[..=place].rotate_right(1);
        }
        if wanted.iter().all(|profile| map.is_prepared(profile)) {
            return false;
        }
        // To make room for one profile, the map may drop another wanted profile. The second round prepares the
        // dropped profile again.
        let mut rounds = wanted.iter().chain(&wanted);
        while rounds.next().is_some_and(|profile| map.prepare_some(profile, budget).is_ready()) {}
        true
    }

    /// Measures landmarks for the named and the frequent profiles, for as many profiles as `max_bytes` allows.
    /// Measures one profile after the other, some cells in each frame. Measures a profile again when many edits have
    /// made its bounds loose. With the rest of the budget, finds out which engine suits these profiles. Call this once in a frame, before
    /// [`Preparation::warm_up`].
    pub(in crate::fleet) fn improve<'a>(
        &mut self,
        map: &mut NavMap,
        named: impl Iterator<Item = &'a CostProfile>,
        max_bytes: usize,
    ) {
        let room = max_bytes / map.landmark_bytes();
        let mut budget = Budget::new(LANDMARKS_PER_FRAME);
        let mut samples = core::mem::take(&mut self.samples);
        let mut profiles: SmallVec<[&CostProfile; NavMap::MAX_LANDMARK_PROFILES]> = SmallVec::new();
        // Reborrowed, because the frequent profiles have a shorter lifetime.
        let named = Self::named(named).map(|profile| -> &CostProfile { profile });
        for profile in named.chain(self.frequent()) {
            if profiles.len() < NavMap::MAX_LANDMARK_PROFILES && !profiles.contains(&profile) {
                profiles.push(profile);
            }
        }
        let wanted = &profiles[..profiles.len().min(room)];
        let others: SmallVec<[CostProfile; 1]> =
            map.landmark_profiles().filter(|profile| !wanted.contains(profile)).cloned().collect();
        if wanted.len() + others.len() > room {
            others.iter().for_each(|profile| map.drop_landmarks(profile));
        }
        for profile in wanted {
            // Without preparation for a profile, searches go cell by cell and use no landmarks.
            if map.is_prepared(profile) && map.measure_landmarks(profile, &mut budget).is_pending() {
                break;
            }
        }
        for profile in &profiles {
            // With landmarks, another engine may be the better one.
            let is_ready = map.has_landmarks(profile) || !wanted.contains(profile);
            if is_ready && map.compare_engines(profile, &mut samples, &mut budget).is_pending() {
                break;
            }
        }
        drop(profiles);
        self.samples = samples;
        self.left = Budget::new(EXPANSIONS_PER_FRAME - LANDMARKS_PER_FRAME + budget.left());
    }

    /// Takes over the memory of another preparation.
    pub(in crate::fleet) fn take_memory(&mut self, other: &mut Self) {
        self.samples = core::mem::take(&mut other.samples);
    }

    /// Skips the warm-up searches of this frame, because agents have asked for paths.
    pub(in crate::fleet) const fn skip_warm_up(&mut self) {
        self.is_warming_up = false;
    }

    /// Uses the rest of the frame's budget for [warm-up searches](Batch::warm_up). Call this in a frame without
    /// requests for paths.
    pub(in crate::fleet) fn warm_up(&mut self, map: &NavMap, batch: &mut Batch, threads: &impl Threads) {
        self.is_warming_up = batch.warm_up(map, threads.count(), &mut self.left).is_pending();
    }

    /// Returns whether the last frame made warm-up searches and more of them remain.
    #[must_use]
    pub(in crate::fleet) const fn is_warming_up(&self) -> bool {
        self.is_warming_up
    }
}
