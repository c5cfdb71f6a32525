//! Leaps: chains of jumps, each of which has a single continuation.
//!
//! A jump leads from a cell to the next jump point. If only one jump leads on from there, both are one leap.

use super::{
    node::JumpNode,
    scan::{Landing, PaddedRect, SweepReach, look},
};
use crate::{
    astar::NodeId,
    cost_field::CostField,
    ground::{
        Rule,
        directions::{DIAGONALS, bit},
    },
};

/// A leap: the node at its end, the number of jump points that it passes, and its length in units of step length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leap {
    pub(super) to: JumpNode,
    pub(super) via: usize,
    pub(super) length: u32,
}

/// The maximum number of jump points that a leap passes.
const MAX_VIA: usize = 15;
/// The greatest length of a leap. No jump is longer.
const MAX_LENGTH: u32 = (1 << 28) - 1;

impl Leap {
    pub(super) const fn packed(self) -> u64 {
        (self.length as u64) << 36 | (self.via as u64) << 32 | self.to.0 as u64
    }

    #[inline]
    pub(super) const fn unpacked(word: u64) -> Self {
        Self { to: JumpNode(word as u32), via: (word >> 32) as usize & MAX_VIA, length: (word >> 36) as u32 }
    }
}

/// Finds the leaps from one cell, in reused memory.
#[derive(Clone, Default, Debug)]
pub(super) struct LeapFinder {
    pub(super) leaps: Vec<Leap>,
    /// The jump points that the leaps pass, as padded indices: first the points of the first leap, then of the second, and so on.
    pub(super) via: Vec<NodeId>,
    /// The ends of the jumps from the cell, and then of the jumps that continue one of them.
    landings: Vec<Landing>,
    next: Vec<Landing>,
    /// The number of cells that were scanned in all directions, for all leaps so far.
    pub(super) looks: u64,
}

impl LeapFinder {
    /// Finds where the jumps from padded coordinates end. Returns the reach of the sweeps and the cells that were seen.
    pub(super) fn look<R: Rule>(
        &mut self,
        field: &CostField,
        from: (usize, usize),
        directions: u8,
    ) -> (SweepReach, PaddedRect) {
        self.landings.clear();
        self.looks += 1;
        let all = |landing| {
            self.landings.push(landing);
            true
        };
        look::<R>(field, from, directions, all)
    }

    /// Makes a leap of each jump that was found.
    pub(super) fn take_jumps(&mut self, field: &CostField) {
        self.leaps.clear();
        self.via.clear();
        self.leaps.extend(self.landings.iter().map(|&Landing { x, y, arrival, length }| Leap {
            to: JumpNode::at(field, x, y, arrival),
            via: 0,
            length,
        }));
    }

    /// Extends each jump that was found to a leap, and drops jumps into dead ends. Returns all cells that were seen, now and before: the
    /// leaps may pass a goal on one of them.
    pub(super) fn follow_jumps<R: Rule>(&mut self, field: &CostField, mut seen: PaddedRect) -> PaddedRect {
        self.leaps.clear();
        self.via.clear();
        let landings = core::mem::take(&mut self.landings);
        for &landing in &landings {
            self.follow::<R>(field, landing, &mut seen);
        }
        self.landings = landings;
        seen
    }

    fn follow<R: Rule>(&mut self, field: &CostField, first: Landing, seen: &mut PaddedRect) {
        let passed = self.via.len();
        let mut at = first;
        loop {
            let node = field.index(at.x, at.y);
            let via = self.via.len() - passed;
            let to = JumpNode::at(field, at.x, at.y, at.arrival);
            let leap = Leap { to, via, length: at.length };
            let directions = field.successors(node, at.arrival);
            // A sweep that ended at its maximum length may continue far into the open.
            let turns = R::CUTS_CORNERS && directions & DIAGONALS & !bit(at.arrival) != 0;
            if via == MAX_VIA || to.is_mixed() || (R::sweeps(at.arrival) && !turns) {
                self.leaps.push(leap);
                return;
            }
            let next = &mut self.next;
            next.clear();
            // Two continuations end the leap, so the scan stops at the second.
            let two = |landing| {
                next.push(landing);
                next.len() < 2
            };
            self.looks += 1;
            let (_, span) = look::<R>(field, (at.x, at.y), directions, two);
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
