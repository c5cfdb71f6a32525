//! Pushing: an agent that wants a full cell pushes an agent out of it, and that agent pushes the next one.

use super::{
    agent::{MemberId, NONE, Queue, State},
    around::Around,
    chain::{Freedom, Link},
    environment::CrowdEnvironment,
    ground::NO_DIRECTION,
    groups::Directions,
    members::Crowd,
    priority::scatter,
    stuck_reason::StuckReason,
};
use crate::{cost::Cost, ground::directions::bit};

/// The maximum number of agents in a circle that must wait for the agent ahead. With more agents, the waits would add up to a
/// large part of a step.
const MOST_SHARP: usize = 8;

/// The result of one step of the search.
enum Outcome {
    /// The last agent of the chain has found room.
    Room,
    /// The last agent of the chain takes the cell of the first agent.
    Circle,
    /// The search goes on, with another agent or another direction.
    GoOn,
}

/// An agent that may be asked to give way.
#[derive(Clone, Copy)]
struct Occupant {
    agent: u32,
    place: usize,
    freedom: Freedom,
}

/// The bit of a place in [`Link::asked`].
const fn asked_bit(place: usize) -> u16 {
    1 << if place < 15 { place } else { 15 }
}

impl Crowd {
    /// Lets an agent step nearer to its goal if it can, together with the agents that it must push. Returns whether it begins a
    /// step.
    ///
    /// This is a depth-first search for a free place over the agents that can be pushed. It has its own stack, because a chain
    /// can contain all agents. Each agent is asked at most twice in a call of [`Crowd::begin_call`].
    pub(super) fn plan(
        &mut self,
        root: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        let is_in_corridor = self.is_in_corridor(root);
        self.insist_if_due(root, now);
        self.work.push.is_modest = self.agents[root as usize].is_modest(now);
        self.work.push.clears_way =
            is_in_corridor && !self.work.push.is_modest && self.clears_way(root, guide);
        self.agents[root as usize].work.decided = self.call;
        self.agents[root as usize].is_queueing = false;
        self.agents[root as usize].reason = StuckReason::Crowded;
        if self.agents[root as usize].work.found_gap == self.call
            && self.finds_gap(root, around, true, guide, now)
        {
            self.push_link(root, Freedom::Nearer, around, guide);
            let has_set_out = self.search(is_in_corridor, guide, now);
            self.work.push.way.clear();
            return has_set_out;
        }
        self.push_link(root, Freedom::Nearer, around, guide);
        self.search(is_in_corridor, guide, now)
    }

