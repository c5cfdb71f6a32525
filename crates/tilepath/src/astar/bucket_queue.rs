//! A bucket queue: open nodes by their f, to within the width of a bucket.

use crate::cost::Cost;

/// An open list in which pushing and popping take the same time however many nodes are open.
///
/// Nodes come bucket by bucket, in each the last first, so that a node may be popped before one of slightly lower f. A search that uses
/// it must look at a whole bucket before it trusts a cost that it found there.
///
/// *Source:* Dial, "Algorithm 360: Shortest-path forest with topological ordering" (1969), with wide buckets.
#[derive(Clone, Default, Debug)]
pub(crate) struct BucketQueue {
    /// The last entry of each bucket.
    heads: Vec<u32>,
    /// Which buckets are not empty, as bits.
    occupied: Vec<u64>,
    entries: Vec<BucketEntry>,
    /// Memory for what is spread again.
    waiting: Vec<BucketEntry>,
    /// The first of the entries that were popped, to be used again.
    free: u32,
    /// The bucket that is being emptied.
    current: usize,
    /// The highest bucket that was used.
    highest: usize,
    /// The f at which bucket 0 begins.
    base: u32,
    shift: u32,
    /// How many entries there are in the buckets.
    open: usize,
    /// The last entry of the current bucket, which comes next.
    top: Option<BucketEntry>,
}

/// An open node, as the caller gets it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketEntry {
    pub(crate) f: Cost,
    pub(crate) g: Cost,
    /// The node, or a number that the caller knows it by.
    pub(crate) item: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;
/// How many buckets there are; what lies beyond the last waits in it.
const BUCKETS: usize = 1 << 13;

impl BucketQueue {
    /// Empties the queue for a search whose least f is `base`, with buckets of the greatest power of two that is at most `width`.
    pub(crate) fn reset(&mut self, base: Cost, width: u32) {
        if self.heads.is_empty() {
            self.heads = vec![NONE; BUCKETS];
            self.occupied = vec![0; BUCKETS / 64];
        }
        self.heads[..=self.highest].fill(NONE);
        self.occupied[..=self.highest / 64].fill(0);
        self.entries.clear();
        self.free = NONE;
        self.current = 0;
        self.highest = 0;
        self.base = base.units();
        self.shift = width.max(1).ilog2();
        self.open = 0;
        self.top = None;
    }

    #[inline]
    pub(crate) fn push(&mut self, f: Cost, g: Cost, item: u32) {
        let bucket = self.bucket_of(f);
        let entry = BucketEntry { f, g, item, next: NONE };
        if bucket != self.current {
            self.put(bucket, entry);
        } else if let Some(below) = self.top.replace(entry) {
            self.put(bucket, below);
        }
    }

    #[inline]
    fn put(&mut self, bucket: usize, mut entry: BucketEntry) {
        entry.next = self.heads[bucket];
        let at = self.free;
        if at == NONE {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.free = self.entries[at as usize].next;
            self.entries[at as usize] = entry;
            self.heads[bucket] = at;
        }
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.highest = self.highest.max(bucket);
        self.open += 1;
    }

    #[inline]
    fn bucket_of(&self, f: Cost) -> usize {
        let bucket = (f.units().saturating_sub(self.base) >> self.shift) as usize;
        // An estimate that is not consistent to the last unit may lead back by a bucket: such a node is due now.
        bucket.clamp(self.current, BUCKETS - 1)
    }

    /// The next entry of the bucket that is being emptied.
    #[inline]
    pub(crate) fn pop_from_bucket(&mut self) -> Option<BucketEntry> {
        self.top.take().or_else(|| self.take_from_bucket())
    }

    #[inline]
    fn take_from_bucket(&mut self) -> Option<BucketEntry> {
        let at = self.heads[self.current];
        if at == NONE {
            self.occupied[self.current / 64] &= !(1 << (self.current % 64));
            return None;
        }
        let entry = self.entries[at as usize];
        self.heads[self.current] = entry.next;
        self.entries[at as usize].next = self.free;
        self.free = at;
        self.open -= 1;
        Some(entry)
    }

    /// Moves on to the next bucket that is not empty. `false` if there is none.
    pub(crate) fn next_bucket(&mut self) -> bool {
        if self.top.is_some() {
            return true;
        }
        if self.open == 0 {
            return false;
        }
        self.current = self.first_occupied();
        if self.current == BUCKETS - 1 {
            self.spread_last();
        }
        true
    }

    /// Spreads what waits in the last bucket over all of them.
    fn spread_last(&mut self) {
        let mut waiting = core::mem::take(&mut self.waiting);
        while let Some(entry) = self.pop_from_bucket() {
            waiting.push(entry);
        }
        let least = waiting.iter().map(|entry| entry.f.units()).min().unwrap_or(self.base);
        let greatest = waiting.iter().map(|entry| entry.f.units()).max().unwrap_or(self.base);
        self.base = least;
        // One bucket must not hold everything again.
        while ((greatest - least) >> self.shift) as usize >= BUCKETS && self.shift < 31 {
            self.shift += 1;
        }
        self.current = 0;
        while let Some(entry) = waiting.pop() {
            self.put(self.bucket_of(entry.f), entry);
        }
        self.waiting = waiting;
        self.current = self.first_occupied();
    }

    /// The first bucket from the current one that is not empty; there is one.
    fn first_occupied(&self) -> usize {
        let mut word = self.current / 64;
        let mut bits = self.occupied[word] & (u64::MAX << (self.current % 64));
        while bits == 0 {
            word += 1;
            bits = self.occupied[word];
        }
        word * 64 + bits.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_bucket_by_bucket_and_none_is_lost() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut queue = BucketQueue::default();
        for range in [50, 5_000, 50_000_000, u32::MAX - 2000] {
            queue.reset(Cost::from_units(1000), 64);
            let mut least = 1000;
            let mut pushed = 0;
            let mut popped = 0;
            queue.push(Cost::from_units(1000), Cost::ZERO, 0);
            while queue.next_bucket() {
                let width = 1_u64 << queue.shift;
                let mut lowest = u32::MAX;
                while let Some(entry) = queue.pop_from_bucket() {
                    popped += 1;
                    assert!(
                        u64::from(entry.f.units()) + width > u64::from(least),
                        "a bucket was left too early"
                    );
                    lowest = lowest.min(entry.f.units());
                    if pushed < 400 {
                        for _ in 0..2 {
                            let f = entry.f.units().saturating_add(random.u32(0..range)).min(u32::MAX - 1);
                            queue.push(Cost::from_units(f), Cost::ZERO, pushed);
                            pushed += 1;
                        }
                    }
                }
                least = least.max(lowest);
            }
            assert_eq!(popped, pushed + 1);
        }
    }
}
