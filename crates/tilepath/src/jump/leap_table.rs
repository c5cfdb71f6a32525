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

/// The keys and lists of one bucket. A key is either in the bucket of its hash or not in the table.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket {
    keys: [JumpNode; BUCKET],
    /// Twice the place of each list, plus the lap in which it was stored: 0 or 1.
    lists: [u32; BUCKET],
}

/// The number of keys in a bucket: a bucket is a cache line.
const BUCKET: usize = 8;

const NO_KEY: JumpNode = JumpNode(u32::MAX);

const EMPTY: Bucket = Bucket { keys: [NO_KEY; BUCKET], lists: [0; BUCKET] };

/// The stored lists.
///
/// Memory is a ring: when it is full, a new list overwrites the oldest. So a map with more lists than room loses few of them at a time, and
/// keeps the leaps of the latest searches.
#[derive(Clone, Default, Debug)]
pub(super) struct LeapTable {
    buckets: Vec<Bucket>,
    words: Vec<u64>,
    /// The place of the next list.
    next: usize,
    /// The current lap around the ring: 0 or 1. From `next` on, the ring holds lists of the previous lap. Lists of earlier laps are gone.
    lap: u32,
    /// The maximum number of words.
    room: usize,
}

const WORDS_PER_LIST: usize = 5;

/// There are twice as many slots as lists, so that few buckets are full before the ring is.
const fn buckets(lists: usize) -> usize {
    (2 * lists).div_ceil(BUCKET)
}

impl LeapTable {
    /// Forgets all lists and makes room for about `lists` of them.
    pub(super) fn reset(&mut self, lists: usize) {
        self.buckets.clear();
        self.buckets.resize(buckets(lists), EMPTY);
        self.words.clear();
        (self.next, self.lap, self.room) = (0, 0, lists * WORDS_PER_LIST);
    }

    /// Looks up the list of a key. Ignores a list that was overwritten, and a list that depends on an edited cell.
    #[inline(always)]
    pub(super) fn find(&mut self, clock: &BlockClock, key: JumpNode) -> Lookup {
        // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3).
        let hash = u64::from(key.0.wrapping_mul(0x9e37_79b9));
        let number = ((hash * self.buckets.len() as u64) >> 32) as usize;
        let bucket = &self.buckets[number];
        let Some(place) = bucket.keys.iter().position(|&known| known == key) else {
            return Lookup::Slot(number * BUCKET + self.oldest(bucket));
        };
        let slot = Lookup::Slot(number * BUCKET + place);
        let Some(list) = self.kept(bucket.lists[place]) else {
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
        let place = (list >> 1) as usize;
        if list & 1 == self.lap || place >= self.next { Some(place) } else { None }
    }

    /// The slot for a new list: a slot of the bucket without a list, or else the slot of the oldest list.
    #[inline(never)]
    fn oldest(&self, bucket: &Bucket) -> usize {
        // Lists of the previous lap are older than lists of this lap. In each lap, lists at lower places are older.
        let when = |&place: &usize| match self.kept(bucket.lists[place]) {
            Some(list) if bucket.keys[place] != NO_KEY => Some((bucket.lists[place] & 1 == self.lap, list)),
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
        let Bucket { keys, lists } = &self.buckets[bucket];
        if keys[place] == key
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
        let bucket = &mut self.buckets[bucket];
        bucket.keys[place] = key;
        bucket.lists[place] = (list as u32) << 1 | self.lap;
        list
    }

    /// Goes on at the beginning of the ring, and forgets the lists of the previous lap.
    fn begin_lap(&mut self) {
        self.next = 0;
        for bucket in &mut self.buckets {
            for (key, list) in bucket.keys.iter_mut().zip(bucket.lists) {
                if list & 1 != self.lap {
                    *key = NO_KEY;
                }
            }
        }
        self.lap ^= 1;
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
        let (bytes, capacity) = (lists.buckets.len() * size_of::<Bucket>(), lists.words.capacity());
        assert!(bytes <= 64 + 16 * LISTS as usize && capacity <= WORDS_PER_LIST * LISTS as usize);
        let mut is_kept =
            |number: u32| matches!(lists.find(&clock, JumpNode::new(number * 7, 1)), Lookup::List(_));
        let latest = (4 * LISTS..5 * LISTS).filter(|&number| is_kept(number)).count();
        assert!(latest > 900, "{latest} of the latest 1000");
        assert!(!(0..3 * LISTS).any(is_kept), "memory holds no more");
    }
}
