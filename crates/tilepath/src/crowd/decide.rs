//! The call in which all standing agents decide what they do next.

use super::{
    agent::{Alert, MemberId, NONE, State},
    answer::CrowdAnswer,
    around::Around,
    bodies::Cover,
    environment::CrowdEnvironment,
    members::Crowd,
    priority::{Standing, rank, scatter},
    rules::CrowdRules,
    stuck_reason::StuckReason,
};
use crate::{cost::Cost, ground::PLAIN_WEIGHT};
use core::cmp::Reverse;

impl Crowd {
    /// Begins a call: agents without a cell get places. These answers are there before the second part, so it is known where the agents are before
    /// they set out. `now` is the time in microseconds and must never decrease.
    pub(crate) fn begin_call(&mut self, now: u64, guide: &impl CrowdEnvironment) {
        self.work.answers.clear();
        self.work.astray.clear();
        self.work.stuck.clear();
        self.call += 1;
        self.work.answers.append(&mut self.displaced);
        self.place(guide, now);
    }

    /// Lets all agents that stand at the centre of their cells decide what to do next: to rest, to begin a step, or to wait.
    /// [`Crowd::answers`] holds their answers, after those of [`Crowd::begin_call`], until the next call.
    ///
    /// The agents decide in this order:
    ///
    /// 1. agents that are inside a dead end and do not rest
    /// 2. agents that are inside another corridor and do not rest
    /// 3. agents that are free to walk
    /// 4. agents that wait for a corridor
    /// 5. resting agents
    ///
    /// Groups 3 to 5 are sorted by the time at which an agent set out, minus the duration of its whole path. So if two agents
    /// set out together, the agent with the longer path decides first.
    ///
    /// If more than 64 agents are in the crowd ([`CrowdRules::spread_above`]), agents that set out together spread their first
    /// decisions over 16 calls ([`CrowdRules::spread_calls`]).
    pub(crate) fn finish_call(&mut self, now: u64, guide: &impl CrowdEnvironment) {
        self.search_jams(guide, now);
        self.walk_jams(guide, now);
        let mut order = core::mem::take(&mut self.work.order);
        order.clear();
        for (number, &state) in self.states.iter().enumerate() {
            let number = number as u32;
            let decides = match state {
                State::Waiting => self.is_alert(number) && !self.is_early(number),
                State::Resting => {
                    (scatter(number.into()) as u32 ^ self.call).is_multiple_of(self.rules.resting_calls)
                        || self.clears(number, now)
                }
                _ => false,
            };
            if decides && !self.agents[number as usize].patience.is_held {
                order.push((self.rank(number), number));
            }
        }
        order.sort_unstable_by_key(|&(rank, number)| u128::from(rank) << 32 | u128::from(number));
        let mut arounds = core::mem::take(&mut self.work.arounds);
        arounds.clear();
        self.work.turn = Some(0);
        order.retain(|&(_, number)| self.clears(number, now) || !self.rests_at_goal(number, guide));
        // Three passes: all agents fetch costs, then all look around, then all settle. So the memory accesses of many agents
        // overlap.
        order.iter().for_each(|&(_, number)| self.fetch_costs(number, guide));
        arounds.extend(order.iter().map(|&(_, number)| self.look_around(number, guide)));
        for ((_, number), around) in order.iter_mut().zip(&arounds) {
            let is_asked = self.states[*number as usize] == State::Resting && self.clears(*number, now);
            if !is_asked && self.settle(*number, around, guide, now) {
                *number = NONE;
            }
        }
        for (&(rank, number), around) in order.iter().zip(&arounds).filter(|((_, number), _)| *number != NONE)
        {
            self.let_woken_decide(rank, guide, now);
            self.work.turn = Some(rank);
            self.take_turn(number, around, guide, now);
        }
        self.let_woken_decide(u64::MAX, guide, now);
        (self.work.order, self.work.arounds, self.work.turn) = (order, arounds, None);
        for number in 0..self.states.len() as u32 {
            if self.outside == 0 {
                break;
            }
            if self.states[number as usize] == State::Outside {
                self.note_progress(number, None, guide, now);
            }
        }
        self.note_halted(guide, now);
        self.last_call = now;
    }

