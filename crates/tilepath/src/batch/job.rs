//! A job of a batch: a query, and the kind of agent that asks.

use crate::{ground::CostProfile, path::PathQuery};

/// A query of a [`Batch`](crate::batch::Batch), and the profile of the agent.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchJob {
    /// How the agent prices the map.
    pub profile: CostProfile,
    /// The query.
    pub query: PathQuery,
    /// Whether to answer the query in one go when its turn comes, even if too little of the budget is left.
    pub in_one_go: bool,
}

impl BatchJob {
    /// A query that may be answered in slices.
    #[must_use]
    pub const fn new(profile: CostProfile, query: PathQuery) -> Self {
        Self { profile, query, in_one_go: false }
    }
}
