//! The open list of a goal field: a ring of buckets in ascending cost.

/// A monotone bucket queue of cells. Each bucket holds its entries in chunks, so that they lie side by side.
///
/// Within a bucket the entries come in any order: with buckets no wider than the cheapest step none of them can improve another.
/// What lies beyond the ring waits in a list of its own.
///
/// *Source:* Dial, "Algorithm 360" (1969); Denardo, Fox, "Shortest-route methods: 1. reaching, pruning, and buckets" (1979).
#[derive(Clone, Debug)]
pub(super) struct CostQueue {
    /// The chunk of each bucket that is being filled.
    heads: Vec<u32>,
    /// Which buckets hold entries.
    occupied: [u64; BUCKETS / 64],
    chunks: Vec<Chunk>,
    /// The first of the chunks that were emptied, to be used again.
    free: u32,
    /// Entries beyond the ring.
    far: Vec<Entry>,
    /// The least bucket number among them.
    nearest_far: u32,
    /// The number of the bucket that is being emptied, counted from a cost of 0.
    current: u32,
    /// The width of a bucket, as a power of two.
    shift: u32,
}

/// A cell with the label at which it was pushed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) label: u32,
    pub(super) spot: Spot,
}

/// The padded coordinates of a cell, which count from the margin, in one number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Spot(u32);

impl Spot {
    pub(super) const fn new(x: usize, y: usize) -> Self {
        Self((y << 16 | x) as u32)
    }

    pub(super) const fn x(self) -> usize {
        self.0 as usize & 0xffff
    }

    pub(super) const fn y(self) -> usize {
        self.0 as usize >> 16
    }

    /// The spot so many cells farther east and north, which must have a margin round it, too.
    pub(super) const fn moved(self, dx: isize, dy: isize) -> Self {
        Self(self.0.wrapping_add_signed((dy << 16) as i32).wrapping_add_signed(dx as i32))
    }
}

#[derive(Clone, Copy, Debug)]
struct Chunk {
    entries: [Entry; CHUNK],
    len: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;
/// Buckets of the ring.
const BUCKETS: usize = 1024;
/// Entries of a chunk: it fills four cache lines.
const CHUNK: usize = 31;

impl Default for CostQueue {
    fn default() -> Self {
        Self {
            heads: vec![NONE; BUCKETS],
            occupied: [0; BUCKETS / 64],
            chunks: Vec::new(),
            free: NONE,
            far: Vec::new(),
            nearest_far: NONE,
            current: 0,
            shift: 0,
        }
    }
}

impl CostQueue {
    /// Empties the queue and gives buckets the width of the greatest power of two that is at most `width`.
    pub(super) fn reset(&mut self, width: u32) {
        self.heads.fill(NONE);
        self.occupied.fill(0);
        self.chunks.clear();
        self.free = NONE;
        self.far.clear();
        self.nearest_far = NONE;
        self.current = 0;
        self.shift = width.max(1).ilog2();
    }

    /// Adds a cell. A label below the bucket that is being emptied is due now.
    #[inline]
    pub(super) fn push(&mut self, label: u32, spot: Spot) {
        let number = (label >> self.shift).max(self.current);
        let entry = Entry { label, spot };
        if number - self.current >= BUCKETS as u32 {
            self.far.push(entry);
            self.nearest_far = self.nearest_far.min(number);
            return;
        }
        let slot = number as usize % BUCKETS;
        let mut head = self.heads[slot];
        if head == NONE || self.chunks[head as usize].len as usize == CHUNK {
            head = self.take_chunk(head);
            self.heads[slot] = head;
            self.occupied[slot / 64] |= 1 << (slot % 64);
        }
        let chunk = &mut self.chunks[head as usize];
        chunk.entries[chunk.len as usize] = entry;
        chunk.len += 1;
    }

    /// An empty chunk in front of another.
    #[cold]
    fn take_chunk(&mut self, next: u32) -> u32 {
        let empty = Chunk { entries: [Entry::default(); CHUNK], len: 0, next };
        if self.free == NONE {
            self.chunks.push(empty);
            return self.chunks.len() as u32 - 1;
        }
        let taken = self.free;
        let chunk = &mut self.chunks[taken as usize];
        self.free = chunk.next;
        chunk.next = next;
        taken
    }

