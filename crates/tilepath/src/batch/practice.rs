//! Practice searches on the scratches of a batch, while nothing else is asked.

use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::MapRevision,
    jump::Engine,
    map::NavMap,
    path::{Path, PathOptions, PathSearch, SLICE, setup_of},
    search::SearchScratch,
};
use core::task::{Poll, ready};

/// The number of practice searches that a scratch makes for each cost field.
pub(super) const SEARCHES: u32 = 256;

/// How far the scratches of a batch have come.
#[derive(Clone, Default, Debug)]
pub(super) struct Practice {
    /// For each scratch the cost fields of the map, by their ids, and the number of searches made for each with its present engine.
    done: Vec<Vec<(u64, Engine, u32)>>,
    under_way: Option<UnfinishedPractice>,
}

/// A practice search that the last budget did not complete. Another search on its scratch, or an edit of the map, ends it.
#[derive(Clone, Debug)]
struct UnfinishedPractice {
    search: PathSearch,
    cost_field: u64,
    revision: MapRevision,
    /// The stamp of the scratch after the last slice.
    stamp: u64,
}

impl Practice {
    /// Makes the searches that a scratch still needs, as far as the budget goes.
    pub(super) fn run(
        &mut self,
        map: &NavMap,
        nth: usize,
        search: &mut SearchScratch,
        budget: &mut Budget,
    ) -> Poll<()> {
        if self.done.len() <= nth {
            self.done.resize_with(nth + 1, Vec::new);
        }
        self.done[nth].retain(|&(id, ..)| map.cost_fields().any(|field| field.id() == id));
        for field in map.cost_fields() {
            ready!(self.run_for(map, field, nth, search, budget));
        }
        Poll::Ready(())
    }

    /// Makes the searches for one cost field.
    fn run_for(
        &mut self,
        map: &NavMap,
        field: &CostField,
        nth: usize,
        search: &mut SearchScratch,
        budget: &mut Budget,
    ) -> Poll<()> {
        let done = &mut self.done[nth];
        let place = done.iter().position(|&(id, ..)| id == field.id()).unwrap_or(done.len());
        let engine = map.engine(field.profile(), &PathOptions::DEFAULT).engine;
        if place == done.len() {
            done.push((field.id(), engine, 0));
        }
        let (_, practised, number) = &mut done[place];
        if core::mem::replace(practised, engine) != engine {
            // The other engine has filled no memory of its own.
            *number = 0;
        }
        while *number < SEARCHES {
            if budget.is_spent() {
                return Poll::Pending;
            }
            if self.under_way.is_none() {
                // A query that is refused counts as tried.
                self.under_way = UnfinishedPractice::begin(map, field, *number, search);
                budget.spend(setup_of(field));
            }
            let before = search.effort();
            let is_done =
                self.under_way.as_mut().is_none_or(|begun| begun.run(map, field, search).is_ready());
            budget.spend(search.effort().saturating_sub(before));
            if is_done {
                self.under_way = None;
                *number += 1;
            }
        }
        Poll::Ready(())
    }
}

impl UnfinishedPractice {
    /// Begins the search of a number. `None` if its query is refused.
    fn begin(map: &NavMap, field: &CostField, number: u32, search: &mut SearchScratch) -> Option<Self> {
        let query = map.practice_query(field.profile(), number)?;
        let begun = PathSearch::begin(&map.view(field.profile()), query, false, search).ok()?;
        Some(Self { search: begun, cost_field: field.id(), revision: map.revision(), stamp: search.stamp() })
    }

    /// Continues the search for a slice. A search that can't continue counts as done.
    fn run(&mut self, map: &NavMap, field: &CostField, search: &mut SearchScratch) -> Poll<()> {
        let is_same_scratch = search.stamp() == self.stamp;
        if !is_same_scratch || field.id() != self.cost_field || !map.looks_as_at(self.revision, &[]) {
            return Poll::Ready(());
        }
        self.revision = map.revision();
        let (view, mut path) = (map.view(field.profile()), Path::default());
        let answer = self.search.run(&view, search, &mut Budget::new(SLICE), &mut (), &mut path);
        self.stamp = search.stamp();
        answer.map(|_| ())
    }
}
