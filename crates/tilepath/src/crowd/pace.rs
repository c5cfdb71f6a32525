//! Agents that change their pace in the middle of a step, and the agents behind them, which must stay behind.

use super::{
    agent::{MemberId, NEVER, NONE, Repaced, State, WHOLE, parts_of},
    answer::CrowdStep,
    environment::CrowdEnvironment,
    members::Crowd,
    work::Pacing,
};
use smallvec::SmallVec;

/// At a sharp turn (see `CrowdGround::is_sharp`), an agent begins its step only when the last owner of the entered cell has done
/// this much of its own step, in hundredths. Together with [`GONE`], this keeps the centres of the two agents 0.45 cells apart. A
/// game can't change these two numbers: with other values, even larger ones, some agents come closer. Also, all such waits add up
/// in a long chain.
pub(super) const HEAD_START: u64 = 2;
/// An agent that turns by at most a right angle must not arrive before the last owner of the entered cell has done this much of
/// its own step, in hundredths.
const GONE: u64 = 65;
/// In a circle, each agent delays the next agent. The times settle after a few rounds. This is the limit of delays, as an average
/// for each agent.
const MOST_TURNS: usize = 32;

/// The earliest times at which an agent's step may begin and end, because of the last owner of its cell.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Limits {
    pub(super) starts: u64,
    /// `starts` is later than the start of the last owner's step.
    is_late: bool,
    pub(super) ends: u64,
}

impl Limits {
    /// The later times of both.
    fn and(self, other: Self) -> Self {
        let starts = self.starts.max(other.starts);
        let is_late = self.is_late && self.starts == starts || other.is_late && other.starts == starts;
        Self { starts, is_late, ends: self.ends.max(other.ends) }
    }
}

impl Crowd {
    /// Sets how long the rest of an agent's step takes if no agent is in the way: `left` microseconds. Call this method if the
    /// agent's speed has changed, or if the game has moved the agent. With `u64::MAX` the agent stands still where it is. Does
    /// nothing for an agent that is not on a step.
    ///
    /// [`Crowd::settle_paces`] then returns the new times of this step, and of the steps of all agents behind.
    pub(crate) fn change_pace(&mut self, agent: MemberId, left: u64, now: u64) {
        if self.states.get(agent.index()) == Some(&State::Moving) {
            let known = &mut self.agents[agent.index()];
            let done = known.done_at(now);
            known.alone = parts_of(left.max(1), WHOLE, WHOLE - done);
            self.paces.noted.push(agent.0);
        }
    }

    /// Computes the times of steps again after all calls of [`Crowd::change_pace`], and after agents were removed or moved during
    /// a step. Call this method once, before the agents move on.
    ///
    /// Returns the steps whose times have changed. The agent of each step waits at its present position until
    /// [`starts`](CrowdStep::starts), and then moves at an even speed until [`ends`](CrowdStep::ends).
    ///
    /// The time of the call grows with the number of agents whose pace has changed and of all agents behind them.
    pub(crate) fn settle_paces(&mut self, now: u64) -> &[(MemberId, CrowdStep)] {
        self.work.pacing.told.clear();
        if !self.paces.noted.is_empty() {
            let mut noted = core::mem::take(&mut self.paces.noted);
            let mut pacing = core::mem::take(&mut self.work.pacing);
            self.find_affected(&mut noted, &mut pacing.affected, now);
            self.hold_up(&mut pacing, now);
            for (number, before) in pacing.affected.drain(..) {
                self.tell_pace(number, before, &mut pacing.told);
            }
            (self.paces.noted, self.work.pacing) = (noted, pacing);
        }
        &self.work.pacing.told
    }

    /// Finds all agents whose steps may end at another time: agents whose pace has changed, and all agents behind them. Sets the
    /// end of each step as if no agent were in the way.
    fn find_affected(&mut self, noted: &mut Vec<u32>, affected: &mut Vec<(u32, [u64; 2])>, now: u64) {
        let mut next = 0;
        loop {
            for number in noted.drain(..) {
                let agent = &mut self.agents[number as usize];
                if self.states[number as usize] != State::Moving || agent.work.repaced != Repaced::No {
                    continue;
                }
                affected.push((number, [agent.starts.max(now), agent.ends]));
                let done = agent.done_at(now);
                (agent.work.repaced, agent.done, agent.starts) = (Repaced::Affected, done, now);
                agent.ends = now.saturating_add(agent.left_alone(done));
            }
            let Some(&(number, _)) = affected.get(next) else { return };
            next += 1;
            noted.extend(self.followers(number));
        }
    }

    /// Delays each agent so that it stays behind the agent ahead. Agents at the front come first. If agents follow each other in
    /// a circle, repeats this until the times no longer change, or until the number of delays is 32 times the number of agents.
    fn hold_up(&mut self, pacing: &mut Pacing, now: u64) {
        let Pacing { affected, queue, .. } = pacing;
        let is_led = |crowd: &Self, number: u32| {
            let agent = &crowd.agents[number as usize];
            let mut leaders = crowd.leaders(number, agent.cell, agent.place);
            leaders.any(|leader| crowd.agents[leader as usize].work.repaced != Repaced::No)
        };
        queue.extend(affected.iter().map(|&(number, _)| number).filter(|&number| !is_led(self, number)));
        let (mut next, mut circles) = (0, 0);
        while queue.len() <= MOST_TURNS * affected.len() {
            let Some(&number) = queue.get(next) else {
                // All remaining agents are in circles or behind circles.
                let Some(&(number, _)) = affected.get(circles) else { break };
                circles += 1;
                if self.agents[number as usize].work.repaced == Repaced::Affected {
                    queue.push(number);
                }
                continue;
            };
            next += 1;
            let is_later = self.hold_up_one(number, now);
            let is_known = core::mem::replace(&mut self.agents[number as usize].work.repaced, Repaced::Known);
            if is_later || is_known == Repaced::Affected {
                queue.extend(self.followers(number));
            }
        }
        queue.clear();
    }