    fn take_turn(&mut self, number: u32, around: &Around, guide: &impl CrowdEnvironment, now: u64) {
        if self.states[number as usize] == State::Resting {
            // It may only get out of the way, if the other one still walks.
            if self.clears(number, now) {
                self.clear_way(number, guide, now, |_| false);
            }
            return;
        }
        if self.agents[number as usize].work.decided != self.call {
            let was_blocked = self.agents[number as usize].blocked.is_some();
            self.ask_for_way(number, guide, now);
            let has_set_out = self.set_out_or_clear(number, around, guide, now);
            if !has_set_out && !was_blocked {
                // This agent stands now, so other agents can push it.
                let cells: Cover = self.cells_of(number, self.agents[number as usize].cell).collect();
                cells.into_iter().for_each(|cell| self.wake_beside(cell));
            }
            let agent = &mut self.agents[number as usize];
            agent.blocked = (!has_set_out).then(|| self.cell_changes.count());
            self.alerts[number as usize] = match agent.reason {
                // The agent may rest, too.
                _ if has_set_out || agent.work.beside_rest == self.call => Alert::Now,
                StuckReason::Corridor => Alert::AtDoor,
                // The way to the gap may be free soon, wherever it leads.
                _ if agent.work.found_gap == self.call => Alert::AtDoor,
                _ if agent.is_queueing => Alert::OnEventNear,
                _ => Alert::OnEvent,
            };
        }
        let cost = self.cost_now(number, around, guide);
        if self.agents[number as usize].best == Cost::INFINITE
            && let Some(cost) = cost
        {
            let way = self.time_of(number, cost, around, guide);
            self.agents[number as usize].turn.set_way(way);
        }
        self.note_progress(number, cost, guide, now);
        self.note_jam(number, guide, now);
    }

    fn set_out_or_clear(
        &mut self,
        number: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        match self.clears(number, now) {
            true => self.clear_way(number, guide, now, |crowd| crowd.plan(number, around, guide, now)),
            false => self.plan(number, around, guide, now),
        }
    }

    /// Estimates the time in microseconds that an agent needs for a path of this cost if no other agents are in its way. The
    /// estimate uses the duration of one step to a neighbour.
    fn time_of(&self, number: u32, cost: Cost, around: &Around, guide: &impl CrowdEnvironment) -> u64 {
        let Some((_, beside)) = self.ground.steps(around.cell).next() else { return 0 };
        let [from, to] = [around.cell, beside].map(|at| self.ground.cell(at));
        let tile = Cost::of_step(self.ground.topology.lengths().straight(), PLAIN_WEIGHT).units();
        let step = guide.duration(MemberId(number), from, to);
        u64::from(cost.units()).saturating_mul(step) / u64::from(tile)
    }

    /// Lets blocked agents decide again if another agent has made room for them in this call. Only agents with a rank below
    /// `before` decide, in the order of their ranks.
    fn let_woken_decide(&mut self, before: u64, guide: &impl CrowdEnvironment, now: u64) {
        while let Some(Reverse((rank, number))) = self.work.woken.peek().copied()
            && rank < before
        {
            self.work.woken.pop();
            let agent = &self.agents[number as usize];
            if self.states[number as usize] == State::Waiting
                && agent.work.decided != self.call
                && !agent.patience.is_held
            {
                self.work.turn = Some(rank);
                let around = self.look_around(number, guide);
                self.take_turn(number, &around, guide, now);
            }
        }
    }

    /// Notes that an agent leaves a cell. Blocked agents in the cell and next to it try again: agents
    /// next to the cell still in this call if their turn is not over, the others in the next call.
    pub(super) fn note_event(&mut self, cell: u32) {
        self.cell_changes.begin();
        self.cell_changes.note(cell);
        self.wake_in(cell);
        for (_, beside) in self.ground.steps(cell) {
            self.cell_changes.note(beside);
            for &owner in self.occupancy.owners(beside) {
                if owner == NONE || self.alerts[owner as usize] == Alert::Now {
                    continue;
                }
                let rank = self.rank(owner);
                if self.work.turn.is_some_and(|turn| rank > turn) {
                    self.work.woken.push(Reverse((rank, owner)));
                }
                self.alerts[owner as usize] = Alert::Now;
            }
        }
    }

    /// Notes that an agent comes to rest in a cell. Blocked agents in the cell and next to it try again in the next call.
    fn note_rest(&mut self, cell: u32) {
        self.cell_changes.begin();
        self.cell_changes.note(cell);
        self.wake_in(cell);
        for (_, beside) in self.ground.steps(cell) {
            self.cell_changes.note(beside);
            for &owner in self.occupancy.owners(beside).iter().filter(|owner| **owner != NONE) {
                self.agents[owner as usize].work.beside_rest = self.call;
                self.alerts[owner as usize] = Alert::Now;
            }
        }
    }

    /// Lets blocked agents in the neighbours of a cell try again in the next call.
    pub(super) fn wake_beside(&mut self, cell: u32) {
        self.ground.steps(cell).for_each(|(_, beside)| self.wake_in(beside));
    }

    /// Lets blocked agents in a cell try again in the next call.
    pub(super) fn wake_in(&mut self, cell: u32) {
        for &owner in self.occupancy.owners(cell).iter().filter(|owner| **owner != NONE) {
            self.alerts[owner as usize] = Alert::Now;
        }
    }

