//! Begins the steps of a chain of agents that push each other.

use super::{
    agent::{Alert, MemberId, NEVER, Queue, State},
    answer::{CrowdAnswer, CrowdStep},
    environment::CrowdEnvironment,
    members::Crowd,
    pace::{HEAD_START, Limits},
    turn::Departure,
};

impl Crowd {
    /// Lets all agents of the chain begin their steps, the last agent first. In a circle, the last agent enters the cell of the
    /// first.
    pub(super) fn commit(&mut self, is_circle: bool, guide: &impl CrowdEnvironment, now: u64) {
        let count = self.work.push.chain.len();
        for place in 0..count {
            // Release the diagonals that the search has claimed: the steps below take them again.
            let link = &self.work.push.chain[place];
            let at = self.agents[link.agent as usize].cell;
            self.work.corners.release(&self.ground, at, link.direction);
        }
        if is_circle {
            let first = &self.agents[self.work.push.chain[0].agent as usize];
            let (cell, place) = (first.cell, first.place);
            self.free_cells(self.work.push.chain[0].agent, (cell, place), Some(self.work.push.chain[0].to));
        }
        for place in (0..count).rev() {
            let is_first_of_circle = is_circle && place == 0;
            self.set_out(place, is_first_of_circle, guide, now);
        }
        if is_circle {
            self.set_out_in_circle(now);
        }
        for place in (0..count).rev() {
            self.tell_step(self.work.push.chain[place].agent);
        }
    }

    /// Sets the times of the steps in a circle of agents. All agents arrive at the same time. An agent that would come too close
    /// to the agent ahead begins its step later than that agent.
    fn set_out_in_circle(&mut self, now: u64) {
        let Self { work, ground, agents, paces, .. } = self;
        let chain = &work.push.chain;
        let count = chain.len();
        let direction = |place: usize| chain[place % count].direction;
        let is_sharp = |place: usize| ground.is_sharp(direction(place + 1), direction(place));
        let first = (0..count).find(|&place| !is_sharp(place)).unwrap_or(0);
        let longest = chain.iter().map(|link| agents[link.agent as usize].alone).max().unwrap_or(0);
        let head_start = longest / 100 * HEAD_START;
        let (mut starts, mut ends) = (now, now);
        for place in (0..count).map(|nth| (first + count - nth) % count) {
            if place != first && is_sharp(place) {
                starts = starts.saturating_add(head_start);
            }
            let agent = &mut agents[chain[place].agent as usize];
            agent.starts = starts;
            ends = ends.max(starts.saturating_add(agent.alone));
        }
        for link in chain {
            agents[link.agent as usize].ends = ends;
        }
        if ends == NEVER {
            paces.halted.extend(chain.iter().map(|link| link.agent));
        }
    }

    /// Lets one agent of a chain of pushing agents begin its step. `place` is the index of the agent in the chain. `has_left`
    /// means that the agent's room in its old cell is already free.
    fn set_out(&mut self, place: usize, has_left: bool, guide: &impl CrowdEnvironment, now: u64) {
        let (number, to, direction) = {
            let link = &self.work.push.chain[place];
            (link.agent, link.to, link.direction)
        };
        let from = self.agents[number as usize].cell;
        let into = self.room_for(number, to).unwrap_or(0);
        let [here, there] = [from, to].map(|at| self.ground.cell(at));
        let alone = guide.duration_to_place(MemberId(number), here, there, into).max(1);
        let (starts, ends) = self.times(number, alone, self.limits(number, to, into, direction), now);
        let old = self.agents[number as usize].place;
        if !has_left {
            self.free_cells(number, (from, old), Some(to));
        }
        self.take_cells(number, to, into);
        self.work.corners.take(&self.ground, from, direction);
        if self.states[number as usize] == State::Resting {
            // Resting agents do not count as inside a corridor. From now on, this agent counts.
            self.count_inside(number, true, now);
        }
        self.pass_token(number, from, to, guide, now);
        let agent = &mut self.agents[number as usize];
        (agent.from, agent.cell, agent.direction, agent.place) = (from, to, direction, into);
        (agent.starts, agent.done, agent.ends, agent.alone) = (starts, 0, ends, alone);
        (agent.work.decided, agent.blocked) = (self.call, None);
        if self.states[number as usize] == State::Resting {
            agent.progress.rouse(self.work.times.stuck_after, now);
            agent.set_out(self.call, now);
            // A later turn than agents that set out in this call. So this agent does not push back the agent that pushed it.
            agent.turn = Departure::after(now);
        }
        if ends == NEVER {
            self.paces.halted.push(number);
        }
        (self.states[number as usize], self.alerts[number as usize]) = (State::Moving, Alert::Now);
        if place == 0 {
            self.agents[number as usize].is_queueing = false;
        }
    }

    /// The times at which a step begins and ends, in microseconds. `alone` is the duration of the step if no agent is in the way.
    ///
    /// Usually the new step begins now. If the agent's last step ended between the previous call of [`Crowd::begin_call`] and this call,
    /// the new step begins at that time, so that no time is lost. The step begins later if `limits` asks for it.
    fn times(&self, number: u32, alone: u64, limits: Limits, now: u64) -> (u64, u64) {
        let ended = self.agents[number as usize].ends;
        let starts = if ended > self.last_call && ended < now { ended } else { now };
        let starts = starts.max(limits.starts);
        (starts, starts.saturating_add(alone).max(limits.ends).max(now))
    }

    /// Updates the corridors that an agent leaves and enters with a step. Each corridor counts the agents inside, to decide in
    /// which direction it is open.
    fn pass_token(&mut self, number: u32, from: u32, to: u32, guide: &impl CrowdEnvironment, now: u64) {
        let (left, entered) = (self.corridors.at(from), self.corridors.at(to));
        let agent = &self.agents[number as usize];
        let is_nearer = agent.patience.is_held || agent.progress.is_lasting(self.work.times.stuck_after, now);
        // A corridor is not in use by agents that only turn in a circle.
        let now = if is_nearer { now } else { 0 };
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

    /// Adds the agent's present step to the answers.
    pub(super) fn tell_step(&mut self, number: u32) {
        self.work.answers.push((MemberId(number), CrowdAnswer::Step(self.step_of(number))));
    }

    /// The agent's present step.
    pub(super) fn step_of(&self, number: u32) -> CrowdStep {
        let agent = &self.agents[number as usize];
        CrowdStep {
            from: self.ground.cell(agent.from),
            to: self.ground.cell(agent.cell),
            place: agent.place,
            starts: agent.starts,
            ends: agent.ends,
        }
    }
}
