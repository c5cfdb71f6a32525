//! The bucket queue: the open list of searches and floods from cell to cell, in which a push or a pop takes constant time.

use core::ops::Range;

/// A monotone queue of cells by f: by the cost to a cell plus an estimate of the rest, or by the cost alone.
///
/// Entries come bucket by bucket, and in a bucket the last entry comes first. An f below the current bucket counts as an f in it. So a
/// search must empty a bucket before it relies on a cost that it found there, unless no step is cheaper than the width of a bucket.
///
/// A bucket is a chain of chunks, so that its entries are side by side in memory. 1024 buckets are a lap. The entries of later laps wait in
/// a radix heap, lap by lap.
///
/// *Source:* Dial, "Algorithm 360: Shortest-path forest with topological ordering" (1969); wide buckets after Denardo, Fox, "Shortest-route
/// methods: 1. reaching, pruning, and buckets" (1979); the heap of Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path
/// problem" (1990).
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue {
    /// The place of the next entry of each bucket of this lap, [`UNREAD`] if the bucket is empty.
    ///
    /// In a box, so that a search can move the queue to where it runs.
    heads: Box<[u32; BUCKETS]>,
    /// Which buckets hold entries, as bits. The bit of the current bucket may be set although the bucket is empty.
    occupied: [u64; WORDS],
    /// The chunks. The first place of a chunk holds the link to the next chunk of its chain. The last chunk is unused.
    entries: Vec<LabelledCell>,
    /// The first of the emptied chunks; [`UNREAD`] if there is none.
    free: u32,
    /// The current bucket, from which entries are taken.
    current: usize,
    /// The f at which the current bucket begins.
    pub(super) floor: u32,
    /// The width of a bucket, as a power of two.
    shift: u32,
    /// The number of the current lap.
    lap: u32,
    /// The entries of later laps with their f, by the highest bit in which the number of their lap differs from the current lap.
    later: [Vec<(u32, LabelledCell)>; LAP_BITS],
}

/// A cell, by its padded index, with its label: the cost at which it was pushed. Some searches store more than the index in `cell`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct LabelledCell {
    pub(crate) label: u32,
    pub(crate) cell: u32,
}

/// The number of buckets in a lap.
const BUCKETS: usize = 1024;
const WORDS: usize = BUCKETS / 64;
/// The maximum number of bits in the number of a lap.
const LAP_BITS: usize = (u32::BITS - BUCKETS.ilog2()) as usize;
/// The number of places in a chunk. An entry in the last place moves to another chunk at once.
const CHUNK: u32 = 32;
/// The maximum number of entries that [`BucketQueue::take`] returns.
pub(crate) const BATCH: usize = CHUNK as usize;
/// Where an empty bucket writes: the last place of the first chunk, which is never read.
const UNREAD: u32 = CHUNK - 1;

impl Default for BucketQueue {
    fn default() -> Self {
        Self {
            heads: Box::new([UNREAD; BUCKETS]),
            occupied: [0; WORDS],
            entries: Vec::new(),
            free: UNREAD,
            current: 0,
            floor: 0,
            shift: 0,
            lap: 0,
            later: Default::default(),
        }
    }
}

impl BucketQueue {
    /// Empties the queue. `least` is the lowest f to expect. The width of a bucket is the greatest power of two that is at most `width`.
    pub(crate) fn reset(&mut self, least: u32, width: u32) {
        // Only a bucket whose bit is set may hold entries.
        for (bits, heads) in self.occupied.iter_mut().zip(self.heads.chunks_mut(64)) {
            while *bits != 0 {
                heads[bits.trailing_zeros() as usize] = UNREAD;
                *bits &= *bits - 1;
            }
        }
        self.entries.resize(2 * BATCH, LabelledCell::default());
        self.free = UNREAD;
        self.current = 0;
        self.floor = least;
        self.shift = width.max(1).ilog2();
        self.lap = 0;
        self.later.iter_mut().for_each(Vec::clear);
    }

    /// Adds a cell with its label as f.
    #[inline]
    pub(crate) fn push(&mut self, entry: LabelledCell) {
        self.push_if(entry.label, entry, true);
    }

