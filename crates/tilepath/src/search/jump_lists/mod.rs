//! What a search has learnt of a cost field: where searches go on to from its jump points.

mod key;
mod leap;
mod list;
mod scan;

use super::rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule};
use crate::{cost_field::CostField, neighbours::NodeId, topology::DiagonalRule};
pub(super) use key::Key;
use leap::{Leap, LeapFinder};
pub(super) use list::Leaps;
use list::{Found, Head, Lists};
use scan::Span;
pub(super) use scan::{Landing, REST, Reach, look, moved};

/// The leaps from cells away from mixed cells, by cell and direction of arrival.
///
/// Where searches go on to depends on the cost field alone, so that it is found once and used again until a cell in sight is edited.
/// Memory is bounded: where it is full all is forgotten before the next search. Whatever is known, a search goes the same way.
/// Must only be asked of a field after [`JumpLists::begin`].
#[derive(Clone, Default, Debug)]
pub(crate) struct JumpLists {
    /// The id of the field that this is known of.
    field: u64,
    /// There was no more room.
    full: bool,
    lists: Lists,
    finder: LeapFinder,
}

/// How a search may go on from a cell.
pub(super) enum Ways {
    /// By leaps that pass no goal.
    Leaps(Leaps),
    /// By jumps, or to the goal within the reach of the sweeps.
    Jumps(Leaps, Reach),
}

/// A block that is on no map: there are fewer rows.
const NOWHERE: [u8; 2] = [u8::MAX, u8::MAX];

/// One list is kept for so many cells.
const CELLS_PER_LIST: usize = 12;

impl JumpLists {
    /// Whether this was learnt of a field.
    pub(super) fn is_of(&self, field: &CostField) -> bool {
        self.field == field.id()
    }

    /// Makes ready for a search over a field.
    pub(super) fn begin(&mut self, field: &CostField) {
        if self.full || !self.is_of(field) {
            self.field = field.id();
            self.full = false;
            self.lists.reset(field.padded_len() / CELLS_PER_LIST + 16);
        }
    }

    /// The ways on from a cell away from mixed cells that was arrived at in a direction, for a search with its goal in a block: leaps,
    /// unless the goal may be among the cells that they pass.
    #[inline(always)]
    pub(super) fn ways<R: Rule>(&mut self, field: &CostField, key: Key, goal: [u8; 2]) -> Ways {
        match self.lists.find(field.clock(), key) {
            Found::List(list) if self.lists.sees(list, goal) => self.jumps::<R>(field, key),
            Found::List(list) => Ways::Leaps(self.lists.leaps(list)),
            Found::Slot(slot) => self.learn::<R>(field, key, slot, goal),
        }
    }

    /// The jumps from a cell for which there are leaps.
    #[inline(never)]
    fn jumps<R: Rule>(&mut self, field: &CostField, key: Key) -> Ways {
        match self.lists.find(field.clock(), key.of_jumps()) {
            Found::List(list) => self.as_jumps(list),
            Found::Slot(slot) => {
                let (from, left) = from(field, key);
                let looked = self.finder.look::<R>(field, from, left);
                self.put_jumps(field, key, slot, looked)
            }
        }
    }

    /// Learns the leaps from a cell, or just the jumps where the goal is in sight.
    #[inline(never)]
    fn learn<R: Rule>(&mut self, field: &CostField, key: Key, slot: usize, goal: [u8; 2]) -> Ways {
        let of_jumps = self.lists.find(field.clock(), key.of_jumps());
        if let Found::List(list) = of_jumps
            && self.lists.sees(list, goal)
        {
            return self.as_jumps(list);
        }
        let (from, left) = from(field, key);
        let (reach, seen) = self.finder.look::<R>(field, from, left);
        if let Found::Slot(slot) = of_jumps
            && field.clock().blocks(seen.min, seen.max).contains(goal)
        {
            return self.put_jumps(field, key, slot, (reach, seen));
        }
        let seen = self.finder.follow_jumps::<R>(field, seen);
        let via = self.finder.via.chunks(2).map(|pair| {
            let [first, last] = [pair[0], *pair.last().unwrap_or(&0)];
            u64::from(last) << 32 | u64::from(first)
        });
        let (list, kept) = self.lists.put(slot, key, head(field, key, left, seen), &self.finder.leaps, via);
        self.full |= !kept;
        if self.lists.sees(list, goal) {
            return self.jumps::<R>(field, key);
        }
        Ways::Leaps(self.lists.leaps(list))
    }

    fn put_jumps(&mut self, field: &CostField, key: Key, slot: usize, (reach, seen): (Reach, Span)) -> Ways {
        self.finder.take_jumps(field);
        let (_, left) = from(field, key);
        let reach = core::iter::once(u64::from(u32::from_le_bytes(reach.0)));
        let head = head(field, key, left, seen);
        let (list, kept) = self.lists.put(slot, key.of_jumps(), head, &self.finder.leaps, reach);
        self.full |= !kept;
        self.as_jumps(list)
    }

    fn as_jumps(&self, list: usize) -> Ways {
        let leaps = self.lists.leaps(list);
        Ways::Jumps(leaps, self.lists.reach(leaps))
    }

    #[inline]
    pub(super) fn leap(&self, place: usize) -> Leap {
        self.lists.leap(place)
    }

    /// Tells the cells that the leap of this cost from a cell to a node passes, if there is one.
    pub(super) fn pass(
        &mut self,
        field: &CostField,
        from: Key,
        to: Key,
        cost: u32,
        tell: impl FnMut(NodeId),
    ) {
        let ways = match field.topology().diagonals() {
            DiagonalRule::Never => self.ways::<Never>(field, from, NOWHERE),
            DiagonalRule::OnlyWhenNoObstacles => self.ways::<OnlyWhenNoObstacles>(field, from, NOWHERE),
            DiagonalRule::IfAtMostOneObstacle => self.ways::<IfAtMostOneObstacle>(field, from, NOWHERE),
            DiagonalRule::Always => self.ways::<Always>(field, from, NOWHERE),
        };
        let Ways::Leaps(leaps) = ways else {
            return;
        };
        let leads_there = |&place: &usize| {
            let leap = self.lists.leap(place);
            leap.to == to && u64::from(leap.length) * u64::from(leaps.weight) == u64::from(cost)
        };
        if let Some(place) = leaps.places().find(leads_there) {
            self.lists.via(leaps, place).for_each(tell);
        }
    }
}

/// The padded coordinates of the cell of a key, and the directions worth looking in.
fn from(field: &CostField, key: Key) -> ((usize, usize), u8) {
    let node = key.node() as usize;
    (field.coordinates(node), field.successors(node, key.arrival()))
}

/// What is told of a list beside its leaps.
fn head(field: &CostField, key: Key, left: u8, seen: Span) -> Head {
    let seen = field.clock().blocks(seen.min, seen.max);
    Head { left, weight: field.weight(key.node() as usize), seen, time: field.clock().now() }
}