    /// Searches for room for the first agent of the chain. If it finds room, all agents of the chain begin a step.
    fn search(&mut self, is_in_corridor: bool, guide: &impl CrowdEnvironment, now: u64) -> bool {
        while !self.work.push.chain.is_empty() {
            match self.try_last(is_in_corridor, guide, now) {
                Outcome::GoOn => {}
                outcome => {
                    self.commit(matches!(outcome, Outcome::Circle), guide, now);
                    self.drop_chain();
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether an agent in a corridor, or just outside of one, may push even agents with the same goal. `true` if the
    /// agent's path leads out of the corridor, because the agents behind need room. `false` if the agent's goal is in the
    /// corridor: the agent would only swap places with agents that came earlier.
    fn clears_way(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        let Some(corridor) = self.corridors.at(cell) else { return true };
        let here = guide.cost(id, self.ground.cell(cell));
        here.is_none_or(|here| self.leads_out(id, corridor, here, guide))
    }

    fn drop_chain(&mut self) {
        let push = &mut *self.work.push;
        for link in push.chain.drain(..) {
            if link.to != NONE {
                push.claimed[link.to as usize] = false;
            }
        }
    }

    /// Continues the search with the last agent in the chain of pushing agents, and tries its directions in order. If the cell in
    /// a direction has room, the search ends. Otherwise, an agent in this cell is asked to give way. If no direction is left, the
    /// last agent is removed from the chain.
    fn try_last(&mut self, is_in_corridor: bool, guide: &impl CrowdEnvironment, now: u64) -> Outcome {
        let last = self.work.push.chain.len() - 1;
        if self.work.push.chain[last].to != NONE {
            let to = self.work.push.chain[last].to;
            if let Some(occupant) = self.next_occupant(last, to) {
                self.ask(last, occupant, guide);
                return Outcome::GoOn;
            }
            self.release_claim(last);
        }
        loop {
            let link = &mut self.work.push.chain[last];
            let Some(count) = link.count.checked_sub(1) else { break };
            link.count = count;
            let direction = link.directions[usize::from(count)];
            let only_if_room = link.if_room & 1 << direction != 0;
            match self.look(last, direction, only_if_room, is_in_corridor, guide, now) {
                Some(outcome) => return outcome,
                None => continue,
            }
        }
        let Some(link) = self.work.push.chain.pop() else { return Outcome::GoOn };
        let agent = &mut self.agents[link.agent as usize];
        let fails_freely = link.freedom == Freedom::Anywhere;
        agent.work.failed_freely = fails_freely || agent.work.failed == self.call && agent.work.failed_freely;
        agent.work.failed = self.call;
        Outcome::GoOn
    }

    /// Tries the neighbour cell in a direction for the last agent in the chain of pushing agents. Returns `None` if the agent may
    /// not enter this cell now, or if the cell is full and no agent in it can be asked to give way.
    fn look(
        &mut self,
        last: usize,
        direction: u8,
        only_if_room: bool,
        is_in_corridor: bool,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> Option<Outcome> {
        let agent = self.work.push.chain[last].agent;
        let at = self.agents[agent as usize].cell;
        let to = self.ground.beside(at, direction);
        let root = &self.work.push.chain[0];
        let closes = last >= 2 && to == self.agents[root.agent as usize].cell && root.to != NONE;
        if self.work.push.claimed[to as usize]
            || self.is_held(to)
            || !self.work.corners.are_free(&self.ground, at, direction)
        {
            return None;
        }
        if !guide.allows_step(MemberId(agent), self.ground.cell(at), self.ground.cell(to)) {
            return None;
        }
        // If the first agent comes out of a corridor, the agents that it pushes may enter any corridor, but lanes only in their
        // direction, and the dead ends of their goals only if nobody comes out.
        let is_lane = self.corridors.at(to).is_some_and(|corridor| self.corridors.is_lane(corridor));
        let is_exempt = is_in_corridor && last > 0 && !is_lane;
        let may_enter = if is_exempt {
            !self.is_in_way_in_dead_end(agent, at, to, guide)
        } else {
            self.enters(last, at, to, guide, now) && self.keeps_mouth_clear(last, to, guide, now)
        };
        if !may_enter {
            return None;
        }
        if last == 0 && !is_in_corridor && self.presses(agent, to, guide) {
            self.agents[agent as usize].is_queueing = true;
            return None;
        }
        let room = self.has_room(to);
        if room || closes && self.occupancy.capacity() == 1 && self.can_circle(direction) {
            let link = &mut self.work.push.chain[last];
            (link.to, link.direction) = (to, direction);
            return Some(if room { Outcome::Room } else { Outcome::Circle });
        }
        let is_first = to == self.agents[self.work.push.chain[0].agent as usize].cell;
        if only_if_room || is_first {
            return None;
        }
        let occupant = self.next_occupant(last, to)?;
        self.claim(last, to, direction);
        self.ask(last, occupant, guide);
        Some(Outcome::GoOn)
    }

    /// Asks an agent to give way to the last agent in the chain of pushing agents. The agent that is asked becomes the new last
    /// agent.
    fn ask(&mut self, last: usize, occupant: Occupant, guide: &impl CrowdEnvironment) {
        let Occupant { agent, place, freedom } = occupant;
        self.work.push.chain[last].asked |= asked_bit(place);
        let around = self.look_around(agent, guide);
        self.push_link(agent, freedom, &around, guide);
    }

    fn claim(&mut self, last: usize, to: u32, direction: u8) {
        let push = &mut *self.work.push;
        let link = &mut push.chain[last];
        (link.to, link.direction, link.asked) = (to, direction, 0);
        push.claimed[to as usize] = true;
        let at = self.agents[link.agent as usize].cell;
        self.work.corners.take(&self.ground, at, direction);
    }

    fn release_claim(&mut self, last: usize) {
        let push = &mut *self.work.push;
        let link = &mut push.chain[last];
        push.claimed[link.to as usize] = false;
        let at = self.agents[link.agent as usize].cell;
        self.work.corners.release(&self.ground, at, link.direction);
        (link.to, link.direction) = (NONE, NO_DIRECTION);
    }

    /// The end by which a step of an agent enters a corridor. A step from the side counts as entering by the end farther from the
    /// agent's goal. In a lane, the costs of the two neighbours along the lane tell which end this is.
    pub(super) fn entered_by(
        &self,
        agent: u32,
        corridor: u32,
        at: u32,
        to: u32,
        guide: &impl CrowdEnvironment,
    ) -> u8 {
        if let Some(end) = self.corridors.end_of_step(&self.ground, corridor, at, to) {
            return end;
        }
        let cost = |at| guide.cost(MemberId(agent), self.ground.cell(at));
        let lane = self.corridors.along_lane(corridor, to);
        let cheapest = |end| self.corridors.beyond(&self.ground, corridor, end).filter_map(cost).min();
        let beyond = lane.map_or_else(|| [cheapest(0), cheapest(1)], |beside| beside.map(cost));
        match beyond {
            // If the entered cell is the cheapest, the goal is in this lane, and the agent goes no further along the lane.
            [Some(first), Some(second)] if lane.is_none() || cost(to) > Some(first.min(second)) => {
                u8::from(first < second)
            }
            _ => self.corridors.get(corridor).token.end(),
        }
    }

    /// Returns whether corridors allow the step of an agent from `at` to `to`. A step into another corridor is only allowed if
    /// that corridor is open in this direction.
    fn enters(&mut self, last: usize, at: u32, to: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let Some(number) = self.corridors.at(to) else { return true };
        if self.corridors.at(at) == Some(number) {
            return true;
        }
        let agent = self.work.push.chain[last].agent;
        let end = self.entered_by(agent, number, at, to, guide);
        let is_in_way = self.is_in_way_in_dead_end(agent, at, to, guide);
        let call = self.call;
        let corridor = self.corridors.get_mut(number);
        let admits = !is_in_way && corridor.token.admits(end, corridor.cells, &self.rules, call, now);
        if !admits && last == 0 {
            corridor.token.refuse(end, self.work.times.corridor_stuck_after, call, now);
            let agent = self.work.push.chain[0].agent;
            let agent = &mut self.agents[agent as usize];
            (agent.is_queueing, agent.reason) = (true, StuckReason::Corridor);
            agent.queue = Queue { corridor: self.corridors.first_lane(number), end };
            agent.queue_at = call;
            self.corridors.note_refusal(call);
        }
        admits
    }

    /// Returns whether a pushing agent may step to the cell `to`. `false` if the agent would block the exit of a corridor there:
    /// the agent wants to go on through corridors that begin next to `to`, but all of them are closed in its direction.
    ///
    /// The first agent of the chain may always step out of its corridor, unless the corridor is one of several parallel lanes.
    /// Otherwise, where two corridors meet in one cell, the agents in both would wait for each other.
    fn keeps_mouth_clear(&mut self, last: usize, to: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        if !self.corridors.may_be_near(to) {
            return true;
        }
        let here = self.corridors.at(to);
        let at = self.corridors.at(self.agents[self.work.push.chain[last].agent as usize].cell);
        if last == 0 && at.is_some_and(|corridor| !self.corridors.is_lane(corridor)) {
            return true;
        }
        let mut is_refused = false;
        for (_, beyond) in self.ground.steps(to) {
            let Some(corridor) = self.corridors.at(beyond) else { continue };
            let agent = self.work.push.chain[last].agent;
            if here.is_some() || self.corridors.at(self.agents[agent as usize].cell) == Some(corridor) {
                continue;
            }
            let cost = |at| guide.cost(MemberId(agent), self.ground.cell(at));
            if cost(beyond) < cost(to) {
                if self.enters(last, to, beyond, guide, now) {
                    return true;
                }
                is_refused = true;
            }
        }
        !is_refused
    }

    /// Returns whether the agents in the chain of pushing agents may step in a circle: each agent steps into the cell of the
    /// next, and the last agent steps in `direction`, into the cell of the first. At a sharp turn, an agent must begin its step
    /// later, to keep its distance from the agent ahead. The circle is allowed if at most 8 agents, and not all, must begin
    /// later.
    fn can_circle(&self, direction: u8) -> bool {
        let chain = &self.work.push.chain;
        let of = |place: usize| if place + 1 == chain.len() { direction } else { chain[place].direction };
        let is_sharp = |place: &usize| self.ground.is_sharp(of((place + 1) % chain.len()), of(*place));
        let sharp = (0..chain.len()).filter(is_sharp).count();
        sharp <= MOST_SHARP && sharp < chain.len()
    }

    /// Chooses the agent in the cell `to` that is asked next to give way: of the agents that can still be asked, the one that is
    /// last in the order of decisions. `None` if no agent can be asked.
    fn next_occupant(&self, last: usize, to: u32) -> Option<Occupant> {
        let [first, link] = [0, last].map(|place| &self.work.push.chain[place]);
        let asked = if link.to == to { link.asked } else { 0 };
        let mut best: Option<(u64, Occupant)> = None;
        for (place, &owner) in self.occupancy.owners(to).iter().enumerate() {
            if owner == NONE || asked & asked_bit(place) != 0 {
                continue;
            }
            let state = self.states[owner as usize];
            if state == State::Moving || self.agents[owner as usize].patience.is_held {
                continue;
            }
            let (agent, first) = (&self.agents[owner as usize], &self.agents[first.agent as usize]);
            let is_alike = agent.goal == first.goal && !self.work.push.clears_way;
            let freedom = if is_alike { Freedom::NotFurther } else { Freedom::Anywhere };
            let has_failed = agent.work.failed == self.call
                && (agent.work.failed_freely || freedom == Freedom::NotFurther);
            // An agent whose place was taken pushes no resting agents. Otherwise agents would take each other's places forever.
            let spares = is_alike && self.work.push.way.is_empty() || self.work.push.is_modest;
            let is_at_rest = spares && state == State::Resting;
            if agent.work.decided == self.call || has_failed || is_at_rest {
                continue;
            }
            let rank = self.rank(owner);
            // This agent is blocked and its turn in this call is over: it would have decided to stay.
            let is_over = agent.blocked.is_some() && self.work.turn.is_some_and(|turn| rank < turn);
            if is_over && self.work.push.way.is_empty() {
                continue;
            }
            if best.is_none_or(|(found, _)| rank > found) {
                best = Some((rank, Occupant { agent: owner, place, freedom }));
            }
        }
        best.map(|(_, occupant)| occupant)
    }

    /// Returns `true` if this search can't make room in a full cell: either an agent of the chain already waits for room in the
    /// cell, or all agents in the cell are in the middle of a step.
    fn is_hopeless(&self, cell: u32) -> bool {
        let owners = self.occupancy.owners(cell);
        let is_moving = |&owner: &u32| self.states.get(owner as usize) == Some(&State::Moving);
        self.work.push.claimed[cell as usize] || owners.iter().all(is_moving)
    }

    /// Adds an agent to the chain of pushing agents, with the directions in which it may go, the best direction last.
    fn push_link(&mut self, number: u32, freedom: Freedom, around: &Around, guide: &impl CrowdEnvironment) {
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
        for (direction, beside) in self.ground.steps(cell) {
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
            let is_full = self.occupancy.room(beside).is_none();
            if is_full && freedom != Freedom::Nearer && self.is_hopeless(beside) {
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
            agent: number,
            freedom,
            directions: ranked.map(|(_, direction)| direction),
            count: count as u8,
            if_room,
            to: NONE,
            direction: NO_DIRECTION,
            asked: 0,
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
        let steps = self.ground.steps(around.cell).filter(is_sure);
        steps.fold((0, false), |(sure, is_led), (direction, beside)| {
            let is_nearer = around.beside(direction).is_some_and(|cost| Some(cost) < around.here());
            (sure | bit(direction.into()), is_led || is_nearer && self.has_room_soon(beside))
        })
    }

    /// Whether a cell has room, or somebody in it wants to go on.
    fn has_room_soon(&self, cell: u32) -> bool {
        let goes_on =
            |&owner: &u32| matches!(self.states.get(owner as usize), Some(State::Moving | State::Waiting));
        self.occupancy.room(cell).is_some() || self.occupancy.owners(cell).iter().any(goes_on)
    }

    /// Adds an agent to the chain whose only direction is along the way to a gap.
    fn push_link_on_way(&mut self, number: u32, freedom: Freedom) {
        let push = &mut *self.work.push;
        let left = push.way.len().checked_sub(push.chain.len() + 1);
        let to = left.map(|left| push.way[left]);
        let mut steps = self.ground.steps(self.agents[number as usize].cell);
        let direction = steps.find(|&(_, beside)| Some(beside) == to).map(|(direction, _)| direction);
        push.chain.push(Link {
            agent: number,
            freedom,
            directions: [direction.unwrap_or(NO_DIRECTION); 8],
            count: u8::from(direction.is_some()),
            if_room: 0,
            to: NONE,
            direction: NO_DIRECTION,
            asked: 0,
        });
    }
}
