//! A job of a batch: what is asked, and who asks it.

use crate::{ground::CostProfile, path::PathQuery};

/// A query of a [`Batch`](crate::batch::Batch), and who asks it.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchJob {
    /// The kind of agent that asks.
    pub profile: CostProfile,
    /// The query.
    pub query: PathQuery,
    /// Answer it in one go when its turn has come, however little of the budget is left.
    pub in_one_go: bool,
}

impl BatchJob {
    /// A query that may be answered in slices.
    #[must_use]
    pub const fn new(profile: CostProfile, query: PathQuery) -> Self {
        Self { profile, query, in_one_go: false }
    }
}
