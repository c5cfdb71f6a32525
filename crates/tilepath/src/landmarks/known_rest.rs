//! The rest of a path that is known before the search comes there.

use super::bound::{LandmarkBound, LaneBound};
use crate::{
    cost_field::CostField,
    ground::{
        Rule, by_rule,
        directions::{DX, DY, bit},
    },
};

/// Cells from which a shortest path to the nearest of some goals is known: those of a shortest path from a landmark to the goal that is nearest to
/// this landmark, as far back as the start.
///
/// From these cells on, the bound by this landmark is the exact cost, and so it is from every cell from which a shortest path leads over
/// one of them. Therefore a search would expand all such cells in its last bucket, wherever they lie. Instead, one of these cells counts as a
/// goal, at the cost of the path over it.
///
/// The bound also shows that no other of these goals is nearer. There may be more goals, with a bound of their own: then the known path may not be
/// the shortest.
///
/// Every step was found in the field of the search as it is now, at the cost by which the distances of its two cells differ. So an edit can make
/// these cells fewer, but never wrong.
///
/// *Source:* Path-Adaptive A* (Hernández, Sun, Koenig, Meseguer, "Tree Adaptive A*", AAMAS 2011) ends a search where it meets a path of an earlier
/// search in this way.
#[derive(Clone, Default, Debug)]
pub(crate) struct KnownRest {
    /// The padded indices of the cells, from the goal back, and the cost from each to the goal.
    cells: Vec<(u32, u32)>,
    /// The same cells as bits.
    bits: Vec<u64>,
}

impl KnownRest {
    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        for (cell, _) in self.cells.drain(..) {
            self.bits[cell as usize / 64] = 0;
        }
    }

    /// Finds the cells for a search from a start to the nearest of some goals, all at padded indices. The bound is the one for these goals. The
    /// start and the goals are free.
    pub(crate) fn find(
        &mut self,
        bound: &LandmarkBound,
        start: usize,
        goals: impl IntoIterator<Item = usize>,
    ) {
        self.clear();
        let Some(lane) = bound.best_behind(start) else { return };
        let Some(goal) = goals.into_iter().min_by_key(|&goal| lane.distance(goal)) else { return };
        self.bits.resize(bound.field.padded_len().div_ceil(64), 0);
        by_rule!(bound.field.topology().moves(), trace(self, bound.field, lane, [start, goal]));
    }

    /// Whether the cell at a padded index is one of these.
    #[inline(always)]
    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.bits.get(cell / 64).is_some_and(|bits| bits >> (cell % 64) & 1 == 1)
    }

    /// The cells after the one at this padded index, from the goal back, each with the cost from there to the goal. The last one is the cell
    /// itself.
    pub(crate) fn after(&self, cell: usize) -> &[(u32, u32)] {
        let place = self.cells.iter().position(|&(known, _)| known as usize == cell);
        &self.cells[..place.map_or(0, |place| place + 1)]
    }

    /// The padded index of the goal. `None` if no cells are known.
    pub(crate) fn goal(&self) -> Option<u32> {
        self.cells.first().map(|&(goal, _)| goal)
    }

    /// Whether the cell at a padded index is one of these, and the path from it costs so much.
    pub(crate) fn is_rest(&self, cell: usize, cost: u32) -> bool {
        // From the goal back, costs rise.
        let place = self.cells.binary_search_by_key(&cost, |&(_, rest)| rest);
        place.is_ok_and(|place| self.cells[place].0 as usize == cell)
    }

    fn add(&mut self, cell: usize, rest: u32) {
        self.cells.push((cell as u32, rest));
        self.bits[cell / 64] |= 1 << (cell % 64);
    }
}

/// Follows shortest steps from the goal back to the landmark, until a cell is as near to the landmark as the start.
fn trace<R: Rule>(known: &mut KnownRest, field: &CostField, lane: LaneBound, [start, goal]: [usize; 2]) {
    let (mut cell, mut rest, mut direction) = (goal, 0, 0);
    let near = lane.distance(start);
    loop {
        known.add(cell, rest);
        if lane.distance(cell) <= near {
            return;
        }
        let before = step_before::<R>(field, lane, cell, direction);
        let next =
            before.and_then(|(before, units, direction)| Some((before, rest.checked_add(units)?, direction)));
        let Some(next) = next else { return };
        (cell, rest, direction) = next;
    }
}

/// A cell from which a step leads to a cell on a shortest path from the landmark, with its cost and its direction: that of the next step if
/// possible.
#[inline]
fn step_before<R: Rule>(
    field: &CostField,
    lane: LaneBound,
    cell: usize,
    direction: usize,
) -> Option<(usize, u32, usize)> {
    let (stride, weight, after) = (field.offset(1), u64::from(field.weight(cell)), lane.distance(cell));
    let step = |direction: usize| {
        let back = cell.wrapping_add_signed(-(DX[direction] + DY[direction] * stride));
        let units = u32::try_from(u64::from(field.topology().length(direction)) * weight).ok()?;
        let is_shortest = lane.falls_by(units, [lane.distance(back), after]);
        let leads_here = || field.weight(back) > 0 && field.legal::<R>(back) & bit(direction) != 0;
        (is_shortest && leads_here()).then_some((back, units, direction))
    };
    (0..8).map(|nth| nth ^ direction).find_map(step)
}
