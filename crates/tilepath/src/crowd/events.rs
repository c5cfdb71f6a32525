//! Where something has happened: agents that cannot go on need not look again before.

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

    /// Counts one more. The cells in which it is and beside it are to be noted.
    pub(super) const fn begin(&mut self) {
        self.count = self.count.wrapping_add(1);
    }

    /// Notes that the last one was in a cell or beside it.
    #[inline]
    pub(super) fn note(&mut self, cell: u32) {
        self.last[cell as usize] = self.count;
    }

    /// Returns whether there was one in a cell or beside it after so many.
    #[inline]
    pub(super) fn are_after(&self, cell: u32, count: u32) -> bool {
        // Counts go in a circle.
        self.last[cell as usize].wrapping_sub(count) as i32 > 0
    }
}
