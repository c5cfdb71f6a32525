//! Searches the plans of jams, within the budget of a call.

use super::{
    super::{
        agent::{Alert, NONE, State},
        environment::CrowdEnvironment,
        members::Crowd,
        patience::Verdict,
    },
    jam::{Jam, Phase, PlannedWalk},
    walk::GIVE_UP_AFTER,
};
use crate::{
    budget::Budget,
    exchange::{Plan, Solution},
};
use core::task::Poll;

/// What is known of the agents for which a plan was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// All stand where the plan begins.
    Here,
    /// Somebody still walks to where the plan begins.
    Coming,
    /// Somebody is elsewhere, or a stranger is in the cut.
    Elsewhere,
}

impl Crowd {
    /// Goes on with the searches, in their order. Agents for which a plan is found walk by it from now on.
    pub(in crate::crowd) fn search_jams(&mut self, guide: &impl CrowdEnvironment, now: u64) {
        let mut budget = Budget::new(self.rules.jam_units.into());
        let jams = core::mem::take(&mut self.jams);
        let mut ended = Vec::new();
        for mut jam in jams {
            let Phase::Search(search) = &mut jam.phase else {
                self.jams.push(jam);
                continue;
            };
            match search.run(&mut budget) {
                Poll::Pending => self.jams.push(jam),
                Poll::Ready(Solution::Plan(plan)) => match self.place_of(&jam, &plan, now) {
                    Place::Here => self.begin_walk(jam, plan, now),
                    Place::Coming => self.jams.push(jam),
                    Place::Elsewhere => {
                        self.end_search(&jam);
                        let patience = &mut self.agents[jam.first as usize].patience;
                        patience.comes_late = true;
                        patience.pause(self.work.times.jam_after, now);
                    }
                },
                Poll::Ready(solution) => ended.push((jam, solution)),
            }
        }
        self.work.jam_budget = budget;
        for (jam, solution) in ended {
            self.end_search(&jam);
            let Jam { first, attempt, is_whole, is_too_hard, .. } = jam;
            match solution {
                Solution::NoPlan { is_proven: true } if is_whole => {
                    self.find_no_plan(first, Some(Verdict::NoSolution), now);
                }
                // Larger cuts are harder still.
                Solution::TooHard => {
                    self.begin_jam(first, (Self::with_smaller_cut(attempt), true), guide, now);
                }
                _ => self.begin_jam(first, (attempt + 1, is_too_hard), guide, now),
            }
        }
    }

    /// Lets the agents of a jam decide again if they stood while a plan was searched.
    fn end_search(&mut self, jam: &Jam) {
        for &member in jam.members.iter().filter(|_| jam.stands) {
            let agent = &mut self.agents[member as usize];
            agent.patience.is_held = false;
            agent.blocked = None;
            self.alerts[member as usize] = Alert::Now;
        }
    }

    /// Where the agents of a jam are.
    fn place_of(&self, jam: &Jam, plan: &Plan, now: u64) -> Place {
        let starts = jam.arrangement.starts();
        let mut place = Place::Here;
        for (&number, &start) in jam.members.iter().zip(starts) {
            let agent = &self.agents[number as usize];
            if agent.cell != jam.cut().key(start) || agent.patience.is_held && !jam.stands {
                return Place::Elsewhere;
            }
            match self.states[number as usize] {
                State::Waiting | State::Resting => {}
                // Nobody stands to wait for an agent that hardly moves.
                State::Moving if jam.stands && agent.ends > now.saturating_add(GIVE_UP_AFTER) => {
                    return Place::Elsewhere;
                }
                State::Moving => place = Place::Coming,
                State::Outside | State::Vacant => return Place::Elsewhere,
            }
        }
        let is_stranger = |&owner: &u32| owner != NONE && jam.members.binary_search(&owner).is_err();
        let is_taken = |cell: u16| {
            let key = jam.cut().key(cell);
            self.occupancy.owners(key).iter().any(is_stranger) || self.is_held(key)
        };
        if plan.dependencies().iter().flatten().any(|step| is_taken(step.cell)) {
            return Place::Elsewhere;
        }
        place
    }

    /// Lets the agents of a jam walk by their plan.
    fn begin_walk(&mut self, mut jam: Jam, plan: Plan, now: u64) {
        for (number, steps) in jam.members.iter().zip(plan.dependencies()) {
            // An agent without steps in the plan goes on as before.
            self.agents[*number as usize].patience.is_held = !steps.is_empty();
        }
        let cells = jam.cut().cells();
        jam.phase = Phase::Walk(PlannedWalk::new(plan, cells, now));
        self.jams.push(jam);
    }
}
