//! Known leaps: a cache of the successors of jump points, for the cost fields that a scratch was last used for.

use super::{
    leap::{Leap, LeapFinder},
    leap_table::{LeapList, LeapTable, ListHeader, Lookup},
    node::JumpNode,
    scan::{PaddedRect, SweepReach},
};
use crate::{
    astar::NodeId,
    cost::step_units,
    cost_field::{BlockSet, CostField},
    ground::{Rule, by_rule},
};

/// The leaps of one cost field, by the cell where they start and the arrival direction at this cell.
///
/// The successors of a node depend on the cost field alone. They are found once and reused until a cell in sight is edited. Memory is
/// bounded: when it is full, the oldest lists are dropped. The cache does not change which nodes a search expands. Call
/// [`KnownLeaps::begin`] before each search.
#[derive(Clone, Default, Debug)]
pub(super) struct KnownLeaps {
    /// The id of the field.
    field: u64,
    lists: LeapTable,
    finder: LeapFinder,
}

/// The successors of a node.
pub(super) enum Successors {
    /// The ends of leaps that pass no goal.
    Leaps(LeapList),
    /// The ends of jumps. A goal in reach of the sweeps is a successor, too.
    Jumps(LeapList, SweepReach),
}

/// The cache has room for one list for each group of this many cells: four bytes per cell.
pub(super) const CELLS_PER_LIST: usize = 14;

impl KnownLeaps {
    /// Returns whether these are the leaps of a field.
    fn is_of(&self, field: &CostField) -> bool {
        self.field == field.id()
    }

    /// The number of cells from which searches scanned for leaps so far, for all fields.
    const fn looks(&self) -> u64 {
        self.finder.looks
    }

    /// Forgets all leaps, and makes room for at most [`MAX_COLD_LISTS`] lists for a field.
    fn forget(&mut self, field: &CostField) {
        self.field = field.id();
        self.lists.reset((field.padded_len() / CELLS_PER_LIST + 16).min(MAX_COLD_LISTS));
    }

    /// Prepares for a search over a field, and drops the leaps of another field.
    fn begin(&mut self, field: &CostField) {
        if !self.is_of(field) {
            self.field = field.id();
            self.lists.reset(field.padded_len() / CELLS_PER_LIST + 16);
        }
    }

    /// The successors of a node whose cell is not mixed, for a search with goals in these blocks: the ends of leaps, or the ends of jumps
    /// if a leap may pass a goal.
    #[inline(always)]
    pub(super) fn successors<R: Rule>(
        &mut self,
        field: &CostField,
        key: JumpNode,
        goals: &BlockSet,
    ) -> Successors {
        match self.lists.find(field.clock(), key) {
            Lookup::List(list) if self.lists.sees(list, goals) => self.jumps::<R>(field, key),
            Lookup::List(list) => Successors::Leaps(self.lists.leaps(list)),
            Lookup::Slot(slot) => self.learn::<R>(field, key, slot, goals),
        }
    }

    /// The ends of jumps from a node whose leaps are known, but may pass a goal.
    #[inline(never)]
    fn jumps<R: Rule>(&mut self, field: &CostField, key: JumpNode) -> Successors {
        match self.lists.find(field.clock(), key.of_jumps()) {
            Lookup::List(list) => self.as_jumps(list),
            Lookup::Slot(slot) => {
                let (from, directions) = from(field, key);
                let looked = self.finder.look::<R>(field, from, directions);
                self.put_jumps(field, key, slot, looked)
            }
        }
    }

    /// Finds the leaps from a node, or only the jumps if a goal is in sight.
    #[inline(never)]
    fn learn<R: Rule>(
        &mut self,
        field: &CostField,
        key: JumpNode,
        slot: usize,
        goals: &BlockSet,
    ) -> Successors {
        let of_jumps = self.lists.find(field.clock(), key.of_jumps());
        if let Lookup::List(list) = of_jumps
            && self.lists.sees(list, goals)
        {
            return self.as_jumps(list);
        }
        let (from, directions) = from(field, key);
        let (reach, seen) = self.finder.look::<R>(field, from, directions);
        if let Lookup::Slot(slot) = of_jumps
            && goals.touches(field.clock().blocks(seen.min, seen.max))
        {
            return self.put_jumps(field, key, slot, (reach, seen));
        }
        let seen = self.finder.follow_jumps::<R>(field, seen);
        let via = self.finder.via.chunks(2).map(|pair| {
            let [first, last] = [pair[0], *pair.last().unwrap_or(&0)];
            u64::from(last) << 32 | u64::from(first)
        });
        let list = self.lists.put(slot, key, head(field, key, directions, seen), &self.finder.leaps, via);
        if self.lists.sees(list, goals) {
            return self.jumps::<R>(field, key);
        }
        Successors::Leaps(self.lists.leaps(list))
    }

