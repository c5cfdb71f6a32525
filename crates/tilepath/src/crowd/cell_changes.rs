//! When each cell last changed for the agents near it. A blocked agent tries again only after such a change.

use crate::undo::{Image, Lasting, UndoArray, Visit};

/// For each cell, the number of the last change in this cell or in a neighbour. A change means that an agent has left a cell, or
/// has come to rest there.
#[derive(Clone, Debug)]
pub(super) struct CellChanges {
    pub(super) last: Lasting<UndoArray<u32>>,
    pub(super) count: u32,
}

impl Image for CellChanges {
    fn visit(&mut self, visit: &mut Visit) {
        self.last.visit(visit);
    }
}

impl CellChanges {
    pub(super) fn new(cells: usize) -> Self {
        Self { last: vec![0; cells].into(), count: 0 }
    }

    /// The number of changes so far.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Counts one more change. The caller then notes the cell of the change and its neighbours.
    pub(super) const fn begin(&mut self) {
        self.count = self.count.wrapping_add(1);
    }

    /// Notes that the last change was in this cell or in a neighbour.
    #[inline]
    pub(super) fn note(&mut self, cell: u32) {
        self.last.set(cell as usize, self.count);
    }

    /// Returns whether this cell or a neighbour has changed after change number `count`.
    #[inline]
    pub(super) fn changed_after(&self, cell: u32, count: u32) -> bool {
        // The count wraps around.
        self.last[cell as usize].wrapping_sub(count) as i32 > 0
    }
}
