//! Finds jams, and begins to solve them.

use super::{
    super::{
        agent::{Alert, State},
        environment::CrowdEnvironment,
        members::Crowd,
        patience::{Patience, Verdict},
    },
    cut::{CutOut, NoCut},
    jam::{Jam, Phase},
};
use crate::exchange::Exchange;

/// The number of orders in which the agents of a jam are led to their goals, of which the shortest plan is taken.
pub(super) const ORDERS: u8 = 12;

impl Crowd {
    /// Notes an agent that has come no nearer to its goal, if it is in a jam.
    pub(in crate::crowd) fn note_jam(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) {
        let agent = &self.agents[number as usize];
        let is_due = matches!(self.states[number as usize], State::Waiting | State::Moving)
            && self.occupancy.capacity() == 1
            && agent.size == 1
            && self.work.times.jam_after < u64::MAX
            && !agent.progress.is_lasting(self.work.times.jam_after, now)
            && now >= agent.patience.until
            && !self.jams.iter().any(|jam| jam.members.contains(&number));
        let Patience { attempt, is_too_hard, .. } = agent.patience;
        if !is_due || attempt == 0 && self.work.jam_budget.is_spent() {
            return;
        }
        let is_jammed = attempt != 0
            || self.is_jammed(number, guide, now) && !self.waits_in_moving_queue(number, guide, now);
        if is_jammed {
            self.begin_jam(number, (attempt, is_too_hard), guide, now);
        } else {
            // To look at all this takes longer than to wait.
            self.agents[number as usize].patience.pause(self.work.times.jam_after, now);
        }
    }

    /// Begins to search a plan, in the first cut from this attempt on in which there may be one. `is_too_hard`: an attempt before was too large, or
    /// reached the limit of the search.
    pub(super) fn begin_jam(
        &mut self,
        first: u32,
        (mut attempt, mut is_too_hard): (u8, bool),
        guide: &impl CrowdEnvironment,
        now: u64,
    ) {
        while attempt < Self::ATTEMPTS {
            if self.work.jam_budget.is_spent() {
                // The next call goes on.
                let patience = &mut self.agents[first as usize].patience;
                (patience.attempt, patience.is_too_hard) = (attempt, is_too_hard);
                self.alerts[first as usize] = Alert::Now;
                return;
            }
            match self.cut_out(first, attempt, guide) {
                Ok(CutOut { members, arrangement, is_whole, is_full }) => {
                    is_too_hard |= is_full;
                    let search = Exchange::new(arrangement.clone(), ORDERS);
                    let phase = Phase::Search(Box::new(search));
                    let patience = &mut self.agents[first as usize].patience;
                    (patience.attempt, patience.is_too_hard) = (0, false);
                    let stands = patience.comes_late;
                    if stands {
                        members
                            .iter()
                            .for_each(|&member| self.agents[member as usize].patience.is_held = true);
                    }
                    let jam =
                        Jam { first, members, arrangement, attempt, is_whole, is_too_hard, stands, phase };
                    self.jams.push(jam);
                    return;
                }
                Err(NoCut::NotNow) => attempt += 1,
                Err(NoCut::TooLarge) => {
                    attempt = Self::with_smaller_cut(attempt);
                    is_too_hard = true;
                }
            }
        }
        self.find_no_plan(first, is_too_hard.then_some(Verdict::TooHard), now);
    }

    /// Notes that there is no plan for an agent.
    pub(super) fn find_no_plan(&mut self, first: u32, verdict: Option<Verdict>, now: u64) {
        let agent = &mut self.agents[first as usize];
        if verdict.is_some() && verdict != agent.patience.verdict {
            // What was said of the agent before did not say this.
            agent.progress.is_reported = false;
        }
        agent.patience.fail(verdict, self.work.times.jam_after, now);
    }
}
