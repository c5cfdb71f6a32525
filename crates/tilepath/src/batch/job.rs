//! A job of a batch: a query, and the kind of agent that asks.

use crate::{ground::CostProfile, path::PathQuery};

/// One job of a [`Batch`](crate::batch::Batch): a path query and the profile of the agent.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchJob {
    /// The costs of terrain and danger for the agent.
    pub profile: CostProfile,
    /// The path query.
    pub query: PathQuery,
    /// Whether to answer the query within one call of [`Batch::solve`](crate::batch::Batch::solve), even if the search needs more
    /// expansions than the budget has left. The search begins only if the budget has at least one expansion left.
    pub in_one_go: bool,
}

impl BatchJob {
    /// A job whose search may continue over several calls: [`in_one_go`](Self::in_one_go) is `false`.
    #[must_use]
    pub const fn new(profile: CostProfile, query: PathQuery) -> Self {
        Self { profile, query, in_one_go: false }
    }
}
