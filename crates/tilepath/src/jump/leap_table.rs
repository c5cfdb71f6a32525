//! Lists of leaps in one piece of memory, found by node.

use super::{leap::Leap, node::JumpNode, scan::SweepReach};
use crate::{
    astar::NodeId,
    cost_field::{BlockClock, BlockRect, BlockSet},
};
use core::ops::Range;

/// Where the leaps from a node are kept, the directions in which they begin (a set of bits), and the weight of every cell on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeapList {
    at: u32,
    count: u8,
    pub(super) directions: u8,
    pub(super) weight: u32,
}

impl LeapList {
    /// The places of the leaps, for [`LeapTable::leap`].
    #[inline]
    pub(super) const fn places(self) -> Range<usize> {
        let first = self.at as usize + HEADER;
        first..first + self.count as usize
    }
}

/// The header of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListHeader {
    pub(super) directions: u8,
    pub(super) weight: u32,
    /// The blocks of the cells that were seen when the list was made. The leaps depend only on these cells, and may pass a goal on one of
    /// them.
    pub(super) seen: BlockRect,
    /// When the list was made, by the [`BlockClock`].
    pub(super) time: u32,
}

/// The result of a look-up: the list, or the slot for a new list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookup {
    List(usize),
    Slot(usize),
}

/// Words of a header: the blocks that were seen and when; the number of leaps, their directions and the weight.
const HEADER: usize = 2;

/// The number of keys in a bucket. A key is either in the bucket of its hash or not in the table.
const BUCKET: usize = 8;

/// The number of words of a bucket: the stored keys, then their lists. A list is four times its place, plus the [lap](LeapTable::lap) in which
/// it was stored.
const BUCKET_WORDS: usize = 2 * BUCKET;

/// The bytes of a cache line: a bucket is one.
const LINE: usize = BUCKET_WORDS * size_of::<u32>();

/// A slot without a key. Memory that was never written is zero, so that an empty table takes no time to make.
const NO_KEY: u32 = 0;

/// A key as it is stored. No node has the number whose bits are all ones.
const fn stored(key: JumpNode) -> u32 {
    !key.0
}

/// The stored lists.
///
/// Memory is a ring: when it is full, a new list overwrites the oldest. So a map with more lists than room loses few of them at a time, and
/// keeps the leaps of the latest searches.
#[derive(Clone, Default, Debug)]
pub(super) struct LeapTable {
    buckets: Vec<u32>,
    /// The place of the first bucket, where a cache line begins.
    first: usize,
    bucket_count: usize,
    words: Vec<u64>,
    /// The place of the next list.
    next: usize,
    /// The current lap around the ring, modulo [`LAPS`]. From `next` on, the ring holds lists of the previous lap. Lists of earlier laps are gone.
    lap: u32,
    /// The number of buckets from which the keys of lists of earlier laps were removed in this lap.
    swept: usize,
    /// The maximum number of words.
    room: usize,
}

const WORDS_PER_LIST: usize = 5;

/// Laps are told apart modulo this number. Before a number comes again, the keys of its lists are removed, a few with each new list.
const LAPS: u32 = 4;

/// There are twice as many slots as lists, so that few buckets are full before the ring is.
const fn buckets(lists: usize) -> usize {
    (2 * lists).div_ceil(BUCKET)
}

impl LeapTable {
    /// Forgets all lists and makes room for about `lists` of them.
    pub(super) fn reset(&mut self, lists: usize) {
        self.bucket_count = buckets(lists);
        // The system zeroes memory page by page, when a page is first used: on a large map, to fill the table would take long.
        self.buckets = Vec::new();
        self.buckets = vec![NO_KEY; (self.bucket_count + 1) * BUCKET_WORDS];
        self.first = self.buckets.as_ptr().align_offset(LINE).min(BUCKET_WORDS);
        self.words.clear();
        (self.next, self.lap, self.swept, self.room) = (0, 0, 0, lists * WORDS_PER_LIST);
    }

