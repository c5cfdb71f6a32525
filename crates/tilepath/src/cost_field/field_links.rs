//! The links of a map, and the walls on its edges, as a cost field has them.

use super::{
    crossings::{Crossing, Crossings, WalledCell},
    field::CostField,
    link_table::{LinkTable, TabledLink},
    neighbour_weights::NeighbourWeights,
    pruning::free_neighbours,
};
use crate::{
    cost::step_units,
    ground::{CellRect, EdgeMask, Edges, Grid, LinkStep, Links, Rule, weight},
};
use glam::IVec2;
use std::sync::Arc;

impl CostField {
    /// Finds the links of a map that the agents of the field can use, if the links have changed.
    pub(super) fn take_links(&mut self, grid: &Grid) {
        if self.crossings.links == *grid.links() {
            return;
        }
        let mut crossings = core::mem::take(&mut self.crossings);
        let before = core::mem::replace(&mut crossings.links, grid.links().clone());
        // Links that agents of the profile can't use change nothing.
        let [removed, added] = Links::changes(&before, grid.links());
        for crossing in removed.iter().filter_map(|step| self.crossing(step)) {
            crossings.remove(&crossing);
            crossings.are_new = true;
        }
        for crossing in added.iter().filter_map(|step| self.crossing(step)) {
            crossings.add(crossing);
            crossings.are_new = true;
        }
        self.take_edges(&mut crossings, before.edges(), grid.links().edges());
        self.crossings = crossings;
    }

    /// A step over a link, if agents of the profile can make it.
    fn crossing(&self, step: &LinkStep) -> Option<Crossing> {
        let cost = self.profile.cost(step.class);
        let extra = step.extra(self.topology.lengths().straight(), weight::of_terrain(cost));
        self.crossing_between_cells(step.from(), step.to(), extra, true).filter(|_| cost > 0)
    }

    /// The step past the walls on an edge, if agents of the profile can make it for a toll.
    fn crossing_past(&self, edges: &Edges, (from, to): (IVec2, IVec2)) -> Option<Crossing> {
        let straight = self.topology.lengths().straight();
        let toll = edges.toll(from, to, straight, |class| weight::of_terrain(self.profile.cost(class)))?;
        self.crossing_between_cells(from, to, toll, false).filter(|_| toll > 0)
    }

    fn crossing_between_cells(&self, from: IVec2, to: IVec2, extra: u64, is_link: bool) -> Option<Crossing> {
        let extra = u32::try_from(extra).ok().filter(|&extra| extra < u32::MAX)?;
        let [from, to] = [from, to].map(|cell| self.lattice.of_cell(cell));
        let (from, to) = from.zip(to)?;
        let [begins, ends] = [from, to].map(|cell| {
            let (x, y) = self.coordinates(cell);
            [x as u32, y as u32]
        });
        Some(Crossing { from: from as u32, to: to as u32, extra, begins, ends, is_link })
    }

    /// Finds the walls on edges that concern the agents of the field, where they have changed.
    fn take_edges(&self, crossings: &mut Crossings, before: &Edges, now: &Edges) {
        let shape = self.topology.shape();
        let mut steps: Vec<(IVec2, IVec2)> = before.without(now).chain(now.without(before)).collect();
        steps.retain(|&(from, to)| shape.have_edge(from, to) && self.is_at_map(from, to));
        steps.sort_unstable_by_key(|(from, to)| [from.to_array(), to.to_array()]);
        steps.dedup();
        crossings.are_new |= !steps.is_empty();
        let mut near = Vec::new();
        for &step in &steps {
            self.crossing_past(before, step).iter().for_each(|crossing| crossings.remove(crossing));
            self.crossing_past(now, step).into_iter().for_each(|crossing| crossings.add(crossing));
            near.extend(self.cells_around_both(step.0, step.1));
        }
        near.sort_unstable_by_key(|cell: &IVec2| cell.to_array());
        near.dedup();
        for cell in near {
            if let Some(padded) = self.lattice.of_cell(cell) {
                crossings.set_walled(padded as u32, self.walled_cell(now, cell, padded as u32));
            }
        }
    }

