//! Where something has happened: agents that cannot go on need not look again before.

use super::ground::Ground;

/// When somebody left each cell or one beside it last, or came to rest there, in counts of such events.
#[derive(Clone, Debug)]
pub(super) struct Events {
    last: Vec<u32>,
    count: u32,
}

impl Events {
    pub(super) fn new(cells: usize) -> Self {
        Self { last: vec![0; cells], count: 0 }
    }

    /// How many there were.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Notes an event in a cell.
    pub(super) fn note(&mut self, ground: &Ground, cell: u32) {
        self.count = self.count.wrapping_add(1);
        self.last[cell as usize] = self.count;
        ground.steps(cell).for_each(|(_, beside)| self.last[beside as usize] = self.count);
    }

    /// Returns whether there was one in a cell or beside it after so many.
    #[inline]
    pub(super) fn are_after(&self, cell: u32, count: u32) -> bool {
        // Counts go in a circle.
        self.last[cell as usize].wrapping_sub(count) as i32 > 0
    }
}
