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

/// What a list holds beside its leaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListHeader {
    pub(super) directions: u8,
    pub(super) weight: u32,
    /// The blocks of the cells that were seen when the list was made. The leaps depend on these alone, and may pass a goal among them.
    pub(super) seen: BlockRect,
    /// When the list was made, by the [`BlockClock`].
    pub(super) time: u32,
}

/// Where a list is, or the slot that it is to be put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookup {
    List(usize),
    Slot(usize),
}

/// Words of a header: the blocks that were seen and when; the number of leaps, their directions and the weight.
const HEADER: usize = 2;

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: JumpNode,
    list: u32,
}

const EMPTY: Slot = Slot { key: JumpNode(u32::MAX), list: 0 };

/// The lists that are kept, and behind them the latest one if there was no room for it.
#[derive(Clone, Default, Debug)]
pub(super) struct LeapTable {
    /// Open addressing, at most two thirds full.
    slots: Vec<Slot>,
    words: Vec<u64>,
    /// The number of lists and of words that are kept.
    count: usize,
    kept: usize,
    /// The most lists that may be kept.
    room: usize,
}

const WORDS_PER_LIST: usize = 5;

impl LeapTable {
    /// Forgets all lists and makes room for `room` of them.
    pub(super) fn reset(&mut self, room: usize) {
        self.slots.clear();
        self.slots.resize(room + room / 2 + 1, EMPTY);
        self.words.clear();
        (self.count, self.kept, self.room) = (0, 0, room);
    }

    /// Looks up the list of a key, as long as no cell that it depends on was edited.
    #[inline(always)]
    pub(super) fn find(&mut self, clock: &BlockClock, key: JumpNode) -> Lookup {
        // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3).
        let hash = u64::from(key.0.wrapping_mul(0x9e37_79b9));
        let mut slot = ((hash * self.slots.len() as u64) >> 32) as usize;
        loop {
            let Slot { key: known, list } = self.slots[slot];
            if known == key {
                let at = list as usize;
                let blocks_time = self.words[at];
                let time = blocks_time as u32;
                if time != clock.now() {
                    if !clock.is_unchanged(rect((blocks_time >> 32) as u32), time) {
                        return Lookup::Slot(slot);
                    }
                    self.words[at] = blocks_time ^ u64::from(time ^ clock.now());
                }
                return Lookup::List(at);
            }
            if known == EMPTY.key {
                return Lookup::Slot(slot);
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
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

    /// Keeps a list if there is room, else holds it until the next call. Returns where it is, and whether it is kept.
    pub(super) fn put(
        &mut self,
        slot: usize,
        key: JumpNode,
        head: ListHeader,
        leaps: &[Leap],
        rest: impl ExactSizeIterator<Item = u64>,
    ) -> (usize, bool) {
        let list = self.kept;
        self.words.truncate(list);
        // A vector would double its memory: not beyond what may be kept.
        let (limit, end) = (self.room * WORDS_PER_LIST, list + HEADER + leaps.len() + rest.len());
        if end > self.words.capacity() {
            self.words.reserve_exact(end.max(limit.min(2 * end)) - list);
        }
        self.words.push(u64::from(u32::from_le_bytes(head.seen.0)) << 32 | u64::from(head.time));
        // There are at most two leaps to a side from each cell of three sweeps, and two straight ahead.
        self.words
            .push(u64::from(head.directions) << 40 | (leaps.len() as u64) << 32 | u64::from(head.weight));
        self.words.extend(leaps.iter().map(|leap| leap.packed()));
        self.words.extend(rest);
        let is_new = self.slots[slot].key == EMPTY.key;
        if !is_new {
            // The list of before the edit may have left room enough.
            let old = self.slots[slot].list as usize;
            if self.words.len() - list <= self.len(old, key) {
                self.words.copy_within(list.., old);
                return (old, true);
            }
        }
        let keep = self.words.len() <= limit && (!is_new || self.count < self.room);
        if keep {
            self.count += usize::from(is_new);
            self.kept = self.words.len();
            self.slots[slot] = Slot { key, list: list as u32 };
        }
        (list, keep)
    }
}

#[inline]
const fn rect(bits: u32) -> BlockRect {
    BlockRect(bits.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn lists_are_found_as_they_were_put_until_what_they_saw_is_edited() {
        let mut random = fastrand::Rng::with_seed(14);
        let (mut refused, mut overwritten, mut stale) = (0, 0, 0);
        for room in [1, 3, 40] {
            let (mut lists, mut clock) = (LeapTable::default(), BlockClock::new(60, 60));
            lists.reset(room);
            let mut known: HashMap<u32, (Vec<Leap>, Vec<u32>, usize)> = HashMap::new();
            for _ in 0..4000 {
                let key = JumpNode::new(random.u32(..room as u32 + 3), random.usize(..2));
                let edited = random.usize(..60);
                if random.u8(..6) == 0 {
                    clock.tick();
                    clock.touch([edited, 0], [edited, 59]);
                    known.retain(|_, &mut (.., seen)| clock.block(seen, 0) != clock.block(edited, 0));
                }
                match (lists.find(&clock, key), known.get(&key.0)) {
                    (Lookup::List(list), Some((expected, via, _))) => {
                        let leaps = lists.leaps(list);
                        assert!(leaps.places().map(|place| lists.leap(place)).eq(expected.iter().copied()));
                        let passed =
                            leaps.places().flat_map(|place| lists.via(leaps, place).collect::<Vec<_>>());
                        assert!(passed.eq(via.iter().copied()));
                        assert_eq!(leaps.weight, key.0);
                    }
                    (Lookup::Slot(slot), None) => {
                        let leap = |_| Leap {
                            to: JumpNode(random.u32(..1 << 29)),
                            via: random.usize(..4),
                            length: random.u32(..1 << 28),
                        };
                        let leaps: Vec<Leap> = (0..5).map(leap).take(edited % 5).collect();
                        let via: Vec<u32> =
                            (0..leaps.iter().map(|leap| leap.via).sum::<usize>() as u32).collect();
                        let seen = clock.blocks([edited, 0], [edited, 9]);
                        let head = ListHeader { directions: 1, weight: key.0, seen, time: clock.now() };
                        let pairs: Vec<u64> = via
                            .chunks(2)
                            .map(|pair| u64::from(pair[0]) | u64::from(*pair.last().unwrap()) << 32)
                            .collect();
                        let was = lists.slots[slot].key == key;
                        let before = lists.kept;
                        let (list, kept) = lists.put(slot, key, head, &leaps, pairs.into_iter());
                        assert_eq!(usize::from(lists.leaps(list).count), leaps.len());
                        assert!(lists.kept <= room * WORDS_PER_LIST && lists.count <= room);
                        refused += usize::from(!kept);
                        overwritten += usize::from(kept && was && lists.kept == before);
                        stale += usize::from(was);
                        if kept {
                            known.insert(key.0, (leaps, via, edited));
                        }
                    }
                    (found, expected) => panic!("{found:?}, but expected {expected:?}"),
                }
                if random.u8(..100) == 0 {
                    lists.reset(room);
                    known.clear();
                }
            }
        }
        assert!(
            refused > 1000 && overwritten > 100 && stale > overwritten,
            "{refused} {overwritten} {stale}"
        );
    }
}
