//! The steps from a cell onwards, as the map prices them, prepared or not.

use super::window::ReachWindow;
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
pub(super) trait ReachSteps {
    /// The place of a cell by its number in the window.
    fn place(&self, number: usize) -> usize;

    /// The directions of the legal steps from a place that was arrived at in a direction, as a set of bits. Steps that are not part of a
    /// cheapest path, or for which another path of the same cost is found, may be left out.
    fn directions(&self, place: usize, arrival: u8) -> u8;

    /// The cost of a legal step from a place.
    fn step(&self, place: usize, direction: usize) -> u64;
}

/// The steps of a map that is prepared. Places are padded indices.
pub(super) struct FieldSteps<'a, R> {
    weights: &'a CostField,
    window: ReachWindow,
    lengths: [u64; 8],
    offsets: [isize; 8],
    /// Whether steps are left out. If a diagonal is as long as two straight steps, that would lose paths that tie.
    prunes: bool,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> FieldSteps<'a, R> {
    pub(super) fn new(weights: &'a CostField, window: ReachWindow) -> Self {
        let (topology, stride) = (weights.topology(), weights.offset(1));
        Self {
            weights,
            window,
            lengths: core::array::from_fn(|direction| topology.length(direction).into()),
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            prunes: !topology.diagonals_are_detours(),
            rule: PhantomData,
        }
    }
}

impl<R: Rule> ReachSteps for FieldSteps<'_, R> {
    #[inline]
    fn place(&self, number: usize) -> usize {
        self.window.padded(number)
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

/// The steps of a map of squares that is not prepared. Places are row-major indices.
pub(super) struct SquareSteps<'a> {
    priced: &'a PricedGrid<'a>,
    window: ReachWindow,
    width: usize,
}

impl<'a> SquareSteps<'a> {
    pub(super) fn new(priced: &'a PricedGrid<'a>, window: ReachWindow) -> Self {
        Self { priced, window, width: priced.grid().size().x as usize }
    }
}

impl ReachSteps for SquareSteps<'_> {
    fn place(&self, number: usize) -> usize {
        // What is in reach is on the map.
        let cell = self.window.cell(number).unwrap_or_default();
        cell.y as usize * self.width + cell.x as usize
    }

    fn directions(&self, place: usize, _: u8) -> u8 {
        let parts = |place: usize| (place % self.width, place / self.width);
        let (x, y) = parts(place);
        let mut found = 0;
        self.priced.topology().for_each_step(
            self.priced.grid().size(),
            place,
            |cell| self.priced.is_free(cell),
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
        let offset = DX[direction] + DY[direction] * self.width as isize;
        let weight = self.priced.weight(place.wrapping_add_signed(offset));
        step_units(self.priced.topology().length(direction).into(), weight)
    }
}

/// The steps of a map of any shape that is not prepared. Places are numbers in the window.
pub(super) struct PricedSteps<'a> {
    priced: &'a PricedGrid<'a>,
    window: ReachWindow,
}

impl<'a> PricedSteps<'a> {
    pub(super) const fn new(priced: &'a PricedGrid<'a>, window: ReachWindow) -> Self {
        Self { priced, window }
    }
}

impl ReachSteps for PricedSteps<'_> {
    fn place(&self, number: usize) -> usize {
        number
    }

    fn directions(&self, place: usize, _: u8) -> u8 {
        let free = |cell| self.priced.grid().index(cell).is_some_and(|index| self.priced.is_free(index));
        self.window.cell(place).map_or(0, |cell| self.priced.topology().legal_directions(cell, free))
    }

    fn step(&self, place: usize, direction: usize) -> u64 {
        let next = place.wrapping_add_signed(self.window.offset(DX[direction], DY[direction]));
        let index = self.window.cell(next).and_then(|cell| self.priced.grid().index(cell));
        let weight = index.map_or(0, |index| self.priced.weight(index));
        step_units(self.priced.topology().length(direction).into(), weight)
    }
}
