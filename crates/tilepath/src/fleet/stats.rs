//! Figures of what a fleet does.

/// What a fleet has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FleetStats {
    /// Requests that a search answered, with or without a path.
    pub searches: u64,
    /// The expansions that searches took from the budget.
    pub expansions: u64,
    /// Requests that failed without a search.
    pub refused: u64,
}