    /// The next entry, bucket by bucket.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        loop {
            let slot = self.current as usize % BUCKETS;
            let head = self.heads[slot];
            if head == NONE {
                if !self.next_bucket() {
                    return None;
                }
                continue;
            }
            let chunk = &mut self.chunks[head as usize];
            if chunk.len > 0 {
                chunk.len -= 1;
                return Some(chunk.entries[chunk.len as usize]);
            }
            self.heads[slot] = chunk.next;
            chunk.next = self.free;
            self.free = head;
        }
    }

    /// Goes on to the next bucket that holds entries. `false` where there is none.
    fn next_bucket(&mut self) -> bool {
        let slot = self.current as usize % BUCKETS;
        self.occupied[slot / 64] &= !(1 << (slot % 64));
        let next = self.steps_to_occupied(slot).map_or(NONE, |steps| self.current + steps);
        if self.nearest_far <= next {
            if self.nearest_far == NONE {
                return false;
            }
            self.current = self.nearest_far;
            self.bring_near();
        } else {
            self.current = next;
        }
        true
    }

    /// How many buckets after a slot the next one lies that holds entries.
    fn steps_to_occupied(&self, slot: usize) -> Option<u32> {
        const WORDS: usize = BUCKETS / 64;
        let first = self.occupied[slot / 64] & (u64::MAX << (slot % 64));
        // The first word comes again at the end, for the slots before the first.
        let mut bits = first;
        for word in slot / 64..=slot / 64 + WORDS {
            if word > slot / 64 {
                bits = self.occupied[word % WORDS];
            }
            if bits != 0 {
                let found = word * 64 + bits.trailing_zeros() as usize;
                return Some((found - slot) as u32);
            }
        }
        None
    }

    /// Puts into the ring what is no longer beyond it.
    fn bring_near(&mut self) {
        let end = self.current.saturating_add(BUCKETS as u32);
        self.nearest_far = NONE;
        let mut at = 0;
        while let Some(&entry) = self.far.get(at) {
            let number = entry.label >> self.shift;
            if number < end {
                self.far.swap_remove(at);
                self.push(entry.label, entry.spot);
            } else {
                self.nearest_far = self.nearest_far.min(number);
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_in_order_of_their_buckets_and_none_is_lost() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut queue = CostQueue::default();
        for (width, range) in [(1, 5), (64, 5_000), (64, 1_000_000), (7000, u32::MAX - 1), (1, u32::MAX - 1)]
        {
            queue.reset(width);
            let shift = width.ilog2();
            let (mut pushed, mut popped, mut bucket) = (1, 0, 0);
            queue.push(0, Spot::default());
            while let Some(entry) = queue.pop() {
                popped += 1;
                assert!(entry.label >> shift >= bucket, "a bucket came late");
                bucket = entry.label >> shift;
                if pushed < 3_000 {
                    for _ in 0..2 {
                        queue.push(
                            entry.label.saturating_add(random.u32(0..range)).min(u32::MAX - 1),
                            Spot::new(pushed, 1),
                        );
                        pushed += 1;
                    }
                }
            }
            assert_eq!(popped, pushed);
        }
    }

    #[test]
    fn a_reset_forgets_what_was_pushed() {
        let mut queue = CostQueue::default();
        queue.reset(8);
        (0..5_000).for_each(|x| queue.push(x as u32 * 1000, Spot::new(x, 0)));
        queue.reset(8);
        assert_eq!(queue.pop(), None);
        queue.push(3, Spot::new(4, 1));
        assert_eq!(queue.pop(), Some(Entry { label: 3, spot: Spot::new(4, 1) }));
    }

    #[test]
    fn a_spot_is_moved_as_its_coordinates_are() {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (300, -2), (-7, 32_000)] {
            let spot = Spot::new(700, 600).moved(dx, dy);
            assert_eq!((spot.x() as isize, spot.y() as isize), (700 + dx, 600 + dy));
        }
    }
}