    fn put_jumps(
        &mut self,
        field: &CostField,
        key: JumpNode,
        slot: usize,
        (reach, seen): (SweepReach, PaddedRect),
    ) -> Successors {
        self.finder.take_jumps(field);
        let (_, directions) = from(field, key);
        let reach = core::iter::once(u64::from(u32::from_le_bytes(reach.0)));
        let head = head(field, key, directions, seen);
        let list = self.lists.put(slot, key.of_jumps(), head, &self.finder.leaps, reach);
        self.as_jumps(list)
    }

    fn as_jumps(&self, list: usize) -> Successors {
        let leaps = self.lists.leaps(list);
        Successors::Jumps(leaps, self.lists.reach(leaps))
    }

    #[inline]
    pub(super) fn leap(&self, place: usize) -> Leap {
        self.lists.leap(place)
    }

    /// Calls `note` for each jump point that the leap of this cost between two nodes passes. Does nothing if there is no such leap.
    pub(super) fn pass(
        &mut self,
        field: &CostField,
        from: JumpNode,
        to: JumpNode,
        cost: u32,
        note: impl FnMut(NodeId),
    ) {
        let known = by_rule!(field.topology().moves(), successors_by(self, field, from));
        let Successors::Leaps(leaps) = known else {
            return;
        };
        let leads_there = |&place: &usize| {
            let leap = self.lists.leap(place);
            leap.to == to && step_units(leap.length.into(), leaps.weight) == u64::from(cost)
        };
        if let Some(place) = leaps.places().find(leads_there) {
            self.lists.via(leaps, place).for_each(note);
        }
    }
}

fn successors_by<R: Rule>(known: &mut KnownLeaps, field: &CostField, from: JumpNode) -> Successors {
    known.successors::<R>(field, from, &BlockSet::Empty)
}

/// The padded coordinates of a node, and its successor directions.
fn from(field: &CostField, key: JumpNode) -> ((usize, usize), u8) {
    let node = key.node() as usize;
    (field.coordinates(node), field.successors(node, key.arrival()))
}

/// The header of the list of a node.
fn head(field: &CostField, key: JumpNode, directions: u8, seen: PaddedRect) -> ListHeader {
    let seen = field.clock().blocks(seen.min, seen.max);
    ListHeader { directions, weight: field.weight(key.node() as usize), seen, time: field.clock().now() }
}

/// The most lists of a search that begins without known leaps: on a large map, to make more room would take long.
const MAX_COLD_LISTS: usize = 1 << 16;

/// The known leaps of several fields, the most recently used first.
#[derive(Clone, Default, Debug)]
pub(super) struct JumpMemory(Vec<KnownLeaps>);

/// The maximum number of cost fields whose leaps are remembered: as many as a map keeps prepared at a time.
const MAX_FIELDS: usize = 8;

impl JumpMemory {
    /// Makes the leaps of a field ready for a search. Without room, they replace the least recently used ones.
    pub(super) fn begin(&mut self, field: &CostField) {
        let known = self.0.iter().position(|lists| lists.is_of(field));
        let place = known.unwrap_or_else(|| {
            if self.0.len() < MAX_FIELDS {
                self.0.push(KnownLeaps::default());
            }
            self.0.len() - 1
        });
        self.0[..=place].rotate_right(1);
        self.0[0].begin(field);
    }

    /// Forgets all leaps. The next search is over this field, and begins without known leaps.
    pub(super) fn forget(&mut self, field: &CostField) {
        self.0.resize_with(1, KnownLeaps::default);
        self.0[0].forget(field);
    }

    /// The number of cells from which searches scanned for leaps so far, for all fields.
    pub(super) fn looks(&self) -> u64 {
        self.0.iter().map(KnownLeaps::looks).sum()
    }

    /// The leaps of this field, if the last call of [`JumpMemory::begin`] was for it.
    pub(super) fn of(&mut self, field: &CostField) -> Option<&mut KnownLeaps> {
        self.0.first_mut().filter(|lists| lists.is_of(field))
    }
}