    /// How walls on edges stop steps from a cell and to it. `None` if there are none beside it.
    fn walled_cell(&self, edges: &Edges, cell: IVec2, padded: u32) -> Option<WalledCell> {
        let (shape, passable) = (self.topology.shape(), self.passable);
        let around = || (0..8).map(|direction| shape.neighbour(cell, direction)).chain([cell]);
        let stands_between = |from: IVec2, to: IVec2| {
            shape.have_edge(from, to) && !edges.are_free(from, to, passable) && self.is_at_map(from, to)
        };
        let stands = |from: IVec2| around().any(|to| stands_between(from, to));
        around().any(stands).then(|| WalledCell {
            cell: padded,
            leaving: edges.mask(shape, cell, passable, false, false),
            entering: edges.mask(shape, cell, passable, true, false),
        })
    }

    /// Whether one of two cells is on the map. An edge between two cells beside the map is at no corner that a step on the map passes.
    fn is_at_map(&self, one: IVec2, other: IVec2) -> bool {
        [one, other].iter().any(|&cell| self.lattice.of_cell(cell).is_some())
    }

    /// The cells that are two neighbours or beside both of them: around them, a path may avoid the edge between the two.
    fn cells_around_both(&self, one: IVec2, other: IVec2) -> impl Iterator<Item = IVec2> + use<> {
        let shape = self.topology.shape();
        let around =
            move |cell: IVec2| (0..8).map(move |direction| shape.neighbour(cell, direction)).chain([cell]);
        around(one).filter(move |&cell| around(other).any(|beside| beside == cell))
    }

    /// Whether a wall stands on an edge that concerns the agents.
    #[inline]
    pub(crate) const fn has_walled_edges(&self) -> bool {
        !self.crossings.walled.is_empty()
    }

    /// How walls on edges stop steps from the cell at a padded index. Steps for a toll are crossings.
    #[inline]
    pub(crate) fn leaving(&self, cell: usize) -> EdgeMask {
        self.crossings.walled(cell).map_or(EdgeMask::NONE, |walled| walled.leaving)
    }

    /// How walls on edges stop steps to the cell at a padded index.
    #[inline]
    pub(crate) fn entering(&self, cell: usize) -> EdgeMask {
        self.crossings.walled(cell).map_or(EdgeMask::NONE, |walled| walled.entering)
    }

    /// The directions of legal steps from the cell at a padded index, as a set of bits. Those over links and for a toll are crossings.
    #[inline]
    pub(crate) fn legal<R: Rule>(&self, cell: usize) -> u8 {
        let around = self.nine(cell);
        match self.crossings.walled(cell) {
            None => NeighbourWeights::<R>::new(around).legal(),
            Some(walled) => R::MOVES.legal_past(free_neighbours(&around), walled.leaving),
        }
    }

    /// The directions in which a step from the cell at a padded index or a step back is legal.
    pub(crate) fn legal_either_way<R: Rule>(&self, cell: usize) -> u8 {
        let free = free_neighbours(&self.nine(cell));
        R::MOVES.legal_past(free, self.leaving(cell)) | R::MOVES.legal_past(free, self.entering(cell))
    }

    /// Whether agents can use any link.
    #[inline]
    pub(crate) const fn has_links(&self) -> bool {
        self.crossings.over_links > 0
    }

    /// Whether agents can use any link, or pass a wall on an edge for a toll.
    #[inline]
    pub(crate) fn has_crossings(&self) -> bool {
        !self.crossings.forward.is_empty()
    }

    /// The least cost of a straight step, in units.
    pub(crate) fn least_step(&self) -> u64 {
        step_units(self.topology.lengths().straight().into(), self.cheapest)
    }

    /// Bounds on the cost of paths from link to link. `between` is a lower bound on the cost between any two cells, at padded coordinates.
    pub(crate) fn link_table(&self, between: impl Fn([u32; 2], [u32; 2]) -> u32) -> &LinkTable {
        let onto = self.least_step();
        let tabled = |&Crossing { begins, ends, extra, .. }: &Crossing| TabledLink {
            begins,
            ends,
            cost: (onto + u64::from(extra)).min(LinkTable::MOST.into()) as u32,
        };
        let links = || self.crossings.forward.iter().filter(|crossing| crossing.is_link).map(tabled);
        self.crossings.table.get_or_init(|| Arc::new(LinkTable::new(links().collect(), between)))
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

    /// The cost of the link from one cell to another, in units. `None` if there is none.
    #[inline]
    pub(crate) fn link_between(&self, from: usize, to: usize) -> Option<u64> {
        if !self.has_crossings() {
            return None;
        }
        let links = self.crossings_out_of(from).iter().filter(|crossing| crossing.is_link);
        let crossings = links.filter(|crossing| crossing.to as usize == to);
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
