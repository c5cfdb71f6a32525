//! The result of a search for moves.

use super::plan::Plan;

/// The result of an [`Exchange`](super::Exchange).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// The moves that bring all agents to their goals.
    Plan(Plan),
    /// No moves were found.
    NoPlan {
        /// No moves exist. Otherwise there may be moves that the search can't find.
        is_proven: bool,
    },
    /// The search reached its limit of work.
    TooHard,
}
