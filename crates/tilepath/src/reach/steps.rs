//! The steps from a cell onwards, as the map prices them, prepared or not.

use crate::{
    cost::step_units,
    cost_field::{CostField, NeighbourWeights},
    ground::{
        PricedGrid, Rule,
        directions::{DX, DY},
    },
};
use core::marker::PhantomData;

/// The direction in which a start is arrived at: none.
pub(super) const NO_ARRIVAL: u8 = 8;

/// The steps between the cells of a map.
pub(super) trait Steps {
    /// Calls `visit(direction, cost)` for each legal step from the cell at some coordinates that was arrived at in a direction. Steps that
    /// are not part of a cheapest path, or for which another path of the same cost is found, may be left out.
    fn for_each(&self, at: (usize, usize), arrival: u8, visit: impl FnMut(usize, u64));
}

/// The steps of a map that is prepared.
pub(super) struct FieldSteps<'a, R> {
    weights: &'a CostField,
    lengths: [u64; 2],
    offsets: [isize; 8],
    /// Whether steps are left out. If a diagonal is as long as two straight steps, that would lose paths that tie.
    prunes: bool,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> FieldSteps<'a, R> {
    pub(super) fn new(weights: &'a CostField) -> Self {
        let (lengths, stride) = (weights.topology().lengths(), weights.offset(1));
        Self {
            weights,
            lengths: [lengths.straight().into(), lengths.diagonal().into()],
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            prunes: !weights.topology().diagonals_are_detours(),
            rule: PhantomData,
        }
    }
}

impl<R: Rule> Steps for FieldSteps<'_, R> {
    #[inline]
    fn for_each(&self, (x, y): (usize, usize), arrival: u8, mut visit: impl FnMut(usize, u64)) {
        let cell = self.weights.index(x + 1, y + 1);
        let mut directions = if self.prunes && arrival != NO_ARRIVAL {
            self.weights.successors(cell, usize::from(arrival) % 8)
        } else {
            NeighbourWeights::<R>::new(self.weights.nine(cell)).legal()
        };
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize % 8;
            directions &= directions - 1;
            let next = cell.wrapping_add_signed(self.offsets[direction]);
            visit(direction, step_units(self.lengths[direction / 4], self.weights.weight(next)));
        }
    }
}

/// The steps of a map that is not prepared.
impl Steps for PricedGrid<'_> {
    fn for_each(&self, (x, y): (usize, usize), _: u8, mut visit: impl FnMut(usize, u64)) {
        let size = self.grid().size();
        let width = size.x as usize;
        let cell = y * width + x;
        let free = |cell: usize| self.is_free(cell);
        self.topology().for_each_step(size, cell, free, |next, length| {
            let (dx, dy) = ((next % width).wrapping_sub(x) as isize, (next / width).wrapping_sub(y) as isize);
            let direction = (0..8).find(|&direction| (DX[direction], DY[direction]) == (dx, dy));
            visit(direction.unwrap_or_default(), step_units(length.into(), self.weight(next)));
        });
    }
}
