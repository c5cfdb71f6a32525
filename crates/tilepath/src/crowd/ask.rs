//! Who is asked to give way, and where each agent of a chain may go.

use super::{
    agent::{MemberId, NONE, State},
    around::Around,
    chain::{Freedom, Link},
    environment::CrowdEnvironment,
    ground::NO_DIRECTION,
    groups::Directions,
    members::Crowd,
    priority::scatter,
};
use crate::{cost::Cost, ground::directions::bit};

/// An agent that may be asked to give way.
#[derive(Clone, Copy)]
pub(super) struct Occupant {
    pub(super) agent: u32,
    pub(super) place: usize,
    pub(super) freedom: Freedom,
}

/// The bit of a place in [`Link::asked`].
pub(super) const fn asked_bit(place: usize) -> u16 {
    1 << if place < 15 { place } else { 15 }
}

impl Crowd {
    /// Chooses the agent in the cell `to` that is asked next to give way: of the agents that can still be asked, the one that is
    /// last in the order of decisions. `None` if no agent can be asked.
    pub(super) fn next_occupant(&self, last: usize, to: u32) -> Option<Occupant> {
        let [first, link] = [0, last].map(|place| &self.work.push.chain[place]);
        let asked = if link.to == to { link.asked } else { 0 };
        let mut best: Option<(u64, Occupant)> = None;
        let is_wide = self.is_wide(link.agent);
        for (place, owner) in self.owners_at(link.agent, to).enumerate() {
            let is_asked = if is_wide { self.makes_way(owner) } else { asked & asked_bit(place) != 0 };
            if owner == NONE || owner == link.agent || is_asked {
                continue;
            }
            let Some((rank, freedom)) = self.may_ask(owner, first.agent) else {
                if is_wide {
                    return None;
                }
                continue;
            };
            if best.is_none_or(|(found, _)| rank > found) {
                best = Some((rank, Occupant { agent: owner, place, freedom }));
            }
        }
        best.map(|(_, occupant)| occupant)
    }

    /// The rank of an agent that may be asked to give way for the first agent of the chain, and where it may go then.
    fn may_ask(&self, number: u32, first: u32) -> Option<(u64, Freedom)> {
        let state = self.states[number as usize];
        let (agent, first) = (&self.agents[number as usize], &self.agents[first as usize]);
        let is_in_chain = || {
            !self.bodies.are_empty()
                && (self.makes_way(number) || self.work.push.chain.iter().any(|link| link.agent == number))
        };
        if state == State::Moving || agent.patience.is_held || is_in_chain() {
            return None;
        }
        let is_alike = agent.goal == first.goal && !self.work.push.clears_way;
        let freedom = if is_alike { Freedom::NotFurther } else { Freedom::Anywhere };
        let has_failed =
            agent.work.failed == self.call && (agent.work.failed_freely || freedom == Freedom::NotFurther);
        // An agent whose place was taken pushes no resting agents. Otherwise agents would take each other's places forever.
        let spares = is_alike && self.work.push.way.is_empty() || self.work.push.is_modest;
        let is_at_rest = spares && state == State::Resting;
        if agent.work.decided == self.call || has_failed || is_at_rest {
            return None;
        }
        let rank = self.rank(number);
        // This agent is blocked and its turn in this call is over: it would have decided to stay.
        let is_over = agent.blocked.is_some() && self.work.turn.is_some_and(|turn| rank < turn);
        (!is_over || !self.work.push.way.is_empty()).then_some((rank, freedom))
    }

    /// Returns `true` if this search can't make room in a full cell: either an agent of the chain already waits for room in the
    /// cell, or all agents in the cell are in the middle of a step. For a wide agent, which needs all of them gone, one such agent is enough.
    fn is_hopeless(&self, number: u32, cell: u32) -> bool {
        let is_moving = |owner: u32| self.states.get(owner as usize) == Some(&State::Moving);
        let can_go = match self.is_wide(number) {
            true => !self.others_at(number, cell).any(is_moving),
            false => !self.owners_at(number, cell).all(is_moving),
        };
        !can_go || self.cells_of(number, cell).any(|cell| self.work.push.claimed[cell as usize])
    }

