//! When each part of a map was last edited. A search uses this to tell whether its cached data is still valid.

use crate::ground::UniqueId;
use std::sync::Arc;

/// The time of the last edit of each block of cells. Time is the number of edits.
#[derive(Clone, Debug)]
pub(crate) struct BlockClock {
    /// Cached data belongs to one id. Copies share an id until one of them is edited.
    id: Arc<UniqueId>,
    now: u32,
    edited: Vec<u32>,
    /// The number of blocks in a row.
    stride: usize,
    /// Width and height of a block, as powers of two.
    shifts: [u32; 2],
}

/// A rectangle of blocks, both ends included: the lowest column and row, the highest column and row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockRect(pub(crate) [u8; 4]);

/// The least width and height of a block in cells, as a power of two.
const LEAST_SHIFT: u32 = 2;
/// The maximum number of blocks in a row or a column. It is low, because a check looks at every block of a rectangle.
pub(super) const MOST_BLOCKS: usize = 64;

impl BlockClock {
    /// A clock for a rectangle of cells, none of which was edited yet.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let shift = |side: usize| {
            let shifts = LEAST_SHIFT..;
            shifts.into_iter().find(|&shift| (side - 1) >> shift < MOST_BLOCKS).unwrap_or(LEAST_SHIFT)
        };
        let shifts = [shift(width), shift(height)];
        let (stride, rows) = (((width - 1) >> shifts[0]) + 1, ((height - 1) >> shifts[1]) + 1);
        Self { id: Arc::default(), now: 0, edited: vec![0; stride * rows], stride, shifts }
    }

    /// The id of the map.
    #[inline]
    pub(crate) fn id(&self) -> u64 {
        self.id.get()
    }

    /// The time of the last edit of any block.
    #[inline]
    pub(crate) const fn now(&self) -> u32 {
        self.now
    }

    /// Begins again under an id of its own.
    pub(crate) fn renew(&mut self) {
        *self = Self { id: Arc::default(), now: 0, edited: vec![0; self.edited.len()], ..*self };
    }

    /// Begins another edit.
    pub(crate) fn tick(&mut self) {
        if self.now == u32::MAX || Arc::strong_count(&self.id) > 1 {
            // Time begins at 0 again, under a new id, for which nothing is cached.
            *self = Self { id: Arc::default(), now: 0, edited: vec![0; self.edited.len()], ..*self };
        }
        self.now += 1;
    }

    /// The blocks of a rectangle of cells, both ends included.
    pub(crate) fn blocks(&self, min: [usize; 2], max: [usize; 2]) -> BlockRect {
        let ([left, low], [right, high]) = (self.block(min[0], min[1]), self.block(max[0], max[1]));
        BlockRect([left, low, right, high])
    }

    /// The block of a cell, as column and row.
    pub(crate) const fn block(&self, x: usize, y: usize) -> [u8; 2] {
        [(x >> self.shifts[0]) as u8, (y >> self.shifts[1]) as u8]
    }

    /// Notes that the current edit changes all cells of a rectangle, both ends included.
    pub(crate) fn touch(&mut self, min: [usize; 2], max: [usize; 2]) {
        let [left, low, right, high] = self.blocks(min, max).0.map(usize::from);
        for row in low..=high {
            self.edited[row * self.stride + left..=row * self.stride + right].fill(self.now);
        }
    }

    /// Returns whether no block of a rectangle was edited since a time.
    pub(crate) fn is_unchanged(&self, blocks: BlockRect, since: u32) -> bool {
        let [left, low, right, high] = blocks.0.map(usize::from);
        (low..=high).all(|row| {
            self.edited[row * self.stride + left..=row * self.stride + right]
                .iter()
                .all(|&edited| edited <= since)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_known_in_every_rectangle_that_holds_it_and_in_no_other() {
        let mut random = fastrand::Rng::with_seed(11);
        for (width, height) in [(3, 3), (100, 40), (33, 300), (20_000, 3)] {
            let mut clock = BlockClock::new(width, height);
            for _ in 0..200 {
                let before = clock.now();
                clock.tick();
                let (x, y) = (random.usize(..width), random.usize(..height));
                clock.touch([x, y], [x, y]);
                let (a, b) = (random.usize(..width), random.usize(..width));
                let (c, d) = (random.usize(..height), random.usize(..height));
                let rect = clock.blocks([a.min(b), c.min(d)], [a.max(b), c.max(d)]);
                let within = |p: usize, q: usize, at: usize, axis: usize| {
                    let block = |cell| cell >> clock.shifts[axis];
                    (block(p.min(q))..=block(p.max(q))).contains(&block(at))
                };
                let touched = within(a, b, x, 0) && within(c, d, y, 1);
                assert_eq!(clock.is_unchanged(rect, before), !touched);
                let [column, row] = clock.block(x, y);
                let [left, low, right, high] = rect.0;
                assert_eq!((left..=right).contains(&column) && (low..=high).contains(&row), touched);
                assert!(clock.is_unchanged(rect, clock.now()));
            }
        }
    }

    #[test]
    fn copies_share_an_id_until_one_is_edited_and_a_clock_that_begins_again_has_a_new_one() {
        let mut clock = BlockClock::new(40, 40);
        let id = clock.id();
        let mut copy = clock.clone();
        assert_eq!(copy.id(), id);
        copy.tick();
        assert!(copy.id() != id && clock.id() == id);
        clock.tick();
        assert_eq!(clock.id(), id);
        clock.now = u32::MAX;
        clock.tick();
        assert_ne!(clock.id(), id);
        assert_eq!(clock.now(), 1);
    }
}
