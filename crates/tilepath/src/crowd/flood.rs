//! The search for the nearest cell with room.

use super::ground::CrowdGround;
use crate::undo::{Mark, Undo};
use core::ops::Range;

/// The memory of the search for a place.
#[derive(Clone, Default, Debug)]
pub(super) struct PlaceSearch {
    queue: Vec<u32>,
    /// The number of the last search that saw each cell.
    seen: Vec<u32>,
    search: u32,
    /// The cells of the searches of this call that found no room. In `seen`, these cells are [`FAILED`].
    failed: Vec<u32>,
}

/// In `seen`: a search of this call saw the cell, and found no room.
const FAILED: u32 = u32::MAX;

impl Undo for PlaceSearch {
    fn mark(&mut self) -> Mark {
        Mark::new()
    }

    /// Nothing has to be undone: no answer depends on earlier calls.
    fn undo(&mut self, _: &Mark, _: &mut dyn FnMut(Range<usize>)) {}
}

impl PlaceSearch {
    pub(super) fn new(cells: usize) -> Self {
        Self { queue: Vec::new(), seen: vec![0; cells], search: 0, failed: Vec::new() }
    }

    /// The nearest cell to `from`, in steps, that has room and is allowed. From walls, and from cells that are not allowed, the
    /// search goes on in all directions. `None` if there is no such cell, or if another search of this call saw `from` and found
    /// no room.
    pub(super) fn find(
        &mut self,
        ground: &CrowdGround,
        from: u32,
        has_room: impl Fn(u32) -> bool,
        is_allowed: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        if self.seen[from as usize] == FAILED {
            return None;
        }
        self.search += 1;
        self.queue.clear();
        self.queue.push(from);
        self.seen[from as usize] = self.search;
        // Other agents may enter cells that this agent may not enter.
        let mut has_room_for_others = false;
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let is_free = ground.is_free(cell);
            let is_own = is_free && is_allowed(cell);
            if is_free && has_room(cell) {
                if is_own {
                    return Some(cell);
                }
                has_room_for_others = true;
            }
            let legal = if is_own { ground.legal(cell) } else { 0xff };
            for direction in (0..8).filter(|direction| legal & 1 << direction != 0) {
                let Some(beside) = ground.beside_on_map(cell, direction) else { continue };
                if self.seen[beside as usize] < self.search {
                    self.seen[beside as usize] = self.search;
                    self.queue.push(beside);
                }
            }
        }
        if !has_room_for_others {
            self.queue.iter().for_each(|&cell| self.seen[cell as usize] = FAILED);
            self.failed.append(&mut self.queue);
        }
        None
    }

    /// Forgets the failed searches of the last call.
    pub(super) fn begin(&mut self) {
        self.failed.drain(..).for_each(|cell| self.seen[cell as usize] = 0);
        if self.search > u32::MAX / 2 {
            self.seen.fill(0);
            self.search = 0;
        }
    }
}