    /// The words of a bucket, first the keys.
    #[inline(always)]
    fn bucket(&self, number: usize) -> (&[u32; BUCKET], &[u32; BUCKET]) {
        let at = self.first + number * BUCKET_WORDS;
        let (keys, lists) = self.buckets[at..at + BUCKET_WORDS].as_chunks::<BUCKET>().0.split_at(1);
        (&keys[0], &lists[0])
    }

    fn bucket_mut(&mut self, number: usize) -> (&mut [u32], &mut [u32]) {
        let at = self.first + number * BUCKET_WORDS;
        self.buckets[at..at + BUCKET_WORDS].split_at_mut(BUCKET)
    }

    /// Looks up the list of a key. Ignores a list that was overwritten, and a list that depends on an edited cell.
    #[inline(always)]
    pub(super) fn find(&mut self, clock: &BlockClock, key: JumpNode) -> Lookup {
        // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3).
        let hash = u64::from(key.0.wrapping_mul(0x9e37_79b9));
        let number = ((hash * self.bucket_count as u64) >> 32) as usize;
        let (keys, lists) = self.bucket(number);
        let Some(place) = keys.iter().position(|&known| known == stored(key)) else {
            return Lookup::Slot(number * BUCKET + self.oldest(number));
        };
        let slot = Lookup::Slot(number * BUCKET + place);
        let Some(list) = self.kept(lists[place]) else {
            return slot;
        };
        let blocks_time = self.words[list];
        let time = blocks_time as u32;
        if time != clock.now() {
            if !clock.is_unchanged(rect((blocks_time >> 32) as u32), time) {
                return slot;
            }
            self.words[list] = blocks_time ^ u64::from(time ^ clock.now());
        }
        Lookup::List(list)
    }

    /// The place of a list, or `None` if a later list has overwritten it.
    #[inline(always)]
    const fn kept(&self, list: u32) -> Option<usize> {
        let place = (list / LAPS) as usize;
        let is_kept = match self.age(list) {
            0 => true,
            1 => place >= self.next,
            _ => false,
        };
        if is_kept { Some(place) } else { None }
    }

    /// How many laps ago a list was stored.
    #[inline(always)]
    const fn age(&self, list: u32) -> u32 {
        self.lap.wrapping_sub(list) % LAPS
    }

    /// The slot for a new list: a slot of the bucket without a list, or else the slot of the oldest list.
    #[inline(never)]
    fn oldest(&self, bucket: usize) -> usize {
        let (keys, lists) = self.bucket(bucket);
        // Lists of the previous lap are older than lists of this lap. In each lap, lists at lower places are older.
        let when = |&place: &usize| match self.kept(lists[place]) {
            Some(list) if keys[place] != NO_KEY => Some((self.age(lists[place]) == 0, list)),
            _ => None,
        };
        (0..BUCKET).min_by_key(when).unwrap_or(0)
    }

    /// Returns whether the leaps of a list may pass a goal in one of these blocks.
    #[inline(always)]
    pub(super) fn sees(&self, list: usize, goals: &BlockSet) -> bool {
        goals.touches(rect((self.words[list] >> 32) as u32))
    }

    #[inline(always)]
    pub(super) fn leaps(&self, list: usize) -> LeapList {
        let word = self.words[list + 1];
        LeapList {
            at: list as u32,
            count: (word >> 32) as u8,
            directions: (word >> 40) as u8,
            weight: word as u32,
        }
    }

    #[inline]
    pub(super) fn leap(&self, place: usize) -> Leap {
        Leap::unpacked(self.words[place])
    }

    /// The reach of the sweeps, for a list of jumps.
    #[inline]
    pub(super) fn reach(&self, leaps: LeapList) -> SweepReach {
        SweepReach((self.words[leaps.places().end] as u32).to_le_bytes())
    }

    /// The jump points that a leap passes.
    pub(super) fn via(&self, leaps: LeapList, place: usize) -> impl Iterator<Item = NodeId> {
        let places = leaps.places();
        let before = self.words[places.start..place].iter().map(|&word| Leap::unpacked(word).via);
        let first = before.sum::<usize>();
        let all = &self.words[places.end..];
        (first..first + self.leap(place).via).map(|at| (all[at / 2] >> (at % 2 * 32)) as u32)
    }

