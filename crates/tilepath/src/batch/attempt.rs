//! A job of a batch, how far it has come, and what that cost.

use crate::{
    error::PathError,
    nav_map::NavMap,
    path::Path,
    path_task::PathSearch,
    profile::CostProfile,
    query::PathQuery,
    search::{Search, Visitor},
};

/// A query of a [`Batch`](super::Batch), and who asks it.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchJob {
    /// The kind of agent that asks.
    pub profile: CostProfile,
    /// What it asks.
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

/// How far a job has come.
#[derive(Default, Debug)]
pub(super) struct Attempt {
    progress: Progress,
    /// Nodes expanded since the search was begun.
    expanded: u32,
    /// Those of them that were charged to the budgets of earlier calls.
    paid: u32,
}

#[derive(Default, Debug)]
enum Progress {
    #[default]
    Waiting,
    Searching(PathSearch),
    Answered(Result<Path, PathError>),
}

impl Attempt {
    /// Goes on with the job for at most `slice` expansions. This is the one place that says by what means a job is answered.
    pub(super) fn advance<V: Visitor>(
        &mut self,
        map: &NavMap,
        job: &BatchJob,
        search: &mut Search,
        slice: u32,
        visitor: &mut V,
    ) {
        let view = map.view(&job.profile);
        if let Progress::Waiting = self.progress {
            self.progress = match PathSearch::begin(&view, job.query.clone(), V::WATCHES, search) {
                Ok(begun) => Progress::Searching(begun),
                Err(error) => Progress::Answered(Err(error)),
            };
        }
        if let Progress::Searching(begun) = &mut self.progress {
            let mut path = Path::default();
            let answer = begun.run(&view, search, slice, visitor, &mut path);
            self.expanded = search.nodes_expanded();
            if let Some(answer) = answer {
                self.progress = Progress::Answered(answer.map(|()| path));
            }
        }
    }

    pub(super) const fn is_answered(&self) -> bool {
        matches!(self.progress, Progress::Answered(_))
    }

    /// Expansions that are not paid for yet.
    pub(super) const fn due(&self) -> u32 {
        self.expanded - self.paid
    }

    /// What the work that is not paid for yet is charged with; no job is free.
    pub(super) fn price(&self) -> u32 {
        self.due().max(1)
    }

    /// Whether so much of the budget pays for what was done so far.
    pub(super) const fn fits(&self, job: &BatchJob, left: u32) -> bool {
        left > 0 && (job.in_one_go || self.due() <= left)
    }

    pub(super) fn into_answer(self) -> Option<Result<Path, PathError>> {
        match self.progress {
            Progress::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Pays a part of what is due.
    pub(super) fn pay(&mut self, part: u32) {
        self.paid += part.min(self.due());
    }
}
