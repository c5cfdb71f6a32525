//! `Exchange`: the search for moves, in slices.

use super::{
    arrangement::{Arrangement, MOVES_PER_UNIT},
    attempt::{Attempt, Failure},
    components::{Component, components},
    jam::Jam,
    plan::Plan,
    solution::Solution,
    verdict::is_unsolvable,
};
use crate::budget::Budget;
use core::task::Poll;

/// The number of orders that are tried before the search says that there is no plan.
const LEAST_ORDERS: u8 = 4;

/// The greatest amount of work for all orders.
const MOST_UNITS: u64 = 20_000_000;

/// How often the moves of one order are shortened at most.
const MOST_PASSES: u8 = 20;

/// The search for moves that bring all agents of a jam to their goals, in the spirit of Push and Rotate.
///
/// Agents go one after another. An agent in the way is shifted to the nearest free cell, or it changes places with the agent that
/// goes, either inside a window of six cells, or at a junction. Several orders of the agents are tried, and the shortest plan is kept.
///
/// The search finds a plan for every solvable jam in a tree, and for nearly every solvable jam elsewhere if there is a free cell. Plans are
/// not the shortest ones. The work is about agents × cells × length of the paths.
///
/// Sources: Luna and Bekris, *Push and Swap* (2011); de Wilde, ter Mors and Witteveen, *Push and Rotate* (2014).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    jam: Jam,
    components: Vec<Component>,
    most_orders: u8,
    /// The number of the present order.
    order: u8,
    /// The work so far.
    units: u64,
    /// All failures prove that there is no plan.
    is_proven: bool,
    /// An order reached the limit of moves.
    is_too_hard: bool,
    best: Option<Plan>,
    phase: Phase,
}

/// What the next piece of work does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    Check,
    Begin,
    Attempt(Attempt),
    Shorten { agents: Arrangement, passes: u8 },
    Done(Solution),
}

impl Exchange {
    /// A search that tries this number of orders, at least one. If they find nothing, it tries a few more.
    #[must_use]
    pub fn new(jam: Jam, most_orders: u8) -> Self {
        let components = components(&jam);
        Self {
            jam,
            components,
            most_orders: most_orders.max(1),
            order: 0,
            units: 0,
            is_proven: true,
            is_too_hard: false,
            best: None,
            phase: Phase::Check,
        }
    }

    /// The jam.
    #[must_use]
    pub fn jam(&self) -> &Jam {
        &self.jam
    }

    /// The work so far, in units of a [`Budget`].
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Goes on with the search, as far as the budget goes. The unit is one cell of a flood. Other work counts as the number of units that
    /// take about the same time.
    ///
    /// The search stops between pieces: a few floods, one window, or all moves of one order once. A piece is at most 20,000 units, and
    /// most pieces are below 500. The solution does not depend on the budgets. A finished search returns its solution again.
    pub fn run(&mut self, budget: &mut Budget) -> Poll<Solution> {
        loop {
            if let Phase::Done(solution) = &self.phase {
                return Poll::Ready(solution.clone());
            }
            if budget.is_spent() {
                return Poll::Pending;
            }
            let before = self.units;
            self.advance();
            budget.spend(self.units - before);
        }
    }

    /// Does one piece of work.
    fn advance(&mut self) {
        if self.units > MOST_UNITS {
            let found = self.best.take().map_or(Solution::TooHard, Solution::Plan);
            self.phase = Phase::Done(found);
            return;
        }
        match core::mem::replace(&mut self.phase, Phase::Begin) {
            Phase::Check => self.check(),
            Phase::Begin => self.begin(),
            Phase::Attempt(attempt) => self.go_on(attempt),
            Phase::Shorten { agents, passes } => self.shorten(agents, passes),
            Phase::Done(solution) => self.phase = Phase::Done(solution),
        }
    }

    fn check(&mut self) {
        self.units += u64::from(self.jam.cut().cells()) + 1;
        if self.components.iter().any(|part| is_unsolvable(&self.jam, part)) {
            self.phase = Phase::Done(Solution::NoPlan { is_proven: true });
        }
    }

    /// Begins the next order, or ends the search.
    fn begin(&mut self) {
        let orders = if self.best.is_some() { self.most_orders } else { self.most_orders.max(LEAST_ORDERS) };
        if self.order < orders {
            let attempt = Attempt::new(&self.jam, self.order);
            self.units += attempt.units();
            self.order += 1;
            self.phase = Phase::Attempt(attempt);
        } else {
            self.phase = Phase::Done(match self.best.take() {
                Some(plan) => Solution::Plan(plan),
                None if self.is_too_hard => Solution::TooHard,
                None => Solution::NoPlan { is_proven: self.is_proven },
            });
        }
    }

    fn go_on(&mut self, mut attempt: Attempt) {
        let before = attempt.units();
        let result = attempt.run(&self.jam);
        self.units += attempt.units() - before + 1;
        self.phase = match result {
            Poll::Pending => Phase::Attempt(attempt),
            Poll::Ready(Ok(())) => Phase::Shorten { agents: attempt.into_agents(), passes: 0 },
            Poll::Ready(Err(failure)) => {
                self.is_proven &= self.proves(failure);
                self.is_too_hard |= failure == Failure::TooLong;
                Phase::Begin
            }
        };
    }

    /// Returns whether a failure proves that there is no plan. In a tree, every agent that is not blocked for good gets on.
    fn proves(&self, failure: Failure) -> bool {
        let Failure::Blocked(agent) = failure else {
            return false;
        };
        self.components.iter().any(|part| part.is_tree && part.agents.contains(&agent))
    }

    /// Shortens the moves once, or makes the plan.
    fn shorten(&mut self, mut agents: Arrangement, passes: u8) {
        let before = agents.units;
        if passes < MOST_PASSES {
            let passes = if agents.shorten() { passes + 1 } else { MOST_PASSES };
            self.units += agents.units - before;
            self.phase = Phase::Shorten { agents, passes };
            return;
        }
        let plan = Plan::new(&self.jam, agents.moves());
        self.units += u64::from(agents.len()) / MOVES_PER_UNIT;
        if self.best.as_ref().is_none_or(|best| plan.ticks() < best.ticks()) {
            self.best = Some(plan);
        }
    }
}