    /// Returns whether a waiting agent decides in this call. An agent that is not blocked always decides. A blocked agent
    /// decides only at these times:
    ///
    /// - After a change in its cell or in a neighbour, for example when another agent has left its cell. For an agent that
    ///   waits for a corridor, the change may be two steps away.
    /// - Once in [`CrowdRules::blocked_calls`], because cells further away may matter, too. At a closed corridor, once in
    ///   [`CrowdRules::refused_calls`].
    fn is_alert(&self, number: u32) -> bool {
        let alert = self.alerts[number as usize];
        let calls = match alert {
            Alert::Now => return true,
            Alert::OnEvent | Alert::OnEventNear => self.rules.blocked_calls,
            Alert::AtDoor => self.rules.refused_calls,
        };
        if (scatter(number.into()) as u32 ^ self.call).is_multiple_of(calls) {
            return true;
        }
        // In a queue, an agent's next step depends on the agents around the next cell.
        alert != Alert::OnEvent && self.has_event_near(number)
    }

    /// Returns whether another agent within two steps has left its cell or come to rest after this agent was blocked. `true`
    /// if this agent is not blocked.
    fn has_event_near(&self, number: u32) -> bool {
        let agent = &self.agents[number as usize];
        let Some(count) = agent.blocked else { return true };
        let mut beside = self
            .cells_of(number, agent.cell)
            .flat_map(|cell| self.ground.steps(cell))
            .map(|(_, beside)| beside);
        beside.any(|beside| self.cell_changes.changed_after(beside, count))
    }

    /// Returns whether an agent that has just set out must postpone its first decision to a later call. This spreads the first
    /// decisions of many agents over [`CrowdRules::spread_calls`].
    fn is_early(&self, number: u32) -> bool {
        let agent = &self.agents[number as usize];
        let CrowdRules { spread_above, spread_calls, .. } = self.rules;
        let calls = self.call - agent.since;
        self.len() > spread_above as usize
            && agent.best == Cost::INFINITE
            && calls < spread_calls
            && scatter(number.into()) as u32 % spread_calls >= calls
    }

    /// The position of an agent in the order of decisions.
    pub(super) fn rank(&self, number: u32) -> u64 {
        let agent = &self.agents[number as usize];
        let standing = match self.is_in_corridor(number) {
            false => Standing::Open,
            true if self.is_in_dead_end(number) => Standing::DeadEnd,
            true => Standing::Corridor,
        };
        rank(number, agent.goal, self.states[number as usize], standing, agent.is_queueing, agent.turn)
    }

    /// Returns whether an agent is in a corridor, or has just come out of one.
    pub(super) fn is_in_corridor(&self, number: u32) -> bool {
        let agent = &self.agents[number as usize];
        self.corridors.at(agent.cell).or_else(|| self.corridors.at(agent.from)).is_some()
    }

    /// Tells the agent's corridor whether the agent counts as inside. Resting agents do not count, so they do not keep the
    /// corridor closed for others.
    pub(super) fn count_inside(&mut self, number: u32, is_inside: bool, now: u64) {
        let agent = &self.agents[number as usize];
        if agent.cell == NONE {
            return;
        }
        if let Some(corridor) = self.corridors.at(agent.cell) {
            let token = &mut self.corridors.get_mut(corridor).token;
            if is_inside {
                token.enter(2, false, self.call, now);
            } else {
                token.leave(now);
            }
        }
    }

    /// Returns whether an agent that may rest waits for a way to a gap instead. The agent looks for the way again in its turn.
    fn looks_for_gap(
        &mut self,
        number: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        let finds = self.finds_gap(number, around, false, guide, now);
        if finds {
            self.work.push.way.clear();
            self.agents[number as usize].work.found_gap = self.call;
        }
        finds
    }

    /// Lets an agent come to rest if it may, or wakes a resting agent that may rest no longer. Returns whether the agent now
    /// rests.
    fn settle(&mut self, number: u32, around: &Around, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let is_resting = self.states[number as usize] == State::Resting;
        let may_rest = self.may_rest(number, around, guide, now)
            && !self.turns_home(number, around, guide, now)
            && (is_resting || !self.looks_for_gap(number, around, guide, now));
        match (is_resting, may_rest) {
            (false, true) => {
                self.states[number as usize] = State::Resting;
                self.alerts[number as usize] = Alert::Now;
                self.agents[number as usize].rest(now);
                self.count_inside(number, false, now);
                let cells: Cover = self.cells_of(number, self.agents[number as usize].cell).collect();
                cells.into_iter().for_each(|cell| self.note_rest(cell));
                self.work.answers.push((MemberId(number), CrowdAnswer::Rest));
            }
            (true, false) => {
                self.states[number as usize] = State::Waiting;
                let (call, patience) = (self.call, self.work.times.stuck_after);
                let agent = &mut self.agents[number as usize];
                agent.progress.rouse(patience, now);
                agent.set_out(call, now);
                self.count_inside(number, true, now);
                self.work.answers.push((MemberId(number), CrowdAnswer::Wake));
            }
            _ => {}
        }
        may_rest
    }
}
