//! The open list of a search cell by cell: entries of eight bytes in buckets by f.

/// Open cells by their f, to within the width of a bucket.
///
/// An entry is the cost to a cell and its padded index. Entries come bucket by bucket, in each the last first. What lies beyond the last
/// bucket waits in it. A bucket is a chain of chunks of [`CHUNK`] entries in one vector, the first of which is where the chain goes on.
///
/// *Source:* Dial, "Algorithm 360: Shortest-path forest with topological ordering" (1969), with wide buckets.
#[derive(Clone, Default, Debug)]
pub(super) struct StepQueue {
    /// Where the next entry of each bucket goes; [`EMPTY`] if it has none.
    heads: Vec<u32>,
    entries: Vec<u64>,
    /// The chunks that are free again, as a chain.
    free: u32,
    /// The bucket that is being emptied.
    current: usize,
    /// The highest bucket that was used.
    highest: usize,
    /// The f at which bucket 0 begins, and the one at which the bucket begins that is being emptied.
    base: u32,
    floor: u32,
    shift: u32,
    /// The next entries, the first last.
    ahead: [u64; AHEAD],
    ahead_count: usize,
    /// How many entries are taken from a bucket at a time, at most [`AHEAD`].
    limit: u32,
    /// Memory for what is spread again.
    waiting: Vec<u64>,
}

/// The number of entries in a chunk. One of them is a link, and the last moves to the next chunk as soon as it is filled.
const CHUNK: u32 = 32;
/// Where an empty bucket writes: the last place of a chunk that nobody reads.
const EMPTY: u32 = CHUNK - 1;
const BUCKETS: usize = 1 << 13;
const LAST: usize = BUCKETS - 1;
/// How many entries are taken from a bucket at a time, at most.
pub(super) const AHEAD: usize = 8;

/// The entry of a cell that was reached at a cost.
#[inline(always)]
pub(super) const fn entry(cell: usize, g: u32) -> u64 {
    (g as u64) << 32 | cell as u32 as u64
}

/// The cell of an entry, and the cost to it.
#[inline(always)]
pub(super) const fn of_entry(entry: u64) -> (usize, u32) {
    (entry as u32 as usize, (entry >> 32) as u32)
}

impl StepQueue {
    /// Empties the queue for a search whose least f is `base`, with buckets of the greatest power of two that is at most `width`. So many
    /// entries, at most [`AHEAD`], are taken from a bucket at a time: with one, what was pushed last always comes first.
    pub(super) fn reset(&mut self, base: u32, width: u32, limit: u32) {
        if self.heads.is_empty() {
            self.heads = vec![EMPTY; BUCKETS];
        }
        self.heads[..=self.highest].fill(EMPTY);
        self.entries.clear();
        self.entries.resize(CHUNK as usize + AHEAD, 0);
        self.free = EMPTY;
        self.current = 0;
        self.highest = 0;
        (self.base, self.floor) = (base, base);
        self.shift = width.max(1).ilog2();
        self.ahead_count = 0;
        self.limit = limit;
    }

