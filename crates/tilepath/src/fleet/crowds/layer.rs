//! One layer of crowd agents: the crowd that moves them, and what it must know of each.

use super::layer_agent::{LayerAgent, NO_GOAL};
use crate::{
    agents::CrowdMover,
    crowd::{CrowdRules, MemberId},
    fleet::{agent_id::AgentId, grounds::Grounds},
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
};
use glam::{IVec2, Vec2};
use smallvec::SmallVec;

/// The crowd agents of one layer.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct CrowdLayer {
    pub(super) number: u8,
    pub(super) mover: CrowdMover,
    /// By number of the agent. Those of agents that left stay until their number is given again.
    pub(super) agents: Vec<LayerAgent>,
    /// Agents whose walks are to be written, some of them twice.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LayerProfile {
    /// The number of the profile.
    pub(super) number: u16,
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
    pub(super) fn join(&mut self, agent: AgentId, at: Vec2, here: IVec2, now: u64) -> MemberId {
        if self.mover.crowd().is_empty() {
            // Agents that were here before may have gone where nobody goes now.
            self.profiles.clear();
        }
        let id = self.mover.insert(at, here, NO_GOAL, now);
        let agent = LayerAgent::new(agent, id);
        match self.agents.get_mut(id.index()) {
            Some(vacant) => *vacant = agent,
            None => self.agents.push(agent),
        }
        id
    }

    /// Notes that an agent walks by a profile.
    pub(super) fn note_profile(&mut self, number: u16) {
        if !self.profiles.iter().any(|profile| profile.number == number) {
            self.profiles.push(LayerProfile { number, is_narrow: false });
            self.has_new_profile = true;
        }
    }

    /// Makes the ground of the crowd all cells that some agent may enter.
    pub(super) fn widen(&mut self, map: &NavMap, grounds: &Grounds, now: u64) {
        self.has_new_profile = false;
        let of = |profile: &LayerProfile| grounds.profile_or_first(profile.number);
        let mut widest = CostProfile::blocked();
        for class in 0..=u8::MAX {
            let enters = |profile| of(profile).is_some_and(|profile| profile.cost(class) > 0);
            widest.set_cost(class, u16::from(self.profiles.iter().any(enters)));
        }
        for profile in &mut self.profiles {
            profile.is_narrow = of(profile).is_some_and(|own| own.passable() != widest.passable());
        }
        self.mover.set_profile(map, &widest, now);
    }

    /// Whether agents of a profile may not enter all cells that others enter.
    pub(super) fn is_narrow(&self, number: u16) -> bool {
        self.profiles.iter().any(|profile| profile.number == number && profile.is_narrow)
    }
}
