//! Practice searches on the scratches of a batch, while nothing else is asked.

use crate::{map::NavMap, path::Path, search::Search};

/// The number of practice searches that a scratch makes for each cost field.
pub(super) const SEARCHES: u32 = 256;

/// How far the scratches of a batch have come.
#[derive(Default, Debug)]
pub(super) struct Practice {
    /// For each scratch the cost fields of the map, by their ids, and the number of searches made for each.
    done: Vec<Vec<(u64, u32)>>,
    path: Path,
}

impl Practice {
    /// Makes up to `searches` of the searches that a scratch still has to make. Returns the number of those left over.
    pub(super) fn run(&mut self, map: &NavMap, nth: usize, search: &mut Search, mut searches: u32) -> u32 {
        if self.done.len() <= nth {
            self.done.resize_with(nth + 1, Vec::new);
        }
        let done = &mut self.done[nth];
        done.retain(|&(id, _)| map.cost_fields().any(|field| field.id() == id));
        for field in map.cost_fields() {
            let place = done.iter().position(|&(id, _)| id == field.id()).unwrap_or(done.len());
            if place == done.len() {
                done.push((field.id(), 0));
            }
            let from = done[place].1;
            let count = searches.min(SEARCHES - from);
            if count > 0 {
                map.warm_up(field.profile(), search, from..from + count, &mut self.path);
                done[place].1 += count;
                searches -= count;
            }
        }
        searches
    }
}
