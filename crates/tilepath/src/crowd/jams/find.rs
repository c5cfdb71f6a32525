//! Finds jams, and begins to solve them.

use super::{
    super::{agent::State, environment::CrowdEnvironment, members::Crowd, patience::Verdict},
    cut::{CutOut, NoCut},
    jam::{Jam, Phase},
};
use crate::exchange::Exchange;

/// The number of orders in which the agents of a jam are led to their goals, of which the shortest plan is taken.
pub(super) const ORDERS: u8 = 6;

impl Crowd {
    /// Notes an agent that has come no nearer to its goal, if it is in a jam.
    pub(in crate::crowd) fn note_jam(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) {
        let agent = &self.agents[number as usize];
        let is_due = matches!(self.states[number as usize], State::Waiting | State::Moving)
            && self.occupancy.capacity() == 1
            && self.work.times.jam_after < u64::MAX
            && !agent.progress.is_recent(self.work.times.jam_after, now)
            && now >= agent.patience.until
            && !self.jams.iter().any(|jam| jam.members.contains(&number));
        if !is_due {
            return;
        }
        if !self.is_jammed(number, guide, now) || self.waits_in_moving_queue(number, guide, now) {
            // To look at all this takes longer than to wait.
            self.agents[number as usize].patience.pause(self.work.times.jam_after, now);
            return;
        }
        self.begin_jam(number, (0, None), guide, now);
    }

    /// Begins to search a plan, in the first cut from this attempt on in which there may be one. `verdict`: what the last attempt has found.
    pub(super) fn begin_jam(
        &mut self,
        first: u32,
        (from, mut verdict): (u8, Option<Verdict>),
        guide: &impl CrowdEnvironment,
        now: u64,
    ) {
        let mut attempt = if verdict == Some(Verdict::NoSolution) { Self::ATTEMPTS } else { from };
        while attempt < Self::ATTEMPTS {
            // Larger cuts are harder still.
            if verdict == Some(Verdict::TooHard) {
                let next = Self::with_fewer_goals(attempt);
                if next == Self::ATTEMPTS {
                    break;
                }
                (attempt, verdict) = (next, None);
            }
            match self.cut_out(first, attempt, guide) {
                Ok(CutOut { members, arrangement, is_whole }) => {
                    let search = Exchange::new(arrangement.clone(), ORDERS);
                    let phase = Phase::Search(Box::new(search));
                    let stands = self.agents[first as usize].patience.comes_late;
                    if stands {
                        members
                            .iter()
                            .for_each(|&member| self.agents[member as usize].patience.is_held = true);
                    }
                    self.jams.push(Jam { first, members, arrangement, attempt, is_whole, stands, phase });
                    return;
                }
                Err(NoCut::NotNow) => attempt += 1,
                Err(NoCut::TooLarge) => verdict = Some(Verdict::TooHard),
            }
        }
        let agent = &mut self.agents[first as usize];
        if verdict.is_some() && verdict != agent.patience.verdict {
            // What was said of the agent before did not say this.
            agent.progress.is_reported = false;
        }
        agent.patience.fail(verdict, self.work.times.jam_after, now);
    }
}