    /// Delays the step of an agent so that it stays behind the agent ahead. Returns whether the times of the step changed.
    fn hold_up_one(&mut self, number: u32, now: u64) -> bool {
        let agent = &self.agents[number as usize];
        let limits = self.limits(number, agent.cell, agent.place, agent.direction);
        let agent = &mut self.agents[number as usize];
        let before = (agent.starts, agent.ends);
        // Only agents at sharp turns start later: in a circle, one agent must be the first.
        if agent.done == 0 && limits.is_late {
            agent.starts = agent.starts.max(limits.starts);
        }
        let alone = agent.starts.max(now).saturating_add(agent.left_alone(agent.done));
        agent.ends = agent.ends.max(alone).max(limits.ends);
        (agent.starts, agent.ends) != before
    }

    /// Ends the computation for an agent. Adds the agent's step to `told` if the start or the end of the step has changed.
    /// `before` holds the old start and end.
    fn tell_pace(&mut self, number: u32, before: [u64; 2], told: &mut Vec<(MemberId, CrowdStep)>) {
        let agent = &mut self.agents[number as usize];
        agent.work.repaced = Repaced::No;
        let from = agent.from;
        if agent.ends == NEVER {
            self.paces.halted.push(number);
        }
        if [agent.starts, agent.ends] == before {
            return;
        }
        told.push((MemberId(number), self.step_of(number)));
        if before[1] == NEVER {
            // Other agents may enter the cell that it leaves.
            self.wake_beside(from);
        }
    }

    /// The agents that walk into the place that an agent leaves.
    pub(super) fn followers(&self, number: u32) -> SmallVec<[u32; 4]> {
        let agent = &self.agents[number as usize];
        if self.states[number as usize] != State::Moving || agent.from == agent.cell {
            return SmallVec::new();
        }
        let mut followers = SmallVec::new();
        for cell in self.cells_left(number, agent.from, Some(agent.cell)) {
            // The owners come first in the zip: there may be 255 owners, and a `u8` range can't go on after 254.
            for (&owner, place) in self.occupancy.owners(cell).iter().zip(0..) {
                let is_behind = owner != NONE
                    && self.states[owner as usize] == State::Moving
                    && self.occupancy.leaver(cell, place) == number;
                if is_behind && !followers.contains(&owner) {
                    followers.push(owner);
                }
            }
        }
        followers
    }

    /// Agent `number` enters place `place` of cell `to`. Returns the agent that had this place before and is still leaving the
    /// cell, if any: for a wide agent, all that are still leaving the cells that it enters.
    pub(super) fn leaders(&self, number: u32, to: u32, place: u8) -> impl Iterator<Item = u32> {
        let leavers = self.cells_of(number, to).map(move |cell| (cell, self.occupancy.leaver(cell, place)));
        let leaving = leavers.filter(move |&(cell, leaver)| {
            leaver != NONE && leaver != number && self.is_leaving(leaver, cell)
        });
        leaving.map(|(_, leaver)| leaver)
    }

    /// Returns whether an agent is on a step that leads out of this cell. An agent that walks out of a wall is not: its walk
    /// begins and ends in the same cell.
    pub(super) fn is_leaving(&self, number: u32, cell: u32) -> bool {
        let agent = &self.agents[number as usize];
        self.states[number as usize] == State::Moving
            && agent.from != agent.cell
            && self.covers(number, agent.from, cell)
            && !self.covers(number, agent.cell, cell)
    }

    /// The earliest times of an agent's step to a place, in a direction.
    pub(super) fn limits(&self, number: u32, to: u32, place: u8, direction: u8) -> Limits {
        let limits =
            self.leaders(number, to, place).map(|leader| self.limits_behind(number, leader, direction));
        limits.fold(Limits::default(), Limits::and)
    }

    /// The earliest times of an agent's step in a direction behind another agent.
    fn limits_behind(&self, number: u32, leader: u32, direction: u8) -> Limits {
        let is_wide = self.is_wide(number) || self.is_wide(leader);
        let leader = &self.agents[leader as usize];
        let is_sharp = self.ground.is_sharp(leader.direction, direction);
        // The middles of wide agents tell little of the distance between them.
        let trails = !is_wide && self.ground.trails(leader.direction, direction);
        // If the agent ahead stands still, this agent stands still, too.
        let is_late = is_sharp && leader.ends != NEVER;
        let starts = if is_late { leader.when_done(HEAD_START) } else { leader.starts };
        Limits { starts, is_late, ends: if trails { leader.when_done(GONE) } else { leader.ends } }
    }

    /// Returns whether an agent finds room in a cell that nobody blocks by standing still while it leaves the cell.
    pub(super) fn has_room(&self, number: u32, cell: u32) -> bool {
        let Some(place) = self.room_for(number, cell) else { return false };
        let is_halted = |leader: u32| self.agents[leader as usize].ends == NEVER;
        self.paces.halted.is_empty() || !self.leaders(number, cell, place).any(is_halted)
    }

    /// Notes that agents that stand still on their steps make no progress.
    pub(super) fn note_halted(&mut self, guide: &impl CrowdEnvironment, now: u64) {
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