    /// Puts an entry with its f on the list if it `counts`, without a branch on that.
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, entry: u64, counts: bool) {
        let bucket = self.bucket(f);
        let head = self.heads[bucket];
        self.entries[head as usize] = entry;
        let head = head + u32::from(counts);
        self.heads[bucket] = head;
        if head.is_multiple_of(CHUNK) {
            self.grow(bucket);
        }
    }

    /// The bucket of an f.
    #[inline(always)]
    fn bucket(&self, f: u32) -> usize {
        let above = (f.saturating_sub(self.floor) >> self.shift) as usize;
        (self.current + above).min(LAST)
    }

    /// Puts the last entry that came from [`StepQueue::next`] into a later bucket if its f, now that more is known of it, belongs there.
    /// Returns whether it does.
    #[inline(always)]
    pub(super) fn postpone(&mut self, f: u32, entry: u64) -> bool {
        let later = self.bucket(f) > self.current;
        if later {
            self.push(f, entry, true);
        }
        later
    }

    /// Adds a chunk to a bucket whose place is used up.
    #[inline(never)]
    fn grow(&mut self, bucket: usize) {
        self.highest = self.highest.max(bucket);
        let full = self.heads[bucket] - 1;
        let moved = self.entries[full as usize];
        let chunk = if self.free == EMPTY {
            let end = self.entries.len() - AHEAD;
            self.entries.resize(end + CHUNK as usize + AHEAD, 0);
            end
        } else {
            self.free as usize
        };
        if self.free != EMPTY {
            self.free = self.entries[chunk] as u32;
        }
        self.entries[chunk] = full.into();
        self.entries[chunk + 1] = moved;
        self.heads[bucket] = chunk as u32 + 2;
    }

    /// Frees a chunk that is empty. Returns where its bucket goes on.
    #[inline(always)]
    fn give_back(&mut self, chunk: u32) -> u32 {
        let head = self.entries[chunk as usize] as u32;
        self.entries[chunk as usize] = self.free.into();
        self.free = chunk;
        head
    }

    /// Takes the next entries of one chunk from the bucket that is being emptied, and returns them. There are none once the bucket is
    /// empty.
    #[inline(always)]
    pub(super) fn look_ahead(&mut self) -> &[u64] {
        let head = self.heads[self.current];
        let first = (head & !(CHUNK - 1)) + 1;
        self.ahead_count = 0;
        if head != EMPTY {
            let start = head.saturating_sub(self.limit).max(first);
            self.ahead_count = (head - start) as usize;
            // Behind the last chunk there is room to read on.
            self.ahead = *self.entries[start as usize..].first_chunk().unwrap_or(&[0; AHEAD]);
            self.heads[self.current] = if start == first { self.give_back(first - 1) } else { start };
        }
        &self.ahead[..self.ahead_count]
    }

    /// Returns whether there are entries that were taken.
    #[inline(always)]
    pub(super) const fn has_next(&self) -> bool {
        self.ahead_count > 0
    }

    /// The next of the entries that were taken.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u64> {
        self.ahead_count = self.ahead_count.checked_sub(1)?;
        Some(self.ahead[self.ahead_count & (AHEAD - 1)])
    }

    /// Takes the last entry back that came from [`StepQueue::next`].
    pub(super) fn put_back(&mut self, entry: u64) {
        self.ahead[self.ahead_count] = entry;
        self.ahead_count += 1;
    }

    /// The least f that an entry may still have.
    fn least(&self) -> u64 {
        u64::from(self.base) + ((self.current as u64) << self.shift)
    }

    /// Moves on to the next bucket that is not empty. Returns whether there is one. `f_of` gives the f of an entry.
    pub(super) fn next_bucket(&mut self, f_of: impl Fn(u64) -> u32) -> bool {
        let rest = &self.heads[self.current..=self.highest];
        let Some(next) = rest.iter().position(|&head| head != EMPTY) else { return false };
        self.current += next;
        self.floor = self.least().min(u32::MAX.into()) as u32;
        if self.current == LAST {
            self.spread_last(f_of);
        }
        true
    }

    /// Spreads what waits in the last bucket over all of them.
    fn spread_last(&mut self, f_of: impl Fn(u64) -> u32) {
        let mut waiting = core::mem::take(&mut self.waiting);
        self.look_ahead();
        while let Some(entry) = self.next() {
            waiting.push(entry);
            if self.ahead_count == 0 {
                self.look_ahead();
            }
        }
        let least = waiting.iter().map(|&entry| f_of(entry)).min().unwrap_or(self.base);
        let greatest = waiting.iter().map(|&entry| f_of(entry)).max().unwrap_or(self.base);
        self.base = least;
        // One bucket must not hold everything again.
        while ((greatest - least) >> self.shift) as usize >= BUCKETS && self.shift < 31 {
            self.shift += 1;
        }
        self.current = 0;
        self.floor = least;
        while let Some(entry) = waiting.pop() {
            self.push(f_of(entry), entry, true);
        }
        self.waiting = waiting;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_bucket_by_bucket_and_none_is_lost() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut queue = StepQueue::default();
        for (range, limit) in
            [(50, AHEAD as u32), (5_000, 1), (50_000_000, 3), (u32::MAX - 2000, AHEAD as u32)]
        {
            queue.reset(1000, 64, limit);
            // The f of each entry, by its cell.
            let mut fs = vec![1000_u32];
            let (mut least, mut popped) = (1000_u32, vec![false]);
            queue.push(1000, entry(0, 0), true);
            while queue.next_bucket(|entry| fs[of_entry(entry).0]) {
                let width = 1_u64 << queue.shift;
                let mut lowest = u32::MAX;
                while !queue.look_ahead().is_empty() {
                    while let Some(entry_of) = queue.next() {
                        let (cell, g) = of_entry(entry_of);
                        assert_eq!(g as usize, cell / 2);
                        assert!(!core::mem::replace(&mut popped[cell], true));
                        assert!(
                            u64::from(fs[cell]) + width > u64::from(least),
                            "a bucket was left too early"
                        );
                        lowest = lowest.min(fs[cell]);
                        for _ in 0..4 {
                            let f = fs[cell].saturating_add(random.u32(0..range)).min(u32::MAX - 1);
                            let counts = fs.len() < 900 && random.bool();
                            queue.push(f, entry(fs.len(), fs.len() as u32 / 2), counts);
                            if counts {
                                fs.push(f);
                                popped.push(false);
                            }
                        }
                    }
                }
                least = least.max(lowest);
            }
            assert!(popped.len() > 500 && popped.iter().all(|&popped| popped));
        }
    }
}
