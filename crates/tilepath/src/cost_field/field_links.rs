//! The links of a map as a cost field has them.

use super::{crossings::Crossing, field::CostField};
use crate::{
    cost::step_units,
    ground::{CellRect, Grid, LinkStep, weight},
};

impl CostField {
    /// Finds the links of a map that the agents of the field can use, if the links have changed.
    pub(super) fn take_links(&mut self, grid: &Grid) {
        if self.crossings.links == *grid.links() {
            return;
        }
        let mut crossings = core::mem::take(&mut self.crossings);
        let before = core::mem::replace(&mut crossings.links, grid.links().clone());
        // Links that agents of the profile can't use change nothing.
        for step in before.without(grid.links()) {
            if let Some(crossing) = self.crossing(&step) {
                crossings.remove(&crossing);
                crossings.are_new = true;
            }
        }
        for step in grid.links().without(&before) {
            if let Some(crossing) = self.crossing(&step) {
                crossings.add(crossing);
                crossings.are_new = true;
            }
        }
        self.crossings = crossings;
    }

    /// A step over a link, if agents of the profile can make it.
    fn crossing(&self, step: &LinkStep) -> Option<Crossing> {
        let cost = self.profile.cost(step.class);
        let extra = step.extra(self.topology.lengths().straight(), weight::of_terrain(cost));
        let extra = u32::try_from(extra).ok().filter(|&extra| cost > 0 && extra < u32::MAX)?;
        let [from, to] = [step.from(), step.to()].map(|cell| self.lattice.of_cell(cell));
        let (from, to) = from.zip(to)?;
        let [begins, ends] = [from, to].map(|cell| {
            let (x, y) = self.coordinates(cell);
            [x as u32, y as u32]
        });
        Some(Crossing { from: from as u32, to: to as u32, extra, begins, ends })
    }

    /// Whether agents can use any link.
    #[inline]
    pub(crate) fn has_crossings(&self) -> bool {
        !self.crossings.forward.is_empty()
    }

    /// All crossings, by the cell where they begin.
    pub(crate) fn crossings(&self) -> &[Crossing] {
        &self.crossings.forward
    }

    /// The crossings that begin in the cell at a padded index.
    #[inline]
    pub(crate) fn crossings_out_of(&self, cell: usize) -> &[Crossing] {
        self.crossings.out_of(cell)
    }

    /// The crossings that end in the cell at a padded index.
    #[inline]
    pub(crate) fn crossings_into(&self, cell: usize) -> &[Crossing] {
        self.crossings.ending_in(cell)
    }

    /// The cost of a crossing in units. `None` if it ends in a wall.
    #[inline]
    pub(crate) fn crossing_units(&self, crossing: &Crossing) -> Option<u64> {
        let onto = self.weight(crossing.to as usize);
        let straight = self.topology.lengths().straight();
        (onto != 0).then(|| step_units(straight.into(), onto) + u64::from(crossing.extra))
    }

    /// The cost of the crossing from one cell to another, in units. `None` if there is none.
    #[inline]
    pub(crate) fn crossing_between(&self, from: usize, to: usize) -> Option<u64> {
        if !self.has_crossings() {
            return None;
        }
        let crossings = self.crossings_out_of(from).iter().filter(|crossing| crossing.to as usize == to);
        crossings.filter_map(|crossing| self.crossing_units(crossing)).min()
    }

    /// The crossings that begin or end in the cell at a padded index.
    pub(crate) fn crossings_at(&self, cell: usize) -> impl Iterator<Item = &Crossing> {
        self.crossings_out_of(cell).iter().chain(self.crossings.ending_in(cell))
    }

    /// The padded indices of the cells to or from which a crossing leads that has its other end in a rectangle on the map.
    pub(crate) fn linked_with(&self, rect: CellRect) -> impl Iterator<Item = usize> + use<'_> {
        let is_within = move |cell: u32| rect.contains(self.lattice.cell(cell as usize));
        self.crossings.forward.iter().flat_map(move |&Crossing { from, to, .. }| {
            let ends = [is_within(to).then_some(from as usize), is_within(from).then_some(to as usize)];
            ends.into_iter().flatten()
        })
    }
}
