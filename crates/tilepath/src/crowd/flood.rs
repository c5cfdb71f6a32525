//! Searches over cells in all directions at once, and the search for the nearest cell with room.

use super::ground::CrowdGround;
use crate::{
    ground::directions::HEX_DIRECTIONS,
    undo::{Mark, Undo},
};
use core::ops::Range;
use smallvec::SmallVec;

/// For this many cells a search has memory from the beginning.
const MOST_FOUND: usize = 2048;

/// A breadth-first search over cells. Its memory serves many searches.
#[derive(Clone, Default, Debug)]
pub(super) struct Flood {
    /// The cells in the order in which the search found them. Each with the index of the cell from which it was found.
    found: Vec<(u32, u32)>,
    /// For each cell, the number of the last search that found it.
    seen: Vec<u32>,
    search: u32,
}

impl Flood {
    pub(super) fn new(cells: usize) -> Self {
        // As long as most searches become, so that crowds do not allocate while they walk.
        Self { found: Vec::with_capacity(cells.min(MOST_FOUND)), seen: vec![0; cells], search: 0 }
    }

    /// Begins a search from a cell.
    pub(super) fn begin(&mut self, from: u32) {
        if self.search == u32::MAX {
            self.seen.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.found.clear();
        self.find(from, 0);
    }

    /// Notes a cell, found from the cell with the index `by`. Returns `false` if the search found it before.
    pub(super) fn find(&mut self, cell: u32, by: usize) -> bool {
        let is_new = core::mem::replace(&mut self.seen[cell as usize], self.search) != self.search;
        if is_new {
            self.found.push((cell, by as u32));
        }
        is_new
    }

    /// Whether the search has found or passed over a cell.
    pub(super) fn has_seen(&self, cell: u32) -> bool {
        self.seen[cell as usize] == self.search
    }

    /// Notes a cell from which the search does not go on.
    pub(super) fn pass_over(&mut self, cell: u32) {
        self.seen[cell as usize] = self.search;
    }

    /// The cell with this index, in the order in which the search found the cells.
    pub(super) fn cell(&self, nth: usize) -> Option<u32> {
        Some(self.found.get(nth)?.0)
    }

    /// Finds all cells up to this number of steps from the first cell, and stops if there are more than `most`. Returns whether no steps lead
    /// further.
    pub(super) fn spread(&mut self, ground: &CrowdGround, steps: usize, most: usize) -> bool {
        let mut next = 0;
        for _ in 0..steps {
            let ring_end = self.found.len();
            if next == ring_end {
                break;
            }
            for nth in next..ring_end {
                if self.found.len() > most {
                    return false;
                }
                ground.steps(self.found[nth].0).for_each(|(_, beside)| _ = self.find(beside, nth));
            }
            next = ring_end;
        }
        self.found[next..]
            .iter()
            .all(|&(cell, _)| ground.steps(cell).all(|(_, beside)| self.has_seen(beside)))
    }

    /// The number of steps to the cell with this index.
    pub(super) fn steps_to(&self, nth: usize) -> usize {
        let before = |&(nth, _): &(usize, u32)| {
            let by = self.found.get(nth).filter(|_| nth > 0)?.1 as usize;
            Some((by, self.found.get(by)?.0))
        };
        core::iter::successors(Some((nth, 0)), before).count() - 1
    }

    /// The cells that the search has found, in order.
    pub(super) fn cells(&self) -> impl ExactSizeIterator<Item = u32> {
        self.found.iter().map(|&(cell, _)| cell)
    }

    /// The cells on the way from the first cell, which is left out, to the last cell that was found. The last comes first.
    pub(super) fn way_to_last(&self) -> impl Iterator<Item = u32> {
        let mut nth = self.found.len() - 1;
        core::iter::from_fn(move || {
            let (cell, by) = self.found[nth];
            (nth > 0).then(|| {
                nth = by as usize;
                cell
            })
        })
    }
}

/// The cells that an agent may enter ([`CrowdEnvironment::cells`](super::environment::CrowdEnvironment::cells)), and its size.
type AgentKind = (u64, u8);

/// The search for a place.
#[derive(Clone, Default, Debug)]
pub(super) struct PlaceSearch {
    pub(super) flood: Flood,
    /// The searches of this call that found no room, each with the kind of its agent.
    failed: SmallVec<[(u32, AgentKind); 4]>,
}

impl Undo for PlaceSearch {
    fn mark(&mut self) -> Mark {
        Mark::new()
    }

    /// Nothing has to be undone: no answer depends on earlier calls.
    fn undo(&mut self, _: &Mark, _: &mut dyn FnMut(Range<usize>)) {}
}

impl PlaceSearch {
    pub(super) fn new(cells: usize) -> Self {
        Self { flood: Flood::new(cells), failed: SmallVec::new() }
    }

    /// The nearest cell to `from`, in steps, that has room and is allowed. From walls, and from cells that are not allowed, the
    /// search goes on to all neighbours. `None` if there is no such cell, or if another search of this call for an agent of the
    /// same `kind` found no room from there.
    pub(super) fn find(
        &mut self,
        ground: &CrowdGround,
        (from, kind): (u32, AgentKind),
        has_room: impl Fn(u32) -> bool,
        is_allowed: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let Self { flood, failed } = self;
        if failed.contains(&(flood.seen[from as usize], kind)) {
            return None;
        }
        let all = if ground.is_hex() { HEX_DIRECTIONS } else { u8::MAX };
        // Out of a wall over no fence, unless there is no other way.
        for climbs in [false, true].into_iter().take(if ground.walls.cells.is_empty() { 1 } else { 2 }) {
            flood.begin(from);
            let mut next = 0;
            while let Some(cell) = flood.cell(next) {
                let is_own = ground.is_free(cell) && is_allowed(cell);
                if is_own && has_room(cell) {
                    return Some(cell);
                }
                let stopped =
                    ground.walls.at(cell).filter(|_| !climbs).map_or(0, |walls| walls.leaving.closed);
                let legal = if is_own { ground.legal(cell) } else { all & !stopped };
                for direction in (0..8).filter(|direction| legal & 1 << direction != 0) {
                    if let Some(beside) = ground.beside_on_map(cell, direction) {
                        flood.find(beside, next);
                    }
                }
                next += 1;
            }
        }
        failed.push((flood.search, kind));
        None
    }

    /// Forgets the failed searches of the last call.
    pub(super) fn begin(&mut self) {
        self.failed.clear();
    }
}
