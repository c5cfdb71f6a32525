//! Pushing: an agent that wants a full cell pushes an agent out of it, and that agent pushes the next one.

use super::{
    agent::{MemberId, NONE, Queue},
    around::Around,
    ask::{Occupant, asked_bit},
    chain::{Freedom, Link},
    environment::CrowdEnvironment,
    ground::NO_DIRECTION,
    members::Crowd,
    stuck_reason::StuckReason,
};
use smallvec::SmallVec;

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
        let mut chain = core::mem::take(&mut self.work.push.chain);
        chain.drain(..).filter(|link| link.to != NONE).for_each(|link| self.set_claimed(&link, false));
        self.work.push.chain = chain;
    }

    /// Notes whether the cells that an agent of the chain would cover are wanted.
    fn set_claimed(&mut self, link: &Link, is_claimed: bool) {
        let Self { work, bodies, ground, agents, .. } = self;
        for cell in bodies.cells(ground, agents[link.agent as usize].size, link.to) {
            work.push.claimed[cell as usize] = is_claimed;
        }
    }

    /// Continues the search with the last agent in the chain of pushing agents, and tries its directions in order. If the cell in
    /// a direction has room, the search ends. Otherwise, an agent in this cell is asked to give way. If no direction is left, the
    /// last agent is removed from the chain.
    fn try_last(&mut self, is_in_corridor: bool, guide: &impl CrowdEnvironment, now: u64) -> Outcome {
        let last = self.work.push.chain.len() - 1;
        if self.work.push.chain[last].to != NONE {
            let Link { agent, to, .. } = self.work.push.chain[last];
            // All in the way of a wide agent must go, and one of them can't.
            if !self.is_wide(agent)
                && let Some(occupant) = self.next_occupant(last, to)
            {
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
        let is_wanted = |at: u32| self.work.push.claimed[at as usize] || self.is_held(at);
        if self.cells_of(agent, to).any(is_wanted)
            || !self.work.corners.are_free(&self.ground, at, direction)
            || !guide.allows_step(MemberId(agent), self.ground.cell(at), self.ground.cell(to))
            || self.is_wide(agent) && !self.fits(agent, to)
        {
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
        let room = self.has_room(agent, to);
        if room && self.has_wide_agents() {
            self.claim(last, to, direction);
            return Some(self.find_room(guide));
        }
        if room
            || closes
                && self.occupancy.capacity() == 1
                && !self.has_wide_agents()
                && self.can_circle(direction)
        {
            let link = &mut self.work.push.chain[last];
            (link.to, link.direction) = (to, direction);
            return Some(if room { Outcome::Room } else { Outcome::Circle });
        }
        let first = self.work.push.chain[0].agent;
        if only_if_room || self.others_at(agent, to).any(|other| other == first) {
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
        (link.to, link.direction, link.asked, link.planned) = (to, direction, 0, push.planned.len());
        let link = *link;
        self.set_claimed(&link, true);
        let at = self.agents[link.agent as usize].cell;
        self.work.corners.take(&self.ground, at, direction);
    }

    fn release_claim(&mut self, last: usize) {
        let push = &mut *self.work.push;
        let link = push.chain[last];
        push.chain[last] = Link { to: NONE, direction: NO_DIRECTION, ..link };
        // The agents that have found room for its sake stay where they are.
        let mut given_up: SmallVec<[Link; 4]> = push.planned.drain(link.planned..).collect();
        given_up.push(link);
        for link in given_up {
            self.set_claimed(&link, false);
            let at = self.agents[link.agent as usize].cell;
            self.work.corners.release(&self.ground, at, link.direction);
        }
    }

    /// Whether the chain has agents wider than a cell.
    fn has_wide_agents(&self) -> bool {
        let is_wide = |link: &Link| self.is_wide(link.agent);
        !self.bodies.are_empty() && self.work.push.chain.iter().any(is_wide)
    }

    /// The last agent of the chain has room. A wide agent before it may need more than that: then the next in its way is asked.
    fn find_room(&mut self, guide: &impl CrowdEnvironment) -> Outcome {
        while let Some(link) = self.work.push.chain.pop() {
            self.work.push.planned.push(link);
            let Some(last) = self.work.push.chain.len().checked_sub(1) else { break };
            let Link { agent, to, .. } = self.work.push.chain[last];
            if self.is_wide(agent) && !self.others_at(agent, to).all(|other| self.makes_way(other)) {
                if let Some(occupant) = self.next_occupant(last, to) {
                    self.ask(last, occupant, guide);
                }
                return Outcome::GoOn;
            }
        }
        let push = &mut *self.work.push;
        push.chain.extend(push.planned.drain(..).rev());
        Outcome::Room
    }

    /// Whether an agent has found room for a step, but has not begun it.
    pub(super) fn makes_way(&self, number: u32) -> bool {
        self.work.push.planned.iter().any(|link| link.agent == number)
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
        // A wide agent fits into no corridor: its ways are other ones.
        if !self.corridors.may_be_near(to) || self.is_wide(self.work.push.chain[last].agent) {
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
}
