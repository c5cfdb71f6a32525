//! The open list of a goal field: a ring of buckets in ascending cost.

/// A monotone bucket queue of cells. Each bucket holds its entries in chunks, so that they are side by side in memory.
///
/// Within a bucket the entries come in any order: with buckets no wider than the cheapest step none of them can improve another.
/// Entries beyond the ring wait in a list of their own.
///
/// *Source:* Dial, "Algorithm 360" (1969); Denardo, Fox, "Shortest-route methods: 1. reaching, pruning, and buckets" (1979).
#[derive(Clone, Debug)]
pub(crate) struct CostQueue {
    /// Where the next entry of each bucket goes: after the last one, which is in the bucket's front chunk. All other chunks of a
    /// bucket are full. 0 if it has none.
    ends: [u32; BUCKETS],
    /// Which buckets hold entries.
    occupied: [u64; BUCKETS / 64],
    /// The chunks, each of [`BATCH`] entries.
    entries: Vec<LabelledCell>,
    /// Where the chunk ends that comes after each in its bucket, or among those to be used again.
    next: Vec<u32>,
    /// Where the first of the chunks ends that were emptied.
    free: u32,
    /// Entries beyond the ring.
    far: Vec<LabelledCell>,
    /// The least bucket number among them.
    nearest_far: u32,
    /// The number of the bucket that is being emptied, counted from a cost of 0.
    current: u32,
    /// The width of a bucket, as a power of two.
    shift: u32,
}

/// Entries that are taken at once, at most.
pub(crate) const BATCH: usize = 32;

/// A cell, by its padded index, with the label at which it was pushed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct LabelledCell {
    pub(crate) label: u32,
    pub(crate) cell: u32,
}

/// Where no bucket is.
const NOWHERE: u32 = u32::MAX;
/// Buckets of the ring.
const BUCKETS: usize = 1024;

impl Default for CostQueue {
    fn default() -> Self {
        Self {
            ends: [0; BUCKETS],
            occupied: [0; BUCKETS / 64],
            entries: Vec::new(),
            next: Vec::new(),
            free: 0,
            far: Vec::new(),
            nearest_far: NOWHERE,
            current: 0,
            shift: 0,
        }
    }
}

impl CostQueue {
    /// Empties the queue and gives buckets the width of the greatest power of two that is at most `width`.
    pub(crate) fn reset(&mut self, width: u32) {
        self.ends.fill(0);
        self.occupied.fill(0);
        self.entries.clear();
        self.next.clear();
        self.free = 0;
        self.far.clear();
        self.nearest_far = NOWHERE;
        self.current = 0;
        self.shift = width.max(1).ilog2();
    }

    /// Adds a cell. A label below the bucket that is being emptied is due now.
    #[inline]
    pub(crate) fn push(&mut self, entry: LabelledCell) {
        self.push_if(entry, true);
    }

    /// Adds a cell if it `counts`: in nearly all cases without a branch on that, as the processor could not predict it.
    #[inline]
    pub(crate) fn push_if(&mut self, entry: LabelledCell, counts: bool) {
        let number = (entry.label >> self.shift).max(self.current);
        if number - self.current >= BUCKETS as u32 {
            if counts {
                self.push_far(number, entry);
            }
            return;
        }
        let slot = number as usize % BUCKETS;
        let mut end = self.ends[slot] as usize;
        if end.is_multiple_of(BATCH) {
            if !counts {
                return;
            }
            end = self.add_chunk(slot);
        }
        self.entries[end] = entry;
        self.ends[slot] = end as u32 + u32::from(counts);
    }

    #[cold]
    fn push_far(&mut self, number: u32, entry: LabelledCell) {
        self.far.push(entry);
        self.nearest_far = self.nearest_far.min(number);
    }

    /// Puts an empty chunk in front of a bucket that has none or a full one. Returns where it begins.
    #[cold]
    fn add_chunk(&mut self, slot: usize) -> usize {
        self.occupied[slot / 64] |= 1 << (slot % 64);
        let after = self.ends[slot];
        if self.free == 0 {
            self.next.push(after);
            let start = self.entries.len();
            self.entries.resize(start + BATCH, LabelledCell::default());
            start
        } else {
            let start = self.free as usize - BATCH;
            self.free = core::mem::replace(&mut self.next[start / BATCH], after);
            start
        }
    }

