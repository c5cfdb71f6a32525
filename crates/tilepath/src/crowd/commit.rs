//! Steps begin: a chain of agents that push each other sets out.

use super::{
    agent::{Alert, State},
    agent_id::AgentId,
    answer::{CrowdAnswer, CrowdStep},
    guide::CrowdGuide,
    members::Crowd,
    queue::Queue,
    turn::Turn,
};

/// An agent that comes from beside where the last owner of its cell goes to waits until that one has gone so much of its step, in
/// hundredths: then their centres stay 0.45 cells apart. With 18 it would be half a cell, but in a long chain all such waits add up.
const HEAD_START: u64 = 2;
/// An agent that turns by a right angle at most arrives no sooner than the last owner of its cell has gone so much of its step.
const GONE: u64 = 65;

impl Crowd {
    /// All of the chain set out, the last first. In a circle the last takes the cell of the first.
    pub(super) fn commit(&mut self, is_circle: bool, guide: &impl CrowdGuide, now: u64) {
        let count = self.push.chain.len();
        for place in 0..count - 1 {
            // What a link claims is free for its own step.
            let link = &self.push.chain[place];
            let at = self.agents[link.agent as usize].cell;
            self.corners.release(&self.ground, at, link.direction);
        }
        if is_circle {
            let first = &self.agents[self.push.chain[0].agent as usize];
            let (cell, place) = (first.cell, first.place);
            self.occupancy.leave(cell, place);
            self.note_event(cell);
        }
        let mut longest = 0;
        for place in (0..count).rev() {
            let is_first_of_circle = is_circle && place == 0;
            longest = longest.max(self.set_out(place, is_first_of_circle, guide, now));
        }
        if is_circle {
            self.set_out_in_circle(now, longest);
        }
        for place in (0..count).rev() {
            self.tell_step(self.push.chain[place].agent);
        }
    }

    /// All of a circle arrive at the same time, and those set out later who must let another go ahead.
    fn set_out_in_circle(&mut self, now: u64, longest: u64) {
        let count = self.push.chain.len();
        let direction = |place: usize| self.push.chain[place % count].direction;
        let is_sharp = |place: usize| self.ground.is_sharp(direction(place + 1), direction(place));
        let first = (0..count).find(|&place| !is_sharp(place)).unwrap_or(0);
        let ends = now + longest;
        let mut starts = now;
        for place in (0..count).map(|nth| (first + count - nth) % count) {
            if place != first && is_sharp(place) {
                starts += (ends - now) * HEAD_START / 100;
            }
            let agent = &mut self.agents[self.push.chain[place].agent as usize];
            (agent.starts, agent.ends) = (starts, ends);
        }
    }

    /// One of the chain sets out. Returns how long its step lasts from now on.
    fn set_out(&mut self, place: usize, has_left: bool, guide: &impl CrowdGuide, now: u64) -> u64 {
        let (number, to, direction) = {
            let link = &self.push.chain[place];
            (link.agent, link.to, link.direction)
        };
        let from = self.agents[number as usize].cell;
        let into = self.occupancy.room(to).unwrap_or(0);
        let leaver = self.occupancy.leaver(to, into);
        let own = guide.duration(AgentId(number), self.ground.cell(from), self.ground.cell(to));
        let (mut starts, mut ends) = self.times(number, own, now);
        if let Some(leaver) = self.agents.get(leaver as usize)
            && leaver.from == to
            && self.states[self.occupancy.leaver(to, into) as usize] == State::Moving
        {
            let is_sharp = self.ground.is_sharp(leaver.direction, direction);
            let head_start = if is_sharp { (leaver.ends - leaver.starts) * HEAD_START / 100 } else { 0 };
            starts = starts.max(leaver.starts + head_start);
            let gone = if self.ground.trails(leaver.direction, direction) {
                leaver.starts + (leaver.ends - leaver.starts) / 100 * GONE
            } else {
                leaver.ends
            };
            ends = gone.max(starts + own).max(now);
        }
        let old = self.agents[number as usize].place;
        if !has_left {
            self.occupancy.leave(from, old);
            self.note_event(from);
        }
        self.occupancy.take(to, into, number);
        self.corners.take(&self.ground, from, direction);
        if self.states[number as usize] == State::Resting {
            // It was not counted as long as it rested.
            self.count_inside(number, true, now);
        }
        self.pass_token(number, from, to, guide, now);
        let agent = &mut self.agents[number as usize];
        (agent.from, agent.cell, agent.direction, agent.place) = (from, to, direction, into);
        (agent.starts, agent.ends, agent.decided, agent.blocked) = (starts, ends, self.call, None);
        if self.states[number as usize] == State::Resting {
            agent.progress.rouse(self.patience, now);
            agent.set_out(self.call, now);
            // It does not drive back who pushed it, and may have set out in this very call.
            agent.turn = Turn::after(now);
        }
        (self.states[number as usize], self.alerts[number as usize]) = (State::Moving, Alert::Now);
        if place == 0 {
            self.agents[number as usize].is_queueing = false;
        }
        ends.saturating_sub(now)
    }

    /// When a step begins and ends by itself: where the last one ended since the call before, if it did.
    fn times(&self, number: u32, own: u64, now: u64) -> (u64, u64) {
        let ended = self.agents[number as usize].ends;
        let starts = if ended > self.last_call && ended < now { ended } else { now };
        (starts, (starts + own).max(now))
    }

    /// Tells the corridors that an agent goes from cell to cell.
    fn pass_token(&mut self, number: u32, from: u32, to: u32, guide: &impl CrowdGuide, now: u64) {
        let (left, entered) = (self.corridors.at(from), self.corridors.at(to));
        if left == entered {
            if let Some(corridor) = entered {
                self.corridors.get_mut(corridor).token.step(now);
            }
            return;
        }
        if let Some(corridor) = left {
            self.corridors.get_mut(corridor).token.leave(now);
        }
        if let Some(corridor) = entered {
            let agent = &mut self.agents[number as usize];
            (agent.queue, agent.queue_at) = (Queue::NONE, 0);
            let end = self.entered_by(number, corridor, from, to, guide);
            let is_from_side = self.corridors.end_of_step(&self.ground, corridor, from, to).is_none();
            self.corridors.get_mut(corridor).token.enter(end, is_from_side, self.call, now);
        }
    }

    fn tell_step(&mut self, number: u32) {
        let agent = &self.agents[number as usize];
        let step = CrowdStep {
            from: self.ground.cell(agent.from),
            to: self.ground.cell(agent.cell),
            place: agent.place,
            starts: agent.starts,
            ends: agent.ends,
        };
        self.answers.push((AgentId(number), CrowdAnswer::Step(step)));
    }
}
