//! One layer of crowd agents: the crowd that moves them, and the state of each agent.

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
    /// The agents, by member id. The entry of an agent that left stays until its id is used again.
    pub(super) agents: Vec<LayerAgent>,
    /// Agents whose walks must be written. An agent may be listed twice.
    pub(super) news: Vec<MemberId>,
    /// The profiles of the layer's agents. The ground of the crowd is every cell that one of these profiles may
    /// enter.
    pub(super) profiles: SmallVec<[LayerProfile; 4]>,
    /// Whether a profile was added since the ground of the crowd was set.
    pub(super) has_new_profile: bool,
    /// Whether an agent changed its profile.
    pub(super) has_other_profiles: bool,
    /// Agents without speed. Agents that have speed again stay in the list until [`CrowdLayer::cells_of_standing`]
    /// removes them.
    pub(super) standing: Vec<MemberId>,
}

/// A cost profile that agents of a layer use.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LayerProfile {
    /// The number of the profile.
    pub(super) number: u16,
    /// Whether other profiles of the layer may enter cells that this profile may not enter.
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

    /// Sets the rules, which must be valid.
    pub(super) fn set_rules(&mut self, rules: CrowdRules, now: u64) {
        let result = self.mover.set_rules(rules, now);
        debug_assert!(result.is_ok(), "{result:?}");
    }

    /// Adds an agent to the layer.
    pub(super) fn join(&mut self, agent: AgentId, at: Vec2, here: IVec2, now: u64) -> MemberId {
        if self.mover.crowd().is_empty() {
            // The profiles of agents that have left no longer count.
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

    /// Notes a profile that an agent of the layer uses.
    pub(super) fn note_profile(&mut self, number: u16) {
        if !self.profiles.iter().any(|profile| profile.number == number) {
            self.profiles.push(LayerProfile { number, is_narrow: false });
            self.has_new_profile = true;
        }
    }

    /// Sets the ground of the crowd: every cell that at least one profile of the layer may enter.
    pub(super) fn widen(&mut self, map: &NavMap, grounds: &Grounds, now: u64) {
        self.has_new_profile = false;
        let of = |profile: &LayerProfile| grounds.profile_or_first(profile.number);
        let mut widest = CostProfile::blocked();
        for class in 0..=u8::MAX {
            let enters = |profile| of(profile).is_some_and(|profile| profile.enters(class));
            widest.set_cost(class, u16::from(self.profiles.iter().any(enters)));
        }
        for profile in &mut self.profiles {
            profile.is_narrow = of(profile).is_some_and(|own| own.passable() != widest.passable());
        }
        self.mover.set_profile(map, &widest, now);
    }

    /// Whether other agents of the layer may enter cells that agents of this profile may not enter.
    pub(super) fn is_narrow(&self, number: u16) -> bool {
        self.profiles.iter().any(|profile| profile.number == number && profile.is_narrow)
    }
}
