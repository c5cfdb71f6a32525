//! One layer of crowd agents: the crowd that gives them cells, and the agents themselves.

use super::{
    legs::Legs,
    member::{Member, NO_GOAL},
};
use crate::{
    crowd::{Crowd, CrowdRules, MemberId},
    fleet::{
        agent_id::AgentId,
        agents::Grounds,
        walking::{CellStep, Motion},
    },
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
};
use glam::{IVec2, Vec2};
use smallvec::SmallVec;

/// The crowd agents of one layer.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct CrowdLayer {
    pub(in crate::fleet) number: u8,
    pub(in crate::fleet) crowd: Crowd,
    /// The agents, by member id. The entry of an agent that left stays until its id is used again.
    pub(in crate::fleet) members: Vec<Member>,
    /// When the present leg of each member's step ends, in a column of its own because each tick reads all of them. [`Motion::NEVER`] for members
    /// that stand.
    pub(in crate::fleet) alarms: Vec<u64>,
    /// Whether some agent has no place yet.
    pub(in crate::fleet) has_newcomers: bool,
    /// Agents whose walks must be written. An agent may be listed twice.
    pub(in crate::fleet) news: Vec<MemberId>,
    /// The profiles of the layer's agents. The ground of the crowd is every cell that one of these profiles may
    /// enter.
    pub(in crate::fleet) profiles: SmallVec<[LayerProfile; 4]>,
    /// Whether a profile was added since the ground of the crowd was set.
    pub(in crate::fleet) has_new_profile: bool,
    /// Whether an agent changed its profile.
    pub(in crate::fleet) has_other_profiles: bool,
    /// Whether some agent stops, or has stopped, before obstacles.
    pub(in crate::fleet) has_stops: bool,
    /// Agents without speed. Agents that have speed again stay in the list until [`CrowdLayer::cells_of_standing`]
    /// removes them.
    pub(in crate::fleet) standing: Vec<MemberId>,
    /// The lowest pace of all agents. `None` if the pace of some agent has changed since it was computed.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) fastest: Option<f32>,
}

/// A cost profile that agents of a layer use.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct LayerProfile {
    /// The number of the profile.
    pub(in crate::fleet) number: u16,
    /// Whether other profiles of the layer may enter cells that this profile may not enter.
    pub(in crate::fleet) is_narrow: bool,
}

/// Where something has moved an agent.
pub(in crate::fleet) struct Moved {
    pub(in crate::fleet) at: Vec2,
    /// The cell that contains the position.
    pub(in crate::fleet) here: IVec2,
    /// Whether the game moves the agent itself.
    pub(in crate::fleet) is_steered: bool,
}

/// An agent that the game moves itself keeps its cell up to this distance from its step, in tiles.
const BESIDE: f32 = 0.75;

impl CrowdLayer {
    /// A layer without agents. The rules must be valid.
    pub(in crate::fleet) fn new(number: u8, map: &NavMap, capacity: u8, rules: CrowdRules) -> Self {
        let mut layer = Self {
            number,
            crowd: Crowd::new(map, &CostProfile::blocked(), capacity),
            members: Vec::new(),
            alarms: Vec::new(),
            has_newcomers: false,
            news: Vec::new(),
            profiles: SmallVec::new(),
            has_new_profile: false,
            has_other_profiles: false,
            has_stops: false,
            standing: Vec::new(),
            fastest: None,
        };
        layer.set_rules(rules, 0);
        layer
    }

    /// Sets the rules, which must be valid.
    pub(in crate::fleet) fn set_rules(&mut self, rules: CrowdRules, now: u64) {
        let result = self.crowd.set_rules(rules, now);
        debug_assert!(result.is_ok(), "{result:?}");
    }

    /// Adds an agent at a position in the cell `here`. It gets a place in the next run.
    pub(in crate::fleet) fn join(
        &mut self,
        agent: AgentId,
        (at, here): (Vec2, IVec2),
        step: &mut CellStep,
        now: u64,
    ) -> MemberId {
        if self.crowd.is_empty() {
            // The profiles of agents that have left no longer count.
            self.profiles.clear();
        }
        let id = self.crowd.insert(here, NO_GOAL, now);
        self.has_newcomers = true;
        let member = Member::new(agent, id, at);
        match self.members.get_mut(id.index()) {
            Some(vacant) => *vacant = member,
            None => self.members.push(member),
        }
        self.alarms.resize(self.members.len(), Motion::NEVER);
        self.stand(id, at, step);
        step.set_cells(here, here);
        id
    }

    /// Lets an agent stand at a point: its step ends here.
    pub(in crate::fleet) fn stand(&mut self, id: MemberId, at: Vec2, step: &mut CellStep) {
        self.alarms[id.index()] = Motion::NEVER;
        self.members[id.index()].legs = Legs::still(at);
        step.motion = Motion::still(at);
    }

    /// Removes an agent. Its cell is free at once.
    pub(in crate::fleet) fn remove(&mut self, id: MemberId, now: u64) {
        self.crowd.remove(id, now);
        self.alarms[id.index()] = Motion::NEVER;
        self.fastest = None;
    }

