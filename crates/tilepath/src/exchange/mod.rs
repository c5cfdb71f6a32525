//! Jams of agents: the search for moves that bring each agent of a small part of a map to its goal.

mod arrangement;
mod assign;
mod attempt;
mod components;
mod cut;
mod flood;
mod jam;
mod junction;
mod order;
mod plan;
mod search;
mod shorten;
mod solution;
mod swap;
mod verdict;
mod window;
mod windows;

pub use assign::assign;
pub use cut::{Cut, CutError, CutStep, MOST_CELLS};
pub use jam::{ANYWHERE, Jam, JamError, MOST_AGENTS};
pub use plan::{Plan, PlannedStep, StepOfAgent};
pub use search::Exchange;
pub use solution::Solution;
