//! A job of a batch: a query, the kind of agent that asks, and how far its search has come.

use crate::{
    astar::Visitor,
    budget::Budget,
    ground::CostProfile,
    map::NavMap,
    path::{Path, PathError, PathQuery, PathSearch},
    search::SearchScratch,
};
use core::{task::Poll, time::Duration};

/// One job of a [`Batch`](crate::batch::Batch): a path query and the profile of the agent.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// The number of nodes that a worker expands before it checks how far the others have come.
const CHUNK: u64 = 1024;

/// How far a job has come, and how many units of a budget that took.
#[derive(Clone, Default, Debug)]
pub(super) struct JobProgress {
    pub(super) state: JobState,
    /// The units of a budget for what the search has done since it was begun.
    pub(super) units: u32,
    /// Those of them that were charged to the budgets of earlier calls.
    pub(super) paid: u32,
    /// How long that took, if there is a clock. Nothing depends on it.
    pub(super) time: Duration,
}

#[derive(Clone, Default, Debug)]
pub(super) enum JobState {
    #[default]
    Waiting,
    Searching(Box<PathSearch>),
    Answered(Result<Path, PathError>),
}

impl JobProgress {
    /// The same job at its beginning, of which as much is paid for.
    pub(super) fn begun_again(&self) -> Self {
        Self { paid: self.paid, time: self.time, ..Self::default() }
    }

    /// Continues the job for one chunk, or for less if it needs no more. This is the only place that decides how a job is answered.
    pub(super) fn advance<V: Visitor>(
        &mut self,
        map: &NavMap,
        job: &BatchJob,
        search: &mut SearchScratch,
        needed: Budget,
        visitor: &mut V,
    ) {
        let view = map.view(&job.profile);
        if let JobState::Waiting = self.state {
            self.state = match PathSearch::begin(&view, job.query.clone(), V::WATCHES, search) {
                Ok(begun) => JobState::Searching(Box::new(begun)),
                Err(error) => JobState::Answered(Err(error)),
            };
        }
        if let JobState::Searching(begun) = &mut self.state {
            let mut path = Path::default();
            let mut slice =
                Budget::new(CHUNK.min(needed.left().div_ceil(begun.units_per_expansion().into())));
            let answer = begun.run(&view, search, &mut slice, visitor, &mut path);
            self.units = begun.units(search);
            if let Poll::Ready(answer) = answer {
                self.state = JobState::Answered(answer.map(|()| path));
            }
        }
    }

    /// Notes that the job was worked on for so long.
    pub(super) const fn add_time(&mut self, time: Duration) {
        self.time = self.time.saturating_add(time);
    }

    pub(super) const fn time(&self) -> Duration {
        self.time
    }

    pub(super) const fn has_begun(&self) -> bool {
        !matches!(self.state, JobState::Waiting)
    }

    pub(super) const fn is_answered(&self) -> bool {
        matches!(self.state, JobState::Answered(_))
    }

    /// Units that were not charged to a budget yet. A search that began again may have taken fewer than were paid for.
    pub(super) const fn due(&self) -> u32 {
        self.units.saturating_sub(self.paid)
    }

    /// The charge for these units. No job is free.
    pub(super) fn price(&self) -> u32 {
        self.due().max(1)
    }

    /// Returns whether what is left of the budget pays for what was done so far.
    pub(super) fn fits(&self, job: &BatchJob, left: Budget) -> bool {
        !left.is_spent() && (job.in_one_go || u64::from(self.due()) <= left.left())
    }

    pub(super) fn into_answer(self) -> Option<Result<Path, PathError>> {
        match self.state {
            JobState::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Spends the rest of a budget on a part of what is due.
    pub(super) fn pay(&mut self, budget: &mut Budget) {
        self.paid += self.due().min(budget.slice());
        budget.spend(budget.left());
    }
}