    /// The members of the crowd, in the order of their numbers.
    pub(in crate::fleet) fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| self.crowd.contains(member.id))
    }

    /// Sets the speed of an agent, in world units per second. The speed also applies to the rest of the agent's step. An agent whose speed is
    /// not above 0 stands still. `slowness` is the factor for the time that the agent takes to enter the cell of its step. Returns whether
    /// the speed has changed. If not, the call does nothing.
    pub(in crate::fleet) fn set_speed(
        &mut self,
        id: MemberId,
        speed: f32,
        slowness: f32,
        step: &mut CellStep,
        now: u64,
    ) -> bool {
        // NaN is not above 0.
        let pace = Some(speed).filter(|&speed| speed > 0.0).map(|speed| 1e6 / speed);
        let pace = pace.filter(|pace| pace.is_finite());
        let member = &mut self.members[id.index()];
        if member.pace == pace {
            return false;
        }
        member.pace = pace;
        self.fastest = None;
        self.repace(id, slowness, step, now);
        true
    }

    /// Computes the time for the rest of an agent's step again.
    pub(in crate::fleet) fn repace(&mut self, id: MemberId, slowness: f32, step: &mut CellStep, now: u64) {
        let member = &mut self.members[id.index()];
        let at = step.motion.at(now);
        let time = member.time_for(member.legs.left(at) * slowness);
        if self.crowd.is_moving(id) {
            self.crowd.change_pace(id, time, now);
        } else {
            step.motion = member.legs.repace(at, now, [now, now.saturating_add(time)]);
        }
    }

    /// Moves an agent to a position in the world. If this is in the agent's own cell, or in the cell that the agent leaves, the
    /// agent continues its step from there. If the game moves the agent, the position may also be a little beside its step. Otherwise the
    /// agent loses its cell, and gets a place near the new position in the next run.
    /// Returns whether the agent lost its cell. `slowness` is as in [`CrowdLayer::set_speed`].
    pub(in crate::fleet) fn move_to(
        &mut self,
        id: MemberId,
        Moved { at, here, is_steered }: Moved,
        slowness: f32,
        (step, geometry): (&mut CellStep, &CellGeometry),
        now: u64,
    ) -> bool {
        let member = &mut self.members[id.index()];
        let present = self.crowd.step(id);
        let is_moving = self.crowd.is_moving(id);
        let is_behind =
            is_moving && present.is_some_and(|present| here == present.from && here != present.to);
        let is_beside = is_steered
            && here != step.to()
            && geometry.tiles_beside_step(at, step.from(), step.to()) <= BESIDE
            && self.crowd.leads(here, step.to());
        let stays = !member.is_outside && (here == step.to() || is_behind || is_beside);
        if !stays {
            member.is_outside = true;
            self.crowd.teleport(id, here, now);
            self.has_newcomers = true;
            self.stand(id, at, step);
            step.set_cells(here, here);
            return true;
        }
        // An agent that has just lost its cell learns it in the next run.
        let Some(present) = present else {
            self.stand(id, at, step);
            return false;
        };
        let middle = if is_behind || is_beside { geometry.between(here, present.to) } else { at };
        let end = geometry.place_in(present.to, present.place, self.crowd.capacity_for(id));
        let ends = if is_moving { member.legs.ends().max(now) } else { Motion::NEVER };
        step.motion = member.legs.walk([at, middle, end], now, [now, ends]);
        if is_moving {
            self.alarms[id.index()] = step.motion.ends();
        }
        self.repace(id, slowness, step, now);
        false
    }

    /// Notes a profile that an agent of the layer uses.
    pub(in crate::fleet) fn note_profile(&mut self, number: u16) {
        if !self.profiles.iter().any(|profile| profile.number == number) {
            self.profiles.push(LayerProfile { number, is_narrow: false });
            self.has_new_profile = true;
        }
    }

    /// Sets the ground of the crowd: every cell that at least one profile of the layer may enter.
    pub(in crate::fleet) fn widen(&mut self, map: &NavMap, grounds: &Grounds, now: u64) {
        self.has_new_profile = false;
        let of = |profile: &LayerProfile| grounds.profile_or_first(profile.number);
        let mut widest = CostProfile::blocked();
        for class in 0..=u8::MAX {
            let enters = |profile| of(profile).is_some_and(|profile| profile.enters(class));
            widest.set_cost(class, u16::from(self.profiles.iter().any(enters)));
        }
        for profile in &mut self.profiles {
            profile.is_narrow =
                of(profile).is_some_and(|own| own.size() > 1 || own.passable() != widest.passable());
        }
        self.crowd.set_profile(map, &widest, now);
    }

    /// Whether other agents of the layer may enter cells that agents of this profile may not enter.
    pub(in crate::fleet) fn is_narrow(&self, number: u16) -> bool {
        self.profiles.iter().any(|profile| profile.number == number && profile.is_narrow)
    }
}
