//! Practice searches on the scratches of a batch, while nothing else is asked.

use crate::{cost_field::CostField, map::NavMap, path::PathTask, search::SearchScratch};

/// The number of practice searches that a scratch makes for each cost field.
pub(super) const SEARCHES: u32 = 256;

/// Expansions between two checks of the budget.
const SLICE: u32 = 16;

/// The cost of a practice search besides its expansions: it draws its ends, writes its path, and looks around from its start, on open
/// ground over a share of the map.
const PER_SEARCH: usize = 200;
const NODES_IN_SIGHT: usize = 256;

/// Making room for this many nodes takes as long as one expansion.
const NODES_PER_EXPANSION: usize = 32;

/// How far the scratches of a batch have come.
#[derive(Clone, Default, Debug)]
pub(super) struct Practice {
    /// For each scratch the cost fields of the map, by their ids, and the number of searches made for each.
    done: Vec<Vec<(u64, u32)>>,
    /// The search that the last budget did not complete. Another search on its scratch, or an edit of the map, ends it.
    under_way: Option<PathTask>,
}

impl Practice {
    /// Makes the searches that a scratch still needs, as far as the budget goes. Returns whether nothing is left to do.
    pub(super) fn run(
        &mut self,
        map: &NavMap,
        nth: usize,
        search: &mut SearchScratch,
        budget: &mut usize,
    ) -> bool {
        if self.done.len() <= nth {
            self.done.resize_with(nth + 1, Vec::new);
        }
        self.done[nth].retain(|&(id, _)| map.cost_fields().any(|field| field.id() == id));
        map.cost_fields().all(|field| self.run_for(map, field, nth, search, budget))
    }

    /// Makes the searches for one cost field.
    fn run_for(
        &mut self,
        map: &NavMap,
        field: &CostField,
        nth: usize,
        search: &mut SearchScratch,
        budget: &mut usize,
    ) -> bool {
        let done = &mut self.done[nth];
        let place = done.iter().position(|&(id, _)| id == field.id()).unwrap_or(done.len());
        if place == done.len() {
            done.push((field.id(), 0));
        }
        let number = &mut done[place].1;
        while *number < SEARCHES && *budget > 0 {
            let room = search.grow(field.padded_len(), budget.saturating_mul(NODES_PER_EXPANSION));
            *budget -= room.div_ceil(NODES_PER_EXPANSION);
            if *budget == 0 {
                break;
            }
            if self.under_way.is_none() {
                let query = map.practice_query(field.profile(), *number);
                // A query that is refused counts as tried.
                self.under_way = query.and_then(|query| map.begin_path(field.profile(), query, search).ok());
                *budget = budget.saturating_sub(PER_SEARCH + field.padded_len() / NODES_IN_SIGHT);
            }
            let before = search.effort();
            let is_done = self
                .under_way
                .as_mut()
                .is_none_or(|task| map.run_path(field.profile(), task, search, SLICE, &mut ()).is_some());
            *budget = budget.saturating_sub(
                usize::try_from(search.effort().saturating_sub(before)).unwrap_or(usize::MAX),
            );
            if is_done {
                self.under_way = None;
                *number += 1;
            }
        }
        *number == SEARCHES
    }
}
