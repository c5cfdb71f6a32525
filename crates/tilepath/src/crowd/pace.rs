//! Agents that change their pace on a step, and those behind them, which stay behind.

use super::{
    agent::{NEVER, NONE, Repaced, State, WHOLE, parts_of},
    agent_id::AgentId,
    answer::CrowdStep,
    guide::CrowdGuide,
    members::Crowd,
    paces::Paces,
};
use smallvec::SmallVec;

/// An agent that comes from beside where the last owner of its cell goes to waits until that one has gone so much of its step, in
/// hundredths: then their centres stay 0.45 cells apart. With 18 it would be half a cell, but in a long chain all such waits add up.
pub(super) const HEAD_START: u64 = 2;
/// An agent that turns by a right angle at most arrives no sooner than the last owner of its cell has gone so much of its step.
const GONE: u64 = 65;
/// In a circle each holds up the next. It settles within a few turns; no agent is looked at more often.
const MOST_TURNS: usize = 32;

/// When the step of an agent may begin, and when it may end, for the sake of the last owner of its cell.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Limits {
    pub(super) starts: u64,
    /// That is later than the other begins.
    is_late: bool,
    pub(super) ends: u64,
}

impl Crowd {
    /// Says that from now on an agent takes so many microseconds for the rest of its step, if nobody is in its way: its speed is another,
    /// or the game moved it. With `u64::MAX` it stands still where it is. Agents that are not on a step are asked when they set out.
    ///
    /// When steps end now, that of the agent and those of all behind it, is told by [`Crowd::settle_paces`].
    pub fn change_pace(&mut self, agent: AgentId, left: u64, now: u64) {
        if self.states.get(agent.index()) == Some(&State::Moving) {
            let known = &mut self.agents[agent.index()];
            let done = known.done_at(now);
            known.alone = parts_of(left.max(1), WHOLE, WHOLE - done);
            self.paces.noted.push(agent.0);
        }
    }

    /// Finds out when steps end after all calls of [`Crowd::change_pace`], and after agents in mid-step were removed or moved elsewhere. To be
    /// called before agents walk on.
    ///
    /// Returns the steps that end at another time than answered: their agents go on evenly from where they are at `starts`. Takes time in
    /// proportion to these agents and those directly behind them.
    pub fn settle_paces(&mut self, now: u64) -> &[(AgentId, CrowdStep)] {
        self.paces.told.clear();
        if !self.paces.noted.is_empty() {
            let mut paces = core::mem::take(&mut self.paces);
            self.find_affected(&mut paces, now);
            self.hold_up(&mut paces, now);
            for (number, before) in paces.affected.drain(..) {
                self.tell_pace(number, before, &mut paces.told, &mut paces.halted);
            }
            self.paces = paces;
        }
        &self.paces.told
    }

    /// Finds all whose steps may end at another time, and when each would be there alone.
    fn find_affected(&mut self, paces: &mut Paces, now: u64) {
        let Paces { noted, affected, .. } = paces;
        let mut next = 0;
        loop {
            for number in noted.drain(..) {
                let agent = &mut self.agents[number as usize];
                if self.states[number as usize] != State::Moving || agent.repaced != Repaced::No {
                    continue;
                }
                affected.push((number, [agent.starts.max(now), agent.ends]));
                let done = agent.done_at(now);
                (agent.repaced, agent.done, agent.starts) = (Repaced::Affected, done, now);
                agent.ends = now.saturating_add(agent.left_alone(done));
            }
            let Some(&(number, _)) = affected.get(next) else { return };
            next += 1;
            noted.extend(self.followers(number));
        }
    }

    /// Lets those behind others arrive no sooner than they may: from the first of each chain to its last, and round circles until nobody holds
    /// up anybody any more.
    fn hold_up(&mut self, paces: &mut Paces, now: u64) {
        let Paces { affected, queue, .. } = paces;
        let is_led = |crowd: &Self, number: u32| {
            let agent = &crowd.agents[number as usize];
            let leader = crowd.leader(number, agent.cell, agent.place);
            leader.is_some_and(|leader| crowd.agents[leader as usize].repaced != Repaced::No)
        };
        queue.extend(affected.iter().map(|&(number, _)| number).filter(|&number| !is_led(self, number)));
        let (mut next, mut circles) = (0, 0);
        while queue.len() <= MOST_TURNS * affected.len() {
            let Some(&number) = queue.get(next) else {
                // All that are left are in circles or behind some.
                let Some(&(number, _)) = affected.get(circles) else { break };
                circles += 1;
                if self.agents[number as usize].repaced == Repaced::Affected {
                    queue.push(number);
                }
                continue;
            };
            next += 1;
            let is_later = self.hold_up_one(number, now);
            let is_known = core::mem::replace(&mut self.agents[number as usize].repaced, Repaced::Known);
            if is_later || is_known == Repaced::Affected {
                queue.extend(self.followers(number));
            }
        }
        queue.clear();
    }

