//! When each cell last changed for the agents near it. An agent that cannot go on looks again only after such a change.

/// For each cell, the number of the last change in the cell or in one beside it. A change: an agent has left a cell, or has come to rest.
#[derive(Clone, Debug)]
pub(super) struct CellChanges {
    pub(super) last: Vec<u32>,
    pub(super) count: u32,
}

impl CellChanges {
    pub(super) fn new(cells: usize) -> Self {
        Self { last: vec![0; cells], count: 0 }
    }

    /// The number of changes so far.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Counts one more change. The caller then notes its cell and the cells beside it.
    pub(super) const fn begin(&mut self) {
        self.count = self.count.wrapping_add(1);
    }

    /// Notes that the last change was in this cell or beside it.
    #[inline]
    pub(super) fn note(&mut self, cell: u32) {
        self.last[cell as usize] = self.count;
    }

    /// Returns whether a change came in this cell or beside it after the change number `count`.
    #[inline]
    pub(super) fn changed_after(&self, cell: u32, count: u32) -> bool {
        // Counts go in a circle.
        self.last[cell as usize].wrapping_sub(count) as i32 > 0
    }
}
