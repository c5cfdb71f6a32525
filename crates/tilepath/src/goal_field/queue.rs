//! The open list of a goal field: a ring of buckets in ascending cost.

/// A monotone bucket queue of cells. Each bucket holds its entries in chunks, so that they lie side by side.
///
/// Within a bucket the entries come in any order: with buckets no wider than the cheapest step none of them can improve another.
/// What lies beyond the ring waits in a list of its own.
///
/// *Source:* Dial, "Algorithm 360" (1969); Denardo, Fox, "Shortest-route methods: 1. reaching, pruning, and buckets" (1979).
#[derive(Clone, Debug)]
pub(super) struct CostQueue {
    buckets: Vec<Bucket>,
    /// Which buckets hold entries.
    occupied: [u64; BUCKETS / 64],
    chunks: Vec<Batch>,
    /// The chunk after each in its bucket, or among those to be used again.
    next: Vec<u32>,
    /// The first of the chunks that were emptied.
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

/// Entries that are taken at once.
pub(super) type Batch = [Entry; BATCH];
pub(super) const BATCH: usize = 32;

/// The chunk of a bucket that is being filled, and how full it is. The chunks after it are full.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    head: u32,
    len: u32,
}

const EMPTY: Bucket = Bucket { head: NONE, len: BATCH as u32 };

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

const NONE: u32 = u32::MAX;
/// Buckets of the ring.
const BUCKETS: usize = 1024;

impl Default for CostQueue {
    fn default() -> Self {
        Self {
            buckets: vec![EMPTY; BUCKETS],
            occupied: [0; BUCKETS / 64],
            chunks: Vec::new(),
            next: Vec::new(),
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
        self.buckets.fill(EMPTY);
        self.occupied.fill(0);
        self.chunks.clear();
        self.next.clear();
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
        if self.buckets[slot].len as usize == BATCH {
            self.add_chunk(slot);
        }
        let bucket = &mut self.buckets[slot];
        self.chunks[bucket.head as usize][bucket.len as usize] = entry;
        bucket.len += 1;
    }

    /// Puts an empty chunk in front of a bucket that has none or a full one.
    fn add_chunk(&mut self, slot: usize) {
        self.occupied[slot / 64] |= 1 << (slot % 64);
        let bucket = &mut self.buckets[slot];
        let before = core::mem::replace(bucket, Bucket { head: self.free, len: 0 });
        if self.free == NONE {
            bucket.head = self.chunks.len() as u32;
            self.chunks.push([Entry::default(); BATCH]);
            self.next.push(before.head);
        } else {
            self.free = core::mem::replace(&mut self.next[bucket.head as usize], before.head);
        }
    }

    /// Takes entries of the lowest bucket and writes them to the front of `batch`. Tells how many; 0 where the queue is empty.
    #[inline]
    pub(super) fn take(&mut self, batch: &mut Batch) -> usize {
        let mut slot = self.current as usize % BUCKETS;
        if self.buckets[slot].head == NONE {
            if !self.next_bucket() {
                return 0;
            }
            slot = self.current as usize % BUCKETS;
        }
        let Bucket { head, len } = self.buckets[slot];
        *batch = self.chunks[head as usize];
        // The chunk after it is full, and where there is none the bucket is as new.
        self.buckets[slot] = Bucket { head: self.next[head as usize], ..EMPTY };
        self.next[head as usize] = self.free;
        self.free = head;
        len as usize
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
        let mut batch = Batch::default();
        for (width, range) in [(1, 5), (64, 5_000), (64, 1_000_000), (7000, u32::MAX - 1), (1, u32::MAX - 1)]
        {
            queue.reset(width);
            let shift = width.ilog2();
            let (mut pushed, mut popped, mut bucket) = (1, 0, 0);
            queue.push(0, Spot::default());
            loop {
                let count = queue.take(&mut batch);
                if count == 0 {
                    break;
                }
                popped += count;
                for entry in &batch[..count] {
                    assert!(entry.label >> shift >= bucket, "a bucket came late");
                    bucket = entry.label >> shift;
                    for _ in 0..if pushed < 3_000 { 2 } else { 0 } {
                        let label = entry.label.saturating_add(random.u32(0..range)).min(u32::MAX - 1);
                        queue.push(label, Spot::new(pushed, 1));
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
        let mut batch = Batch::default();
        queue.reset(8);
        (0..5_000).for_each(|x| queue.push(x as u32 * 1000, Spot::new(x, 0)));
        queue.reset(8);
        assert_eq!(queue.take(&mut batch), 0);
        queue.push(3, Spot::new(4, 1));
        assert_eq!(queue.take(&mut batch), 1);
        assert_eq!(batch[0], Entry { label: 3, spot: Spot::new(4, 1) });
    }

    #[test]
    fn a_spot_is_moved_as_its_coordinates_are() {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (300, -2), (-7, 32_000)] {
            let spot = Spot::new(700, 600).moved(dx, dy);
            assert_eq!((spot.x() as isize, spot.y() as isize), (700 + dx, 600 + dy));
        }
    }
}
