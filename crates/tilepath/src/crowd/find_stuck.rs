//! Finds the agents that are stuck.

use super::{
    agent::{MemberId, NONE, State, StuckAgent},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
    stuck_reason::StuckReason,
};
use crate::cost::Cost;
use glam::IVec2;
use smallvec::{SmallVec, smallvec};

/// The number of links in the search for a moving queue that fit on the stack. Enough for the default rules.
const INLINE: usize = 64;

/// An agent waits twice as long before each further path that it asks for. Its wait doubles at most this many times.
const MOST_DOUBLINGS: u8 = 12;

impl Crowd {
    /// The agents that became stuck in the last call of [`Crowd::begin_call`]: they have come no nearer to their goals within their
    /// patience ([`CrowdRules::stuck_after`](crate::crowd::CrowdRules::stuck_after)). Agents that wait in a moving queue are not stuck.
    ///
    /// A stuck agent is listed once. The agent can be listed again after one of these events:
    ///
    /// - The agent came nearer to its goal than ever before.
    /// - The agent rested for at least its patience.
    /// - The agent lost its place on the map, for example because its cell became a wall.
    /// - The agent was given another goal.
    ///
    /// A shorter rest only pauses the timer. So an agent that is pushed away from its goal again and again is listed in the end,
    /// even if the agent rests in between.
    #[must_use]
    pub(crate) fn newly_stuck(&self) -> &[StuckAgent] {
        &self.work.stuck
    }

    /// Why an agent is stuck. `None` for an agent that is not.
    pub(crate) fn stuck(&self, agent: MemberId) -> Option<StuckReason> {
        if !self.contains(agent) || self.is_resting(agent) {
            return None;
        }
        let known = self.agents.get(agent.index()).filter(|known| known.progress.is_reported)?;
        Some(known.why_stuck())
    }

    /// The agents that asked for another path in the last call of [`Crowd::begin_call`]: they are off their own paths and come no
    /// nearer to their goals.
    #[must_use]
    pub(crate) fn astray(&self) -> &[MemberId] {
        &self.work.astray
    }

    /// Lets an agent ask for another path if it is off its own path and comes no nearer to its goal: after `settle_after`, after twice this
    /// time, after four times, and so on. Beside agents that come nearer to their goals it waits: in a dense crowd, another path leads into the
    /// same crowd.
    fn note_astray(&mut self, number: u32, cell: IVec2, guide: &impl CrowdEnvironment, now: u64) {
        let agent = &self.agents[number as usize];
        let settle_after = self.work.times.settle_after;
        let patience = settle_after.saturating_mul(1 << agent.progress.paths.min(MOST_DOUBLINGS));
        let comes_nearer = |other: u32| {
            let is_walking = matches!(self.states[other as usize], State::Waiting | State::Moving);
            is_walking && self.agents[other as usize].progress.is_recent(settle_after.saturating_mul(2), now)
        };
        let is_crowded = || {
            let mut beside = self.ground.steps(agent.cell).map(|(_, beside)| beside);
            beside.any(|beside| self.others_at(number, beside).any(comes_nearer))
        };
        let id = MemberId(number);
        if !agent.progress.is_recent(patience, now) && guide.is_off_path(id, cell) && !is_crowded() {
            let progress = &mut self.agents[number as usize].progress;
            progress.paths = progress.paths.saturating_add(1);
            self.work.astray.push(id);
        }
    }