    /// The number of words of the list of a key.
    fn len(&self, list: usize, key: JumpNode) -> usize {
        let leaps = self.leaps(list);
        let via: usize = leaps.places().map(|place| self.leap(place).via).sum();
        let rest = if key.is_of_jumps() { 1 } else { via.div_ceil(2) };
        HEADER + usize::from(leaps.count) + rest
    }

    /// Stores a list, over older lists if necessary. Returns its place.
    pub(super) fn put(
        &mut self,
        slot: usize,
        key: JumpNode,
        head: ListHeader,
        leaps: &[Leap],
        rest: impl ExactSizeIterator<Item = u64>,
    ) -> usize {
        let length = HEADER + leaps.len() + rest.len();
        let list = self.place_for(slot, key, length);
        let words = &mut self.words[list..list + length];
        words[0] = u64::from(u32::from_le_bytes(head.seen.0)) << 32 | u64::from(head.time);
        // The number of leaps fits into 8 bits: at most two leaps to a side from each cell of three sweeps, and two straight ahead.
        words[1] = u64::from(head.directions) << 40 | (leaps.len() as u64) << 32 | u64::from(head.weight);
        let all = leaps.iter().map(|leap| leap.packed()).chain(rest);
        words[HEADER..].iter_mut().zip(all).for_each(|(word, leap)| *word = leap);
        list
    }

    /// Makes room for the list of a key, of this many words: over the key's outdated list if that is long enough, otherwise behind the last
    /// list.
    fn place_for(&mut self, slot: usize, key: JumpNode, length: usize) -> usize {
        let (bucket, place) = (slot / BUCKET, slot % BUCKET);
        let (keys, lists) = self.bucket(bucket);
        if keys[place] == stored(key)
            && let Some(old) = self.kept(lists[place])
            && length <= self.len(old, key)
        {
            return old;
        }
        if self.next + length > self.room {
            self.begin_lap();
        }
        let list = self.next;
        self.next += length;
        if self.next > self.words.len() {
            // A vector would double its memory; this stays within the room.
            if self.next > self.words.capacity() {
                let wanted = self.next.max(self.room.min(2 * self.next));
                self.words.reserve_exact(wanted - self.words.len());
            }
            self.words.resize(self.next, 0);
        }
        let lap = self.lap;
        let (keys, lists) = self.bucket_mut(bucket);
        (keys[place], lists[place]) = (stored(key), list as u32 * LAPS + lap);
        let share = self.bucket_count as u64 * self.next as u64 / self.room.max(1) as u64;
        self.sweep(share as usize);
        list
    }

    /// Goes on at the beginning of the ring.
    fn begin_lap(&mut self) {
        self.sweep(self.bucket_count);
        (self.next, self.swept, self.lap) = (0, 0, (self.lap + 1) % LAPS);
    }

    /// Removes the keys of lists that are gone from the buckets before this one.
    fn sweep(&mut self, end: usize) {
        let end = end.min(self.bucket_count);
        for number in self.swept..end {
            let lap = self.lap;
            let (keys, lists) = self.bucket_mut(number);
            for (key, list) in keys.iter_mut().zip(lists) {
                if lap.wrapping_sub(*list) % LAPS > 1 {
                    *key = NO_KEY;
                }
            }
        }
        self.swept = self.swept.max(end);
    }
}

