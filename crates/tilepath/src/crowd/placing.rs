//! Agents without a place get the nearest place with room.

use super::{
    agent::{Alert, Member, MemberId, NEVER, NONE, State},
    answer::CrowdAnswer,
    environment::CrowdEnvironment,
    ground::NO_DIRECTION,
    members::Crowd,
    progress::GoalProgress,
    stuck_reason::StuckReason,
};

impl Crowd {
    /// Gives places to all agents that are outside, if there is room for them: first to agents that go back to a free cell, so that no other
    /// agent gets it before them, then to the others, in the order of their numbers.
    pub(super) fn place(&mut self, guide: &impl CrowdEnvironment, now: u64) {
        if self.outside == 0 {
            return;
        }
        self.work.flood.begin();
        for goes_back in [true, false] {
            for number in 0..self.agents.len() as u32 {
                let agent = &self.agents[number as usize];
                let is_due = agent.no_room_at == 0
                    || self.call.wrapping_sub(agent.no_room_at) >= self.rules.outside_calls;
                let is_outside = self.states[number as usize] == State::Outside;
                if is_outside && is_due && (!goes_back || self.goes_back(number, guide)) {
                    self.place_agent(number, guide, now);
                }
            }
        }
    }

    /// Whether an agent that is outside was on its way from a cell that it may still enter, and in which nobody is.
    fn goes_back(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let Member { is_displaced, from, .. } = self.agents[number as usize];
        is_displaced
            && self.ground.is_free(from)
            && guide.allows_cell(MemberId(number), self.ground.cell(from))
            && self.has_empty_place(number, from)
    }

    /// Lets all agents that are outside look for a place in the next call.
    pub(super) fn forget_failures(&mut self) {
        if self.outside > 0 {
            let agents = self.agents.iter_mut().zip(&self.states);
            agents.filter(|(_, state)| **state == State::Outside).for_each(|(agent, _)| agent.no_room_at = 0);
        }
    }

    fn place_agent(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) {
        let id = MemberId(number);
        let mut search = core::mem::take(&mut *self.work.flood);
        let Self { ground, agents, .. } = &*self;
        let is_empty = |at| self.has_empty_place(number, at);
        let is_allowed = |at| guide.allows_cell(id, ground.cell(at));
        let near = agents[number as usize].from;
        let is_in_wall = !ground.is_free(near) || !is_allowed(near);
        let exit = if is_in_wall { guide.exit(id, ground.cell(near)) } else { None };
        let exit = exit.and_then(|exit| ground.index(exit));
        let cells = (guide.cells(id), agents[number as usize].size);
        let mut find = |from| search.find(ground, (from, cells), is_empty, is_allowed);
        let found = exit.and_then(&mut find).or_else(|| find(near));
        let found = found.and_then(|cell| Some((cell, self.room_for(number, cell)?)));
        *self.work.flood = search;
        let agent = &mut self.agents[number as usize];
        let Some((cell, place)) = found else {
            agent.no_room_at = self.call;
            agent.reason = StuckReason::NoRoom;
            return;
        };
        (agent.cell, agent.from, agent.place) = (cell, cell, place);
        (agent.no_room_at, agent.starts, agent.ends) = (0, now, now);
        let is_displaced = core::mem::take(&mut agent.is_displaced);
        self.take_cells(number, cell, place);
        self.outside -= 1;
        self.states[number as usize] = State::Waiting;
        if let Some(corridor) = self.corridors.at(cell) {
            self.corridors.get_mut(corridor).token.enter(2, false, self.call, now);
        }
        let there = self.ground.cell(cell);
        let time = if is_displaced { guide.duration_out(id, there, place) } else { 0 };
        self.work.answers.push((id, CrowdAnswer::Placed { cell: there, place, at_once: time == 0 }));
        if time > 0 {
            self.walk_out(number, time, now);
        }
    }

    /// Whether an agent finds room in a cell in which nobody is any more.
    fn has_empty_place(&self, number: u32, at: u32) -> bool {
        let Some(place) = self.room_for(number, at).filter(|_| self.fits(number, at)) else { return false };
        // The agent that left the place may still be near.
        self.leaders(number, at, place).next().is_none()
    }

    /// Lets an agent that had to leave its place walk to its new place. The walk takes `time` microseconds.
    fn walk_out(&mut self, number: u32, time: u64, now: u64) {
        let agent = &mut self.agents[number as usize];
        (agent.done, agent.alone, agent.ends) = (0, time, now.saturating_add(time));
        agent.direction = NO_DIRECTION;
        if agent.ends == NEVER {
            self.paces.halted.push(number);
        }
        self.states[number as usize] = State::Moving;
        self.tell_step(number);
    }

    /// Takes away an agent's place. The agent is then outside, and the caller must set its `from`.
    pub(super) fn lift(&mut self, number: u32, now: u64) {
        if self.states[number as usize] == State::Moving {
            self.release_corner(number);
            // It no longer delays the agents behind it.
            let followers = self.followers(number);
            self.paces.noted.extend(followers);
        }
        let was_resting = self.states[number as usize] == State::Resting;
        let call = self.call;
        let agent = &mut self.agents[number as usize];
        let (cell, place) = (agent.cell, agent.place);
        if cell == NONE {
            return;
        }
        self.leave_jam(number, now);
        let agent = &mut self.agents[number as usize];
        agent.cell = NONE;
        agent.no_room_at = 0;
        agent.progress = GoalProgress::new(now);
        agent.set_out(call, now);
        self.alerts[number as usize] = Alert::Now;
        self.outside += 1;
        self.states[number as usize] = State::Outside;
        self.free_cells(number, (cell, place), None);
        if let Some(corridor) = self.corridors.at(cell).filter(|_| !was_resting) {
            self.corridors.get_mut(corridor).token.leave(now);
        }
    }
}
