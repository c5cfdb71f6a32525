//! The steps from a cell onwards, as the map prices them, prepared or not.

use super::window::Window;
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
    window: Window,
    lengths: [u64; 8],
    offsets: [isize; 8],
    /// Whether steps are left out. If a diagonal is as long as two straight steps, that would lose paths that tie.
    prunes: bool,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> FieldSteps<'a, R> {
    pub(super) fn new(weights: &'a CostField, window: Window) -> Self {
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

impl<R: Rule> Steps for FieldSteps<'_, R> {
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

/// The steps of a map that is not prepared. Places are numbers in the window.
pub(super) struct PricedSteps<'a> {
    priced: &'a PricedGrid<'a>,
    window: Window,
}

impl<'a> PricedSteps<'a> {
    pub(super) const fn new(priced: &'a PricedGrid<'a>, window: Window) -> Self {
        Self { priced, window }
    }
}

impl Steps for PricedSteps<'_> {
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
