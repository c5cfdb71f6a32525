//! The steps from a cell onwards, as the map prices them, prepared or not.

use crate::{
    cost::step_units,
    cost_field::{CostField, NeighbourWeights},
    ground::{
        PricedGrid, Rule,
        directions::{DX, DY, bit},
    },
};
use core::marker::PhantomData;

/// The direction in which a start is arrived at: none.
pub(super) const NO_ARRIVAL: u8 = 8;

/// The steps between the cells of a map.
pub(super) trait Steps {
    /// The place of the cell at some coordinates in the memory of the map.
    fn place(&self, at: (usize, usize)) -> usize;

    /// The directions of the legal steps from a place that was arrived at in a direction, as a set of bits. Steps that are not part of a
    /// cheapest path, or for which another path of the same cost is found, may be left out.
    fn directions(&self, place: usize, arrival: u8) -> u8;

    /// The cost of a legal step from a place.
    fn step(&self, place: usize, direction: usize) -> u64;
}

/// The steps of a map that is prepared.
pub(super) struct FieldSteps<'a, R> {
    weights: &'a CostField,
    lengths: [u64; 8],
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
            lengths: core::array::from_fn(|direction| {
                if direction < 4 { lengths.straight().into() } else { lengths.diagonal().into() }
            }),
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            prunes: !weights.topology().diagonals_are_detours(),
            rule: PhantomData,
        }
    }
}

impl<R: Rule> Steps for FieldSteps<'_, R> {
    #[inline]
    fn place(&self, (x, y): (usize, usize)) -> usize {
        self.weights.index(x + 1, y + 1)
    }

    #[inline]
    fn directions(&self, place: usize, arrival: u8) -> u8 {
        if self.prunes && arrival != NO_ARRIVAL {
            self.weights.successors(place, usize::from(arrival) % 8)
        } else {
            NeighbourWeights::<R>::new(self.weights.nine(place)).legal()
        }
    }

    #[inline]
    fn step(&self, place: usize, direction: usize) -> u64 {
        let next = place.wrapping_add_signed(self.offsets[direction]);
        step_units(self.lengths[direction], self.weights.weight(next))
    }
}

/// The steps of a map that is not prepared.
impl Steps for PricedGrid<'_> {
    fn place(&self, (x, y): (usize, usize)) -> usize {
        y * self.grid().size().x as usize + x
    }

    fn directions(&self, place: usize, _: u8) -> u8 {
        let size = self.grid().size();
        let parts = |place: usize| (place % size.x as usize, place / size.x as usize);
        let (x, y) = parts(place);
        let mut found = 0;
        self.topology().for_each_step(
            size,
            place,
            |cell| self.is_free(cell),
            |next, _| {
                // By coordinates: on narrow maps two directions change the place alike.
                let (next_x, next_y) = parts(next);
                let by = (next_x.wrapping_sub(x) as isize, next_y.wrapping_sub(y) as isize);
                found |= (0..8).find(|&direction| (DX[direction], DY[direction]) == by).map_or(0, bit);
            },
        );
        found
    }

    fn step(&self, place: usize, direction: usize) -> u64 {
        let lengths = self.topology().lengths();
        let length = if direction < 4 { lengths.straight() } else { lengths.diagonal() };
        let offset = DX[direction] + DY[direction] * self.grid().size().x as isize;
        step_units(length.into(), self.weight(place.wrapping_add_signed(offset)))
    }
}