    /// Adds an agent to the chain of pushing agents, with the directions in which it may go, the best direction last.
    pub(super) fn push_link(
        &mut self,
        number: u32,
        freedom: Freedom,
        around: &Around,
        guide: &impl CrowdEnvironment,
    ) {
        let agent = &self.agents[number as usize];
        let (id, cell, here) = (MemberId(number), agent.cell, around.here());
        if !self.work.push.way.is_empty() {
            return self.push_link_on_way(number, freedom);
        }
        // The costs of the same cells for the first agent of the chain, for which this agent steps aside.
        let first = self.work.push.chain.first().filter(|_| freedom == Freedom::Anywhere);
        let is_alike = first.is_some_and(|first| self.agents[first.agent as usize].goal == agent.goal);
        let first = first.map(|first| Around::new(&self.ground, MemberId(first.agent), cell, guide));
        let (sure, is_led) = self.sure_directions(id, around, guide);
        let mut ranked = [(0_u64, 0_u8); 8];
        let (mut count, mut if_room) = (0_usize, 0_u8);
        for (direction, beside) in self.ground.steps_and_tolls(cell) {
            let cost = around.beside(direction);
            if cost.is_none() && (here.is_some() || !guide.allows_cell(id, self.ground.cell(beside))) {
                continue;
            }
            let (here, cost) = (here.unwrap_or(Cost::ZERO), cost.unwrap_or(Cost::ZERO));
            let corridor = self.corridors.at(beside);
            let enters = corridor.is_some() && corridor != self.corridors.at(cell);
            let is_legal = match freedom {
                // Beside the goal, others need the corridor more.
                Freedom::Nearer if cost == here => here != Cost::ZERO && beside != agent.from && !enters,
                Freedom::Nearer => cost < here && (!is_led || sure & bit(direction.into()) != 0),
                Freedom::NotFurther => cost < here || cost == here && beside != agent.from,
                Freedom::Anywhere => true,
            };
            // An agent that comes out of a corridor pushes no agent with the same goal into another corridor. Otherwise they
            // would push each other around forever.
            if !is_legal || is_alike && enters {
                continue;
            }
            if freedom == Freedom::Nearer && cost == here {
                if_room |= 1 << direction;
            }
            let is_full = self.room_for(number, beside).is_none();
            if is_full && freedom != Freedom::Nearer && self.is_hopeless(number, beside) {
                continue;
            }
            let is_full = u64::from(is_full);
            let is_unsure = u64::from(sure & bit(direction.into()) == 0);
            let hash = scatter(u64::from(number) << 32 | u64::from(beside)) >> 33;
            let is_aside = freedom == Freedom::Anywhere;
            let is_far = u64::from(is_aside) & is_full;
            // An agent that gives way steps aside rather than ahead, because it would be pushed again there. It avoids a corridor
            // that does not lead to its goal, because it would have to come back.
            let leads_on = |first: &Around| first.beside(direction) < first.here();
            let is_ahead = u64::from(first.as_ref().is_some_and(leads_on));
            // It also avoids the goal of the first agent, because it would be pushed again there. It pushes other agents instead.
            let is_goal = |first: &Around| first.beside(direction) == Some(Cost::ZERO);
            let is_in_way = u64::from(first.as_ref().is_some_and(is_goal));
            let is_detour = u64::from(is_aside && enters && cost >= here);
            // Out of a resting crowd, the shortest way leads away from the goal.
            let is_outward = is_far == 1 && self.states[number as usize] == State::Resting;
            let cost = u64::from(if is_outward { u32::MAX - cost.units() } else { cost.units() });
            let rank = is_detour << 63
                | is_in_way << 62
                | is_far << 61
                | cost << 29
                | is_ahead << 28
                | is_unsure << 27
                | is_full << 26
                | hash >> 5;
            ranked[count] = (rank, direction);
            count += 1;
        }
        ranked[..count].sort_unstable_by(|one, other| other.cmp(one));
        self.work.push.chain.push(Link {
            directions: ranked.map(|(_, direction)| direction),
            count: count as u8,
            if_room,
            ..Link::new(number, freedom)
        });
    }

    /// The directions in which a path is sure to lead from an agent's cell, and whether one of them leads nearer to its goal and is free soon. Then
    /// the agent takes no other: a wall may be behind it.
    fn sure_directions(
        &self,
        id: MemberId,
        around: &Around,
        guide: &impl CrowdEnvironment,
    ) -> (Directions, bool) {
        let is_sure = |&(_, beside): &(u8, u32)| guide.leads_over(id, self.ground.cell(beside));
        let steps = self.ground.steps_and_tolls(around.cell).filter(is_sure);
        steps.fold((0, false), |(sure, is_led), (direction, beside)| {
            let is_nearer = around.beside(direction).is_some_and(|cost| Some(cost) < around.here());
            (sure | bit(direction.into()), is_led || is_nearer && self.has_room_soon(id.0, beside))
        })
    }

    /// Whether a cell has room, or somebody in it wants to go on.
    fn has_room_soon(&self, number: u32, cell: u32) -> bool {
        let goes_on =
            |owner: u32| matches!(self.states.get(owner as usize), Some(State::Moving | State::Waiting));
        self.room_for(number, cell).is_some() || self.others_at(number, cell).any(goes_on)
    }

    /// Adds an agent to the chain whose only direction is along the way to a gap.
    fn push_link_on_way(&mut self, number: u32, freedom: Freedom) {
        let push = &mut *self.work.push;
        let left = push.way.len().checked_sub(push.chain.len() + 1);
        let to = left.map(|left| push.way[left]);
        let mut steps = self.ground.steps(self.agents[number as usize].cell);
        let direction = steps.find(|&(_, beside)| Some(beside) == to).map(|(direction, _)| direction);
        push.chain.push(Link {
            directions: [direction.unwrap_or(NO_DIRECTION); 8],
            count: u8::from(direction.is_some()),
            ..Link::new(number, freedom)
        });
    }
}