    /// Takes entries of the lowest bucket; none if the queue is empty.
    #[inline]
    pub(super) fn take(&mut self) -> &[LabelledCell] {
        let mut slot = self.current as usize % BUCKETS;
        if self.ends[slot] == 0 {
            if !self.next_bucket() {
                return &[];
            }
            slot = self.current as usize % BUCKETS;
        }
        let end = self.ends[slot] as usize;
        let chunk = (end - 1) / BATCH;
        self.ends[slot] = core::mem::replace(&mut self.next[chunk], self.free);
        self.free = ((chunk + 1) * BATCH) as u32;
        &self.entries[chunk * BATCH..end]
    }

    /// The least label that an entry of the lowest bucket may have, `u32::MAX` if the queue is empty.
    #[inline]
    pub(super) fn least(&mut self) -> u32 {
        if self.ends[self.current as usize % BUCKETS] == 0 && !self.next_bucket() {
            return u32::MAX;
        }
        self.current << self.shift
    }

    /// Takes all entries of the lowest bucket and adds them to a list, in any order. `false` if the queue is empty.
    #[inline]
    pub(crate) fn take_bucket(&mut self, list: &mut Vec<LabelledCell>) -> bool {
        let before = list.len();
        list.extend_from_slice(self.take());
        let slot = self.current as usize % BUCKETS;
        while self.ends[slot] != 0 {
            list.extend_from_slice(self.take());
        }
        list.len() > before
    }

    /// Moves on to the next bucket that holds entries. `false` if there is none.
    fn next_bucket(&mut self) -> bool {
        let slot = self.current as usize % BUCKETS;
        self.occupied[slot / 64] &= !(1 << (slot % 64));
        let next = self.steps_to_occupied(slot).map_or(NOWHERE, |steps| self.current + steps);
        if self.nearest_far <= next {
            if self.nearest_far == NOWHERE {
                return false;
            }
            self.current = self.nearest_far;
            self.bring_near();
        } else {
            self.current = next;
        }
        true
    }

    /// The number of buckets from a slot to the next one that holds entries.
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
        self.nearest_far = NOWHERE;
        let mut at = 0;
        while let Some(&entry) = self.far.get(at) {
            let number = entry.label >> self.shift;
            if number < end {
                self.far.swap_remove(at);
                self.push(entry);
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

    const NOT_COUNTED: u32 = u32::MAX;

    #[test]
    fn entries_come_in_order_of_their_buckets_and_none_is_lost() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut queue = CostQueue::default();
        for (width, range) in [(1, 5), (64, 5_000), (64, 1_000_000), (7000, u32::MAX - 1), (1, u32::MAX - 1)]
        {
            queue.reset(width);
            let shift = width.ilog2();
            let (mut pushed, mut popped, mut bucket) = (1, 0, 0);
            queue.push(LabelledCell::default());
            loop {
                let batch = queue.take().to_vec();
                if batch.is_empty() {
                    break;
                }
                popped += batch.len();
                for entry in batch {
                    assert!(entry.label >> shift >= bucket, "a bucket came late");
                    bucket = entry.label >> shift;
                    assert_ne!(entry.cell, NOT_COUNTED);
                    for _ in 0..if pushed < 3_000 { 4 } else { 0 } {
                        let label = entry.label.saturating_add(random.u32(0..range)).min(u32::MAX - 1);
                        let counts = pushed < 10 || random.bool();
                        let cell = if counts { pushed as u32 } else { NOT_COUNTED };
                        queue.push_if(LabelledCell { label, cell }, counts);
                        pushed += usize::from(counts);
                    }
                }
            }
            assert!(popped == pushed && popped > 1000);
        }
    }

    #[test]
    fn a_reset_forgets_what_was_pushed() {
        let mut queue = CostQueue::default();
        queue.reset(8);
        (0..5_000).for_each(|cell| queue.push(LabelledCell { label: cell * 1000, cell }));
        queue.reset(8);
        assert!(queue.take().is_empty());
        queue.push(LabelledCell { label: 3, cell: 4 });
        assert_eq!(queue.take(), [LabelledCell { label: 3, cell: 4 }]);
        assert!(queue.take().is_empty());
    }
}