    /// Lets an agent arrive no sooner than it may. Returns whether it arrives later than was known.
    fn hold_up_one(&mut self, number: u32, now: u64) -> bool {
        let agent = &self.agents[number as usize];
        let limits = self.limits(number, agent.cell, agent.place, agent.direction);
        let agent = &mut self.agents[number as usize];
        let before = (agent.starts, agent.ends);
        // In a circle somebody is the first.
        if agent.done == 0 && limits.is_late {
            agent.starts = agent.starts.max(limits.starts);
        }
        let alone = agent.starts.max(now).saturating_add(agent.left_alone(agent.done));
        agent.ends = agent.ends.max(alone).max(limits.ends);
        (agent.starts, agent.ends) != before
    }

    /// Notes the pace of an agent, and tells it if it is another.
    fn tell_pace(
        &mut self,
        number: u32,
        before: [u64; 2],
        told: &mut Vec<(AgentId, CrowdStep)>,
        halted: &mut Vec<u32>,
    ) {
        let agent = &mut self.agents[number as usize];
        agent.repaced = Repaced::No;
        let from = agent.from;
        if agent.ends == NEVER {
            halted.push(number);
        }
        if [agent.starts, agent.ends] == before {
            return;
        }
        told.push((AgentId(number), self.step_of(number)));
        if before[1] == NEVER {
            // Others may come to where it was.
            self.wake_beside(from);
        }
    }

    /// The agents that go to the cell which an agent leaves.
    pub(super) fn followers(&self, number: u32) -> SmallVec<[u32; 4]> {
        let agent = &self.agents[number as usize];
        if self.states[number as usize] != State::Moving || agent.from == agent.cell {
            return SmallVec::new();
        }
        let owners = (0..).zip(self.occupancy.owners(agent.from));
        let is_behind = |place: u8, owner: u32| {
            owner != NONE
                && self.states[owner as usize] == State::Moving
                && self.occupancy.leaver(agent.from, place) == number
        };
        owners.filter(|&(place, &owner)| is_behind(place, owner)).map(|(_, &owner)| owner).collect()
    }

    /// The agent on its way out of a place that another goes to.
    fn leader(&self, number: u32, to: u32, place: u8) -> Option<u32> {
        let leaver = self.occupancy.leaver(to, place);
        let is_leaving = |leaver: u32| {
            let agent = &self.agents[leaver as usize];
            agent.from == to && agent.cell != to && self.states[leaver as usize] == State::Moving
        };
        (leaver != NONE && leaver != number && is_leaving(leaver)).then_some(leaver)
    }

    /// When the step of an agent to a place, in a direction, may begin and end.
    pub(super) fn limits(&self, number: u32, to: u32, place: u8, direction: u8) -> Limits {
        let Some(leader) = self.leader(number, to, place) else { return Limits::default() };
        let leader = &self.agents[leader as usize];
        let is_sharp = self.ground.is_sharp(leader.direction, direction);
        let trails = self.ground.trails(leader.direction, direction);
        // Behind one that stands still it stands as well.
        let is_late = is_sharp && leader.ends != NEVER;
        let starts = if is_late { leader.when_done(HEAD_START) } else { leader.starts };
        Limits { starts, is_late, ends: if trails { leader.when_done(GONE) } else { leader.ends } }
    }

    /// Returns whether a place is free, and nobody stands still on the way out of it.
    pub(super) fn has_room(&self, cell: u32) -> bool {
        let Some(place) = self.occupancy.room(cell) else { return false };
        let is_halted = |leader: u32| self.agents[leader as usize].ends == NEVER;
        self.paces.halted.is_empty() || !self.leader(NONE, cell, place).is_some_and(is_halted)
    }

    /// Notes that those who stand still on their steps come no nearer to their goals.
    pub(super) fn note_halted(&mut self, guide: &impl CrowdGuide, now: u64) {
        let mut halted = core::mem::take(&mut self.paces.halted);
        halted.sort_unstable();
        halted.dedup();
        halted.retain(|&number| {
            let agent = &self.agents[number as usize];
            let is_halted = self.states[number as usize] == State::Moving && agent.ends == NEVER;
            if is_halted {
                self.note_progress(number, Some(agent.best), guide, now);
            }
            is_halted
        });
        self.paces.halted = halted;
    }
}