#[inline]
const fn rect(bits: u32) -> BlockRect {
    BlockRect(bits.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// Stores a list of `count` leaps, which pass 0, 1, 2, 3, 0 … jump points. Returns the leaps and the points.
    fn put(
        lists: &mut LeapTable,
        clock: &BlockClock,
        (key, count): (JumpNode, usize),
        edited: usize,
    ) -> (Vec<Leap>, Vec<u32>) {
        let Lookup::Slot(slot) = lists.find(clock, key) else { panic!("{key:?} is there") };
        let leap =
            |at: usize| Leap { to: JumpNode(key.0 ^ at as u32), via: at % 4, length: key.0 % (1 << 28) };
        let leaps: Vec<Leap> = (0..count).map(leap).collect();
        let via: Vec<u32> = (0..leaps.iter().map(|leap| leap.via).sum::<usize>() as u32).collect();
        let seen = clock.blocks([edited, 0], [edited, 9]);
        let head = ListHeader { directions: 1, weight: key.0, seen, time: clock.now() };
        let pairs: Vec<u64> =
            via.chunks(2).map(|pair| u64::from(pair[0]) | u64::from(*pair.last().unwrap()) << 32).collect();
        let list = lists.put(slot, key, head, &leaps, pairs.into_iter());
        assert_eq!(lists.find(clock, key), Lookup::List(list));
        (leaps, via)
    }

    #[test]
    fn lists_are_found_as_they_were_put_until_what_they_saw_is_edited() {
        let mut random = fastrand::Rng::with_seed(14);
        let (mut forgotten, mut overwritten, mut stale) = (0, 0, 0);
        for room in [1, 3, 40] {
            let (mut lists, mut clock) = (LeapTable::default(), BlockClock::new(60, 60));
            lists.reset(room);
            // The lists that were stored, and the column of cells on which each depends.
            let mut known: HashMap<u32, (Vec<Leap>, Vec<u32>, usize)> = HashMap::new();
            let mut edited_keys = HashSet::new();
            for _ in 0..4000 {
                let key = JumpNode::new(random.u32(..room as u32 + 3), random.usize(..2));
                if random.u8(..6) == 0 {
                    let edited = random.usize(..60);
                    clock.tick();
                    clock.touch([edited, 0], [edited, 59]);
                    let is_edited = |seen: usize| clock.block(seen, 0) == clock.block(edited, 0);
                    let keys = known.iter().filter(|(_, list)| is_edited(list.2)).map(|(&key, _)| key);
                    edited_keys.extend(keys);
                    known.retain(|_, list| !is_edited(list.2));
                }
                if let Lookup::List(list) = lists.find(&clock, key) {
                    let (expected, via, _) = known.get(&key.0).expect("a list that was put and not edited");
                    let leaps = lists.leaps(list);
                    assert!(leaps.places().map(|place| lists.leap(place)).eq(expected.iter().copied()));
                    let passed = leaps.places().flat_map(|place| lists.via(leaps, place).collect::<Vec<_>>());
                    assert!(passed.eq(via.iter().copied()));
                    assert_eq!(leaps.weight, key.0);
                    continue;
                }
                forgotten += usize::from(known.contains_key(&key.0));
                let (count, seen, before) = (random.usize(..5), random.usize(..60), lists.next);
                let (leaps, via) = put(&mut lists, &clock, (key, count), seen);
                known.insert(key.0, (leaps, via, seen));
                let was_edited = edited_keys.remove(&key.0);
                stale += usize::from(was_edited);
                overwritten += usize::from(was_edited && lists.next == before);
                assert!(lists.words.len() <= room * WORDS_PER_LIST + 8);
                if random.u8(..100) == 0 {
                    lists.reset(room);
                    known.clear();
                }
            }
        }
        assert!(
            forgotten > 500 && overwritten > 100 && stale > overwritten,
            "{forgotten} {overwritten} {stale}"
        );
    }

    #[test]
    fn a_table_that_overflows_keeps_the_latest_lists() {
        const LISTS: u32 = 1000;
        let (mut lists, clock) = (LeapTable::default(), BlockClock::new(60, 60));
        lists.reset(LISTS as usize);
        // Each list has as many words as there is room for per list.
        let put = |lists: &mut LeapTable, number: u32| {
            put(lists, &clock, (JumpNode::new(number * 7, 1), 2), 0);
        };
        (0..5 * LISTS).for_each(|number| put(&mut lists, number));
        let (bytes, capacity) = (lists.buckets.len() * size_of::<u32>(), lists.words.capacity());
        assert!(bytes <= 2 * LINE + 16 * LISTS as usize && capacity <= WORDS_PER_LIST * LISTS as usize);
        let mut is_kept =
            |number: u32| matches!(lists.find(&clock, JumpNode::new(number * 7, 1)), Lookup::List(_));
        let latest = (4 * LISTS..5 * LISTS).filter(|&number| is_kept(number)).count();
        assert!(latest > 900, "{latest} of the latest 1000");
        assert!(!(0..3 * LISTS).any(is_kept), "memory holds no more");
    }
}
