//! One layer of agents that keep their cells: the core's mover, and what the plugin knows of its agents.

use super::layer_agent::{LayerAgent, NO_GOAL};
use crate::request::{CostProfiles, ProfileId};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{
    CellGeometry, CostProfile, NavMap,
    agents::CrowdMover,
    crowd::{CrowdRules, MemberId},
};

/// The agents of one layer.
#[derive(Debug)]
pub(super) struct CrowdLayer {
    pub(super) number: u8,
    pub(super) mover: CrowdMover,
    /// By number of the agent. Those of agents that left stay until their number is given again.
    pub(super) agents: Vec<LayerAgent>,
    /// Agents whose components are to be written, some of them twice.
    pub(super) news: Vec<MemberId>,
    /// The profiles of its agents. Where one of them may walk is the ground of the crowd.
    pub(super) profiles: SmallVec<[LayerProfile; 4]>,
    /// A profile was added.
    pub(super) has_new_profile: bool,
    /// Some agent walks by another profile than before.
    pub(super) has_other_profiles: bool,
    /// Agents that stand still because of their speed, and some that no longer do.
    pub(super) standing: Vec<MemberId>,
}

/// A profile of agents of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerProfile {
    pub(super) id: ProfileId,
    /// It does not enter all cells that others of the layer enter.
    pub(super) is_narrow: bool,
}

impl CrowdLayer {
    pub(super) fn new(
        number: u8,
        map: &NavMap,
        geometry: CellGeometry,
        capacity: u8,
        rules: CrowdRules,
    ) -> Self {
        let mut layer = Self {
            number,
            mover: CrowdMover::new(map, geometry, &CostProfile::blocked(), capacity),
            agents: Vec::new(),
            news: Vec::new(),
            profiles: SmallVec::new(),
            has_new_profile: false,
            has_other_profiles: false,
            standing: Vec::new(),
        };
        layer.set_rules(rules, 0);
        layer
    }

    /// Sets rules that are valid.
    pub(super) fn set_rules(&mut self, rules: CrowdRules, now: u64) {
        let result = self.mover.set_rules(rules, now);
        debug_assert!(result.is_ok(), "{result:?}");
    }

    /// Takes an agent in.
    pub(super) fn join(&mut self, entity: Entity, at: Vec2, here: IVec2, now: u64) -> MemberId {
        if self.mover.crowd().is_empty() {
            // Agents that were here before may have gone where nobody goes now.
            self.profiles.clear();
        }
        let id = self.mover.insert(at, here, NO_GOAL, now);
        let agent = LayerAgent::new(entity, id);
        match self.agents.get_mut(id.index()) {
            Some(vacant) => *vacant = agent,
            None => self.agents.push(agent),
        }
        id
    }

    /// Notes that an agent walks by a profile.
    pub(super) fn note_profile(&mut self, id: ProfileId) {
        if !self.profiles.iter().any(|profile| profile.id == id) {
            self.profiles.push(LayerProfile { id, is_narrow: false });
            self.has_new_profile = true;
        }
    }

    /// Makes the ground of the crowd all cells that some agent may enter.
    pub(super) fn widen(&mut self, map: &NavMap, profiles: &CostProfiles, now: u64) {
        self.has_new_profile = false;
        let of = |profile: &LayerProfile| profiles.get_or_default(profile.id);
        let mut widest = CostProfile::blocked();
        for class in 0..=u8::MAX {
            let is_free = self.profiles.iter().any(|profile| of(profile).cost(class) > 0);
            widest.set_cost(class, u16::from(is_free));
        }
        for profile in &mut self.profiles {
            profile.is_narrow = of(profile).passable() != widest.passable();
        }
        self.mover.set_profile(map, &widest, now);
    }

    /// Whether agents of a profile may not enter all cells that others enter.
    pub(super) fn is_narrow(&self, id: ProfileId) -> bool {
        self.profiles.iter().any(|profile| profile.id == id && profile.is_narrow)
    }
}