    /// Adds a cell with its f if `counts` is `true`. Within the current lap, `counts` is not a branch: the processor could not predict it.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, f: u32, entry: LabelledCell, counts: bool) {
        let bucket = self.bucket(f);
        if bucket >= BUCKETS {
            if counts {
                self.push_later(f, bucket, entry);
            }
            return;
        }
        let head = self.heads[bucket];
        self.entries[head as usize] = entry;
        let head = head + u32::from(counts);
        self.heads[bucket] = head;
        if head.is_multiple_of(CHUNK) {
            self.add_chunk(bucket);
        }
    }

    /// The bucket of an f, counted from the first bucket of this lap.
    #[inline(always)]
    fn bucket(&self, f: u32) -> usize {
        self.current + (f.saturating_sub(self.floor) >> self.shift) as usize
    }

    /// Moves an entry that was taken from the current bucket to a later bucket if a better estimate raised its f that far. Returns whether
    /// it did.
    #[inline(always)]
    pub(crate) fn postpone(&mut self, f: u32, entry: LabelledCell) -> bool {
        let is_later = self.bucket(f) > self.current;
        if is_later {
            self.push_if(f, entry, true);
        }
        is_later
    }

    #[cold]
    fn push_later(&mut self, f: u32, bucket: usize, entry: LabelledCell) {
        let lap = self.lap + (bucket / BUCKETS) as u32;
        self.later[(lap ^ self.lap).ilog2() as usize].push((f, entry));
    }

    /// Adds a chunk to a bucket whose last place was filled.
    #[inline(never)]
    fn add_chunk(&mut self, bucket: usize) {
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        let full = self.heads[bucket] - 1;
        let chunk = if self.free == UNREAD {
            let unused = self.entries.len() - BATCH;
            self.entries.resize(unused + 2 * BATCH, LabelledCell::default());
            unused
        } else {
            self.free as usize
        };
        if self.free != UNREAD {
            self.free = self.entries[chunk].cell;
        }
        self.entries[chunk].cell = full;
        self.entries[chunk + 1] = self.entries[full as usize];
        self.heads[bucket] = chunk as u32 + 2;
    }

    /// Takes at most `most` entries from one chunk of the current bucket. Returns their places: none if the bucket is empty.
    #[inline(always)]
    fn take_places(&mut self, most: u32) -> Range<usize> {
        let head = self.heads[self.current];
        if head == UNREAD {
            return 0..0;
        }
        let chunk = head & !(CHUNK - 1);
        let start = head.saturating_sub(most).max(chunk + 1);
        self.heads[self.current] = start;
        if start == chunk + 1 {
            self.heads[self.current] = self.entries[chunk as usize].cell;
            self.entries[chunk as usize].cell = self.free;
            self.free = chunk;
        }
        start as usize..head as usize
    }

    /// Takes the next entry of the current bucket.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<LabelledCell> {
        let places = self.take_places(1);
        self.entries[places].first().copied()
    }

    /// Takes the next entries of the current bucket, at most `most` and at most `N`. Returns them at the beginning of an array, the next
    /// one last, and their number: 0 if the bucket is empty.
    #[inline(always)]
    pub(crate) fn take_array<const N: usize>(&mut self, most: u32) -> ([LabelledCell; N], usize) {
        const { assert!(N <= BATCH) };
        debug_assert!(most as usize <= N);
        let places = self.take_places(most);
        // The unused chunk at the end makes room to read past the last entry.
        let array = self.entries[places.start..].first_chunk();
        (*array.unwrap_or(&[LabelledCell { label: 0, cell: 0 }; N]), places.end - places.start)
    }

    /// Takes entries of the lowest bucket, at most [`BATCH`], the next one last. There are none if the queue is empty.
    #[inline]
    pub(crate) fn take(&mut self) -> &[LabelledCell] {
        if self.heads[self.current] == UNREAD && !self.next_bucket() {
            return &[];
        }
        let places = self.take_places(CHUNK);
        &self.entries[places]
    }

    /// Takes all entries of the lowest bucket and adds them to a list, in any order. `false` if the queue is empty.
    #[inline]
    pub(crate) fn take_bucket(&mut self, list: &mut Vec<LabelledCell>) -> bool {
        let before = list.len();
        list.extend_from_slice(self.take());
        while self.heads[self.current] != UNREAD {
            list.extend_from_slice(self.take());
        }
        list.len() > before
    }

    /// The least f that an entry of the lowest bucket may have, `u32::MAX` if the queue is empty.
    #[inline]
    pub(crate) fn least(&mut self) -> u32 {
        if self.heads[self.current] == UNREAD && !self.next_bucket() { u32::MAX } else { self.floor }
    }

    /// If the current bucket is empty, moves on to the next bucket with entries. Returns whether there is one.
    pub(crate) fn next_bucket(&mut self) -> bool {
        let mut word = self.current / 64;
        if self.heads[self.current] == UNREAD {
            self.occupied[word] &= !(1 << (self.current % 64));
        }
        while self.occupied[word] == 0 {
            word += 1;
            if word == WORDS {
                if !self.next_lap() {
                    return false;
                }
                word = 0;
            }
        }
        let next = word * 64 + self.occupied[word].trailing_zeros() as usize;
        self.floor += ((next - self.current) as u32) << self.shift;
        self.current = next;
        true
    }

    /// Moves on to the beginning of the next lap with entries. Returns whether there is one.
    #[cold]
    fn next_lap(&mut self) -> bool {
        let Some(nearest) = self.later.iter().position(|later| !later.is_empty()) else { return false };
        let mut entries = core::mem::take(&mut self.later[nearest]);
        let least = entries.iter().map(|&(f, _)| f).min().unwrap_or(self.floor);
        let laps = self.bucket(least) / BUCKETS;
        self.floor += ((laps * BUCKETS - self.current) as u32) << self.shift;
        (self.current, self.lap) = (0, self.lap + laps as u32);
        // In the order in which they were pushed, so that the last entry of a bucket comes first.
        entries.drain(..).for_each(|(f, entry)| self.push_if(f, entry, true));
        self.later[nearest] = entries;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use std::collections::BTreeMap;

    const LEAST: u32 = 1000;

    /// A queue, and its expected content: the entries of each bucket that is not empty.
    #[derive(Default)]
    struct Checked {
        queue: BucketQueue,
        buckets: BTreeMap<u32, Vec<LabelledCell>>,
        current: u32,
        pushed: u32,
    }

    impl Checked {
        fn push_if(&mut self, f: u32, counts: bool) {
            let entry = LabelledCell { label: self.pushed, cell: !self.pushed };
            self.queue.push_if(f, entry, counts);
            if counts {
                self.pushed += 1;
                let bucket = (f - LEAST) >> self.queue.shift;
                self.buckets.entry(bucket.max(self.current)).or_default().push(entry);
            }
        }

        fn check_current(&mut self) {
            let (&first, _) = self.buckets.first_key_value().unwrap();
            assert!(first >= self.current);
            self.current = first;
            let begin = LEAST + (first << self.queue.shift);
            assert_eq!(self.queue.least(), begin);
        }

        /// Postpones an entry of the current bucket by `buckets` buckets.
        fn postpone(&mut self, entry: LabelledCell, buckets: u32) {
            let bucket = self.current + buckets;
            if bucket <= (u32::MAX - LEAST) >> self.queue.shift {
                let f = LEAST + (bucket << self.queue.shift);
                assert_eq!(self.queue.postpone(f, entry), buckets > 0);
                if buckets > 0 {
                    self.buckets.entry(bucket).or_default().push(entry);
                }
            }
        }

        /// Takes entries of the current bucket in a random way. Returns their number: 0 if the bucket is empty.
        fn take_some(&mut self, random: &mut Rng) -> usize {
            let Some(bucket) = self.buckets.get_mut(&self.current) else {
                assert_eq!(self.queue.pop(), None);
                assert_eq!(self.queue.take_array::<3>(3).1, 0);
                return 0;
            };
            let taken: Vec<LabelledCell> = match random.u32(0..9) {
                0 => self.queue.take().to_vec(),
                most @ 1..4 => {
                    let (array, count) = self.queue.take_array::<3>(most);
                    assert!(count <= most as usize);
                    array[..count].to_vec()
                }
                _ => self.queue.pop().into_iter().collect(),
            };
            assert!(!taken.is_empty());
            assert_eq!(bucket.split_off(bucket.len() - taken.len()), taken);
            if bucket.is_empty() {
                self.buckets.remove(&self.current);
            }
            self.postpone(taken[0], random.u32(0..4));
            taken.len()
        }
    }

    #[test]
    fn entries_come_bucket_by_bucket_and_in_each_the_last_first() {
        let mut random = Rng::with_seed(8);
        let mut queue = BucketQueue::default();
        let narrow = [50, 5_000, 300_000, 50_000_000, u32::MAX - 2 * LEAST].map(|range| (64, range));
        for (width, range) in narrow.into_iter().chain([(7000, u32::MAX - 2 * LEAST), (1, 5), (1, 5_000)]) {
            queue.reset(LEAST, width);
            let mut checked = Checked { queue, ..Checked::default() };
            checked.push_if(LEAST, true);
            while checked.queue.next_bucket() {
                checked.check_current();
                let begin = checked.queue.least();
                loop {
                    let taken = checked.take_some(&mut random);
                    if taken == 0 {
                        break;
                    }
                    for _ in 0..4 * taken {
                        let f = begin.saturating_add(random.u32(0..range)).min(u32::MAX - 1);
                        // Some values of f are below the current bucket.
                        let f = if random.u8(0..20) == 0 { LEAST + (f - LEAST) / 2 } else { f };
                        let counts = checked.pushed < 10 || checked.pushed < 3_000 && random.bool();
                        checked.push_if(f, counts);
                    }
                }
            }
            assert!(checked.buckets.is_empty() && checked.pushed == 3_000);
            assert!(checked.queue.take().is_empty() && checked.queue.least() == u32::MAX);
            queue = checked.queue;
        }
    }

    #[test]
    fn a_bucket_is_taken_whole_and_alone() {
        let mut queue = BucketQueue::default();
        queue.reset(0, 8);
        let labels = |labels: Range<u32>| labels.map(|label| LabelledCell { label, cell: 7 });
        let many = labels(0..8).cycle().take(200);
        many.clone().chain(labels(8..9)).for_each(|entry| queue.push(entry));
        let mut taken = Vec::new();
        assert!(queue.take_bucket(&mut taken));
        taken.sort_unstable_by_key(|entry| entry.label);
        let mut expected: Vec<LabelledCell> = many.collect();
        expected.sort_unstable_by_key(|entry| entry.label);
        assert_eq!(taken, expected);
        assert!(queue.take_bucket(&mut taken));
        assert_eq!(taken[200..], [LabelledCell { label: 8, cell: 7 }]);
        assert!(!queue.take_bucket(&mut taken));
    }

    #[test]
    fn a_reset_forgets_what_was_pushed() {
        let mut queue = BucketQueue::default();
        queue.reset(0, 8);
        (0..5_000).for_each(|cell| queue.push(LabelledCell { label: cell * 1000, cell }));
        assert_eq!(queue.take(), [LabelledCell::default()]);
        queue.reset(0, 8);
        assert!(queue.take().is_empty());
        // In a bucket that held another entry before.
        queue.push(LabelledCell { label: 1003, cell: 4 });
        assert_eq!(queue.take(), [LabelledCell { label: 1003, cell: 4 }]);
        assert!(queue.take().is_empty());
    }

    #[test]
    fn emptied_chunks_are_used_again() {
        let mut queue = BucketQueue::default();
        queue.reset(0, 8);
        for label in 0..1_000 {
            queue.push(LabelledCell { label: label * 8, cell: 0 });
            assert_eq!(queue.take().len(), 1);
        }
        assert_eq!(queue.entries.len(), 3 * BATCH);
    }
}
