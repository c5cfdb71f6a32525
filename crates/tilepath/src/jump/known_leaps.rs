//! What a search has learnt of a cost field: where searches go on to from its jump points.

use super::{
    leap::{Leap, LeapFinder},
    leap_table::{LeapList, LeapTable, ListHeader, Lookup},
    node::JumpNode,
    scan::{PaddedRect, SweepReach},
};
use crate::{
    astar::NodeId,
    cost::step_units,
    cost_field::CostField,
    ground::{DiagonalRule, Rule, by_rule},
};

/// The leaps from cells away from mixed cells, by cell and direction of arrival.
///
/// Where searches go on to depends on the cost field alone, so that it is found once and used again until a cell in sight is edited.
/// Memory is bounded: where it is full all is forgotten before the next search. Whatever is known, a search goes the same way.
/// Must only be asked of a field after [`KnownLeaps::begin`].
#[derive(Clone, Default, Debug)]
pub(super) struct KnownLeaps {
    /// The id of the field that this is known of.
    field: u64,
    /// There was no more room.
    full: bool,
    lists: LeapTable,
    finder: LeapFinder,
}

/// How a search may go on from a cell.
pub(super) enum Successors {
    /// By leaps that pass no goal.
    Leaps(LeapList),
    /// By jumps, or to the goal within the reach of the sweeps.
    Jumps(LeapList, SweepReach),
}

/// A block that is on no map: there are fewer rows.
const NOWHERE: [u8; 2] = [u8::MAX, u8::MAX];

/// One list is kept for so many cells.
const CELLS_PER_LIST: usize = 12;

/// Where there is a stop for fewer cells than this, there are too many jump points for the leaps to be kept.
const CELLS_PER_STOP: usize = 3;

/// Returns whether it pays to remember the leaps of a field: where jump points are few, so that nearly all leaps can be kept, and in
/// corridors, where runs must stop more than once for each free cell, but mostly have one way on. Where corners are cut there are
/// more ways on. Elsewhere more is learnt than used again.
#[inline]
pub(super) fn leaps_pay(field: &CostField) -> bool {
    let few = field.stop_count() * CELLS_PER_STOP <= field.padded_len();
    let rule = field.topology().diagonals();
    let keeps_corners = matches!(rule, DiagonalRule::Never | DiagonalRule::OnlyWhenNoObstacles);
    few || (keeps_corners && field.stop_count() > field.free_count())
}

impl KnownLeaps {
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
    pub(super) fn successors<R: Rule>(
        &mut self,
        field: &CostField,
        key: JumpNode,
        goal: [u8; 2],
    ) -> Successors {
        match self.lists.find(field.clock(), key) {
            Lookup::List(list) if self.lists.sees(list, goal) => self.jumps::<R>(field, key),
            Lookup::List(list) => Successors::Leaps(self.lists.leaps(list)),
            Lookup::Slot(slot) => self.learn::<R>(field, key, slot, goal),
        }
    }

    /// The jumps from a cell for which there are leaps.
    #[inline(never)]
    fn jumps<R: Rule>(&mut self, field: &CostField, key: JumpNode) -> Successors {
        match self.lists.find(field.clock(), key.of_jumps()) {
            Lookup::List(list) => self.as_jumps(list),
            Lookup::Slot(slot) => {
                let (from, left) = from(field, key);
                let looked = self.finder.look::<R>(field, from, left);
                self.put_jumps(field, key, slot, looked)
            }
        }
    }

    /// Learns the leaps from a cell, or just the jumps where the goal is in sight.
    #[inline(never)]
    fn learn<R: Rule>(&mut self, field: &CostField, key: JumpNode, slot: usize, goal: [u8; 2]) -> Successors {
        let of_jumps = self.lists.find(field.clock(), key.of_jumps());
        if let Lookup::List(list) = of_jumps
            && self.lists.sees(list, goal)
        {
            return self.as_jumps(list);
        }
        let (from, left) = from(field, key);
        let (reach, seen) = self.finder.look::<R>(field, from, left);
        if let Lookup::Slot(slot) = of_jumps
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
        let (_, left) = from(field, key);
        let reach = core::iter::once(u64::from(u32::from_le_bytes(reach.0)));
        let head = head(field, key, left, seen);
        let (list, kept) = self.lists.put(slot, key.of_jumps(), head, &self.finder.leaps, reach);
        self.full |= !kept;
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

    /// Tells the cells that the leap of this cost from a cell to a node passes, if there is one.
    pub(super) fn pass(
        &mut self,
        field: &CostField,
        from: JumpNode,
        to: JumpNode,
        cost: u32,
        note: impl FnMut(NodeId),
    ) {
        let known = by_rule!(field.topology().diagonals(), successors_by(self, field, from));
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
    known.successors::<R>(field, from, NOWHERE)
}

/// The padded coordinates of the cell of a key, and the directions worth looking in.
fn from(field: &CostField, key: JumpNode) -> ((usize, usize), u8) {
    let node = key.node() as usize;
    (field.coordinates(node), field.successors(node, key.arrival()))
}

/// What is told of a list beside its leaps.
fn head(field: &CostField, key: JumpNode, left: u8, seen: PaddedRect) -> ListHeader {
    let seen = field.clock().blocks(seen.min, seen.max);
    ListHeader { left, weight: field.weight(key.node() as usize), seen, time: field.clock().now() }
}
