//! The steps from a cell and their costs, on a prepared map or on one that is not prepared.

use super::window::ReachWindow;
use crate::{
    cost::step_units,
    cost_field::CostField,
    ground::{
        PricedGrid, Rule,
        directions::{DX, DY},
    },
};
use core::marker::PhantomData;
use glam::IVec2;

/// The arrival direction at the start: none.
pub(super) const NO_ARRIVAL: u8 = 8;

/// The arrival direction at a cell that is reached over a link.
pub(super) const OVER_LINK: u8 = 9;

/// The steps between the cells of a map.
pub(super) trait ReachSteps {
    /// How the steps name a cell.
    type Place: Copy + Default;

    /// The place of a cell by its number in the window.
    fn place(&self, number: usize) -> Self::Place;

    /// The directions of the legal steps from a place with an arrival direction, as a set of bits. A step may be left out if no cheapest
    /// path needs it, or if another path of the same cost is found.
    fn directions(&self, place: Self::Place, arrival: u8) -> u8;

    /// The cost of a legal step from a place.
    fn step(&self, place: Self::Place, direction: usize) -> u64;

    /// Whether there are any links.
    fn has_links(&self) -> bool;

    /// The free cells to which links lead from a place, and the cost of each step.
    fn links(&self, place: Self::Place) -> impl Iterator<Item = (IVec2, u64)>;
}

/// The steps of a map that is prepared. Places are padded indices.
pub(super) struct FieldSteps<'a, R> {
    weights: &'a CostField,
    window: ReachWindow,
    lengths: [u64; 8],
    offsets: [isize; 8],
    /// Whether steps are pruned. If a diagonal is as long as two straight steps, pruning would lose paths that tie.
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
    type Place = usize;

    #[inline]
    fn place(&self, number: usize) -> usize {
        self.window.padded(number)
    }

    #[inline]
    fn directions(&self, place: usize, arrival: u8) -> u8 {
        if self.prunes && arrival != NO_ARRIVAL {
            self.weights.successors(place, usize::from(arrival) % 8)
        } else {
            self.weights.legal::<R>(place)
        }
    }

    #[inline]
    fn step(&self, place: usize, direction: usize) -> u64 {
        let next = place.wrapping_add_signed(self.offsets[direction]);
        step_units(self.lengths[direction], self.weights.weight(next))
    }

    fn has_links(&self) -> bool {
        self.weights.has_crossings()
    }

    fn links(&self, place: usize) -> impl Iterator<Item = (IVec2, u64)> {
        let crossings = self.weights.crossings_out_of(place).iter();
        crossings.filter_map(|crossing| {
            let cell = self.weights.lattice().cell(crossing.to as usize);
            Some((cell, self.weights.crossing_units(crossing)?))
        })
    }
}

/// The steps of a map that is not prepared. Places are cells.
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
    type Place = IVec2;

    #[inline]
    fn place(&self, number: usize) -> IVec2 {
        // Every cell in reach is on the map.
        self.window.cell(number).unwrap_or_default()
    }

    #[inline]
    fn directions(&self, place: IVec2, _: u8) -> u8 {
        self.priced.foot_steps().directions(place, |cell| self.priced.is_free_cell(cell))
    }

    #[inline]
    fn step(&self, place: IVec2, direction: usize) -> u64 {
        let (grid, topology) = (self.priced.grid(), self.priced.topology());
        let next = topology.shape().neighbour(place, direction);
        let weight = grid.index(next).map_or(0, |index| self.priced.weight(index));
        step_units(topology.length(direction).into(), weight).saturating_add(self.priced.toll(place, next))
    }

    fn has_links(&self) -> bool {
        !self.priced.grid().links().is_empty()
    }

    fn links(&self, place: IVec2) -> impl Iterator<Item = (IVec2, u64)> {
        self.priced.links_from(place).map(|(cell, cost)| (cell, cost.units().into()))
    }
}
