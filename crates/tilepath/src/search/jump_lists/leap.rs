//! Leaps: jumps, one after the other, as long as there is but one way on.

use super::{
    key::Key,
    scan::{Landing, Reach, Span, look_wide},
};
use crate::{block_clock::BlockRect, cost_field::CostField, neighbours::NodeId, search::rule::Rule};

/// A leap: where it ends, how many cells it passes at which jumps end, and how long it is where a tile weighs 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct Leap {
    pub(in crate::search) to: Key,
    pub(in crate::search) via: usize,
    pub(in crate::search) length: u32,
}

/// The most cells that a leap passes.
const MAX_VIA: usize = 15;
/// The greatest length of a leap: no jump is longer.
const MAX_LENGTH: u32 = (1 << 28) - 1;

impl Leap {
    pub(super) const fn packed(self) -> u64 {
        (self.length as u64) << 36 | (self.via as u64) << 32 | self.to.0 as u64
    }

    #[inline]
    pub(super) const fn unpacked(word: u64) -> Self {
        Self { to: Key(word as u32), via: (word >> 32) as usize & MAX_VIA, length: (word >> 36) as u32 }
    }
}

/// The leaps from a cell.
#[derive(Clone, Default, Debug)]
pub(super) struct LeapFinder {
    pub(super) leaps: Vec<Leap>,
    /// The cells that they pass, as padded indices, those of each leap after those of the leap before.
    pub(super) via: Vec<NodeId>,
    /// Memory for the jumps from one cell and from the next.
    landings: Vec<Landing>,
    next: Vec<Landing>,
}

impl LeapFinder {
    /// Finds the jumps from padded coordinates in a set of directions. Gives the reach of the sweeps and the blocks that were seen.
    pub(super) fn find_jumps<R: Rule>(
        &mut self,
        field: &CostField,
        from: (usize, usize),
        left: u8,
    ) -> (Reach, BlockRect) {
        self.leaps.clear();
        let (reach, seen) = look_wide::<R>(field, from, left, |Landing { x, y, arrival, length }| {
            self.leaps.push(Leap { to: Key::at(field, x, y, arrival), via: 0, length });
        });
        (reach, field.clock().blocks(seen.min, seen.max))
    }

    /// Finds the leaps from padded coordinates in a set of directions. Gives the blocks that were seen.
    ///
    /// Where but one jump leads on from where a jump ends, it is followed at once; where none does, the leap leads nowhere and is left
    /// out. A goal in one of the blocks may be passed by unseen.
    pub(super) fn find_leaps<R: Rule>(
        &mut self,
        field: &CostField,
        from: (usize, usize),
        left: u8,
    ) -> BlockRect {
        self.leaps.clear();
        self.via.clear();
        let mut landings = core::mem::take(&mut self.landings);
        landings.clear();
        let (_, mut seen) = look_wide::<R>(field, from, left, |landing| landings.push(landing));
        for &landing in &landings {
            self.follow::<R>(field, landing, &mut seen);
        }
        self.landings = landings;
        field.clock().blocks(seen.min, seen.max)
    }

    fn follow<R: Rule>(&mut self, field: &CostField, first: Landing, seen: &mut Span) {
        let passed = self.via.len();
        let mut at = first;
        loop {
            let node = field.index(at.x, at.y);
            let via = self.via.len() - passed;
            let to = Key::at(field, at.x, at.y, at.arrival);
            let leap = Leap { to, via, length: at.length };
            if via == MAX_VIA || to.is_mixed() {
                self.leaps.push(leap);
                return;
            }
            let next = &mut self.next;
            next.clear();
            let left = field.successors(node, at.arrival);
            let (_, span) = look_wide::<R>(field, (at.x, at.y), left, |landing| next.push(landing));
            *seen = seen.union(span);
            let length = next.first().map_or(0, |next| at.length + next.length);
            if next.len() > 1 || length > MAX_LENGTH {
                self.leaps.push(leap);
                return;
            }
            let Some(&only) = next.first() else {
                self.via.truncate(passed);
                return;
            };
            self.via.push(node as NodeId);
            at = Landing { length, ..only };
        }
    }
}