    /// Notes the progress of an agent towards its goal, by the cost of its cell.
    pub(super) fn note_progress(
        &mut self,
        number: u32,
        cost: Option<Cost>,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) {
        let state = self.states[number as usize];
        let agent = &mut self.agents[number as usize];
        let cell = (state != State::Outside).then(|| self.ground.cell(agent.cell));
        if core::mem::take(&mut agent.has_other_costs) {
            agent.best = cost.unwrap_or(Cost::INFINITE);
            // The goal itself costs nothing by any path.
            if agent.progress.best != Cost::ZERO {
                agent.progress.best = agent.best;
            }
        }
        if let Some(cost) = cost.filter(|&cost| cost < agent.best) {
            agent.come_nearer(cost, self.work.times.push_time, now);
        }
        match cost {
            None if cell.is_some() => agent.reason = StuckReason::NoPath,
            Some(cost) if cost < agent.progress.best => {
                agent.progress.come_nearer(cost, now);
                agent.patience.renew();
                // An agent that comes nearer in this call is not stuck, even if its patience is 0.
                return;
            }
            _ => {}
        }
        if let Some(cell) = cell {
            self.note_astray(number, cell, guide, now);
        }
        let progress = &self.agents[number as usize].progress;
        if progress.is_reported
            || progress.is_recent(self.work.times.stuck_after, now)
            || now < progress.queues_until
        {
            return;
        }
        if self.waits_in_moving_queue(number, guide, now) {
            self.agents[number as usize].progress.queues_until =
                now.saturating_add(self.work.times.stuck_recheck_after);
            return;
        }
        let agent = &mut self.agents[number as usize];
        agent.progress.is_reported = true;
        let (since, reason) = (agent.progress.at, agent.why_stuck());
        self.work.stuck.push(StuckAgent { agent: MemberId(number), cell, since, reason });
    }

    /// Returns whether an agent waits in a moving queue. The queue moves if one of these events happened within `stuck_after`:
    ///
    /// - An agent ahead has come nearer to its goal.
    /// - An agent has taken a step in the corridor that the queue leads into.
    ///
    /// Searches along the agent's path and the paths of the agents ahead, at most `stuck_sight` steps.
    pub(super) fn waits_in_moving_queue(&self, number: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        // The agent whose path the search follows, and the cell from which it follows the path.
        let first = (number, self.agents[number as usize].cell);
        let mut seen: SmallVec<[(u32, u32); INLINE]> = smallvec![first];
        let mut next = seen.clone();
        while let Some((number, at)) = next.pop().filter(|&(_, at)| at != NONE) {
            let around = Around::new(&self.ground, MemberId(number), at, guide);
            let steps =
                self.ground.steps_and_tolls(at).map(|(direction, ahead)| (around.beside(direction), ahead));
            let mut nearer: SmallVec<[(Option<Cost>, u32); 8]> =
                steps.filter(|&(cost, _)| cost < around.here()).collect();
            nearer.sort_unstable_by(|one, other| other.cmp(one));
            for (_, ahead) in nearer {
                let others = self.others_on_way(ahead, number, guide);
                let is_lasting = |&other: &u32| {
                    self.agents[other as usize].progress.is_lasting(self.work.times.stuck_after, now)
                };
                if self.is_in_use(at, ahead, now) || others.iter().any(is_lasting) {
                    return true;
                }
                let own_way = self.room_for(number, ahead).map(|_| number);
                for link in others.into_iter().chain(own_way).map(|walker| (walker, ahead)) {
                    if seen.len() < self.rules.stuck_sight as usize && !seen.contains(&link) {
                        seen.push(link);
                        next.push(link);
                    }
                }
            }
        }
        false
    }

    /// The agents in a cell, except agent `number` and agents that rest at their goals.
    fn others_on_way(&self, cell: u32, number: u32, guide: &impl CrowdEnvironment) -> SmallVec<[u32; 4]> {
        self.others_at(number, cell).filter(|&other| !self.rests_at_goal(other, guide)).collect()
    }

    /// Returns whether a step enters a corridor in which an agent has taken a step within `stuck_after`.
    fn is_in_use(&self, from: u32, to: u32, now: u64) -> bool {
        let corridor = self.corridors.at(to).filter(|&corridor| self.corridors.at(from) != Some(corridor));
        let stepped = corridor.map(|corridor| self.corridors.stepped(corridor));
        stepped.is_some_and(|stepped| now.saturating_sub(stepped) < self.work.times.stuck_after)
    }
}
