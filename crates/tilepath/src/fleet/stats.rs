//! Counts of what a fleet does.

/// Counts of what a fleet has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FleetStats {
    /// Requests that a search answered, with or without a path.
    pub searches: u64,
    /// The expansions that searches took from the budget.
    pub expansions: u64,
    /// Requests that failed without a search.
    pub refused: u64,
    /// Requests that were answered from a goal field, and agents that changed from a path of their own to a field.
    pub shared: u64,
    /// The number of times that a goal field was built until it reached its agents.
    pub field_builds: u64,
}
