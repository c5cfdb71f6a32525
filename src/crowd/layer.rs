//! One layer of agents that keep their cells: the crowd of the core, and what the plugin knows of its agents.

use super::{
    cell_walk::NEVER,
    mind::{Mind, NO_GOAL},
};
use crate::request::{CostProfiles, ProfileId};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{
    CostProfile, NavMap,
    crowd::{AgentId, Crowd, CrowdRules},
};

/// The agents of one layer.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) number: u8,
    pub(super) crowd: Crowd,
    /// By number of the agent. Those of agents that left stay until their number is given again.
    pub(super) minds: Vec<Mind>,
    /// When the step of each agent ends; never for those that stand.
    pub(super) ends: Vec<u64>,
    /// Agents whose components are to be written, some of them twice.
    pub(super) news: Vec<AgentId>,
    /// The profiles of its agents. Where one of them may walk is the ground of the crowd.
    pub(super) profiles: SmallVec<[LayerProfile; 4]>,
    /// A profile was added.
    pub(super) has_new_profile: bool,
    /// Some agent walks by another profile than before.
    pub(super) has_other_profiles: bool,
    /// Agents that stand still because of their speed, and some that no longer do.
    pub(super) standing: Vec<AgentId>,
    /// An agent has no place yet.
    pub(super) has_newcomers: bool,
    /// The least pace of all agents.
    pub(super) fastest: f32,
    /// The pace of some agent has changed.
    pub(super) has_new_pace: bool,
}

/// A profile of agents of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerProfile {
    pub(super) id: ProfileId,
    /// It does not enter all cells that others of the layer enter.
    pub(super) is_narrow: bool,
}

impl Layer {
    pub(super) fn new(
        number: u8,
        map: &NavMap,
        profile: &CostProfile,
        capacity: u8,
        rules: CrowdRules,
    ) -> Self {
        let mut layer = Self {
            number,
            crowd: Crowd::new(map, profile, capacity),
            minds: Vec::new(),
            ends: Vec::new(),
            news: Vec::new(),
            profiles: SmallVec::new(),
            has_new_profile: false,
            has_other_profiles: false,
            standing: Vec::new(),
            has_newcomers: false,
            fastest: f32::INFINITY,
            has_new_pace: false,
        };
        layer.set_rules(rules, 0);
        layer
    }

    /// Sets rules that are valid.
    pub(super) fn set_rules(&mut self, rules: CrowdRules, now: u64) {
        let result = self.crowd.set_rules(rules, now);
        debug_assert!(result.is_ok(), "{result:?}");
    }

    /// Takes an agent in.
    pub(super) fn join(&mut self, entity: Entity, at: Vec2, here: IVec2, now: u64) -> AgentId {
        if self.crowd.is_empty() {
            // Those that were here before may have gone where nobody goes now.
            self.profiles.clear();
        }
        let id = self.crowd.insert(here, NO_GOAL, now);
        self.has_newcomers = true;
        let mind = Mind::new(entity, id, at, here);
        match self.minds.get_mut(id.index()) {
            Some(vacant) => *vacant = mind,
            None => self.minds.push(mind),
        }
        self.ends.resize(self.minds.len(), NEVER);
        self.ends[id.index()] = NEVER;
        id
    }

    /// Takes an agent to another cell.
    pub(super) fn teleport(&mut self, id: AgentId, cell: IVec2, now: u64) {
        let mind = &mut self.minds[id.index()];
        (mind.from, mind.to, mind.is_outside, mind.is_resting) = (cell, cell, true, false);
        mind.stands_since = now;
        self.ends[id.index()] = NEVER;
        self.crowd.teleport(id, cell, now);
        self.has_newcomers = true;
    }

    /// Lets agents whose pace has changed, and agents behind them, go on at their new pace.
    pub(super) fn settle_paces(&mut self, now: u64) {
        let Self { crowd, minds, ends, news, .. } = self;
        for &(id, step) in crowd.settle_paces(now) {
            let mind = &mut minds[id.index()];
            mind.walk = mind.walk.repaced(now, step.starts, step.ends);
            ends[id.index()] = step.ends;
            news.push(id);
        }
    }

    /// Lets an agent go.
    pub(super) fn leave(&mut self, id: AgentId, now: u64) {
        self.crowd.remove(id, now);
        if let Some(end) = self.ends.get_mut(id.index()) {
            *end = NEVER;
            self.has_new_pace = true;
        }
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
        self.crowd.set_profile(map, &widest, now);
    }

    /// Whether agents of a profile may not enter all cells that others enter.
    pub(super) fn is_narrow(&self, id: ProfileId) -> bool {
        self.profiles.iter().any(|profile| profile.id == id && profile.is_narrow)
    }

    /// The least pace of all agents that are there, in microseconds for a world unit.
    pub(super) fn least_pace(&mut self) -> f32 {
        if core::mem::take(&mut self.has_new_pace) {
            let minds = self.minds.iter().filter(|mind| self.crowd.contains(mind.id));
            self.fastest = minds.filter_map(|mind| mind.pace).fold(f32::INFINITY, f32::min);
        }
        self.fastest
    }
}
