//! Which steps on foot are legal for some agents.

use super::{directions::bit, edges::Edges, profile::ClassSet, topology::Topology};
use crate::cost::{Cost, step_units};
use glam::IVec2;

/// The steps on foot of agents that have a price for some classes: between neighbours, under the diagonal rule, and past walls on edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FootSteps<'a> {
    pub(crate) topology: Topology,
    edges: &'a Edges,
    passable: ClassSet,
}

impl<'a> FootSteps<'a> {
    /// `passable` holds the classes of walls on edges that the agents can pass.
    pub(crate) const fn new(topology: Topology, edges: &'a Edges, passable: ClassSet) -> Self {
        Self { topology, edges, passable }
    }

    /// The directions of legal steps from a cell, as a set of bits. `free(cell)` says whether a cell is free. It must return `false`
    /// outside the map.
    #[inline]
    pub(crate) fn directions(&self, cell: IVec2, free: impl Fn(IVec2) -> bool) -> u8 {
        if self.edges.is_empty() {
            return self.topology.legal_directions(cell, free);
        }
        self.legal_past(cell, free, false)
    }

    /// The directions of legal steps from a cell, or to it if `enters`, on a map with walls on edges.
    fn legal_past(&self, cell: IVec2, free: impl Fn(IVec2) -> bool, enters: bool) -> u8 {
        let shape = self.topology.shape();
        let is_free = |direction: usize| u8::from(free(shape.neighbour(cell, direction))) << direction;
        let open = (0..8).fold(0, |open, direction| open | is_free(direction));
        let mask = self.edges.mask(shape, cell, self.passable, enters, true);
        self.topology.moves().legal_past(open, mask)
    }

    /// Calls `visit(neighbour, length)` for each legal step from a cell.
    pub(crate) fn for_each(
        &self,
        cell: IVec2,
        free: impl Fn(IVec2) -> bool,
        mut visit: impl FnMut(IVec2, u32),
    ) {
        let mut legal = self.directions(cell, free);
        while legal != 0 {
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            visit(self.topology.shape().neighbour(cell, direction), self.topology.length(direction));
        }
    }

    /// Calls `visit(neighbour)` for each neighbour from which a legal step leads to a cell. The neighbours are free.
    pub(crate) fn for_each_into(
        &self,
        cell: IVec2,
        free: impl Fn(IVec2) -> bool,
        mut visit: impl FnMut(IVec2),
    ) {
        let legal = self.legal_past(cell, free, true);
        let next = |direction: usize| self.topology.shape().neighbour(cell, direction);
        (0..8).filter(|&direction| legal & bit(direction) != 0).for_each(|direction| visit(next(direction)));
    }

    /// The length of the step from one cell to another. `None` if the cells are not neighbours, or if the diagonal rule or a wall on an edge
    /// forbids the step. Assumes that both cells are free.
    pub(crate) fn length(&self, from: IVec2, to: IVec2, free: impl Fn(IVec2) -> bool) -> Option<u32> {
        let (length, shape) = (self.topology.step_length(from, to, &free)?, self.topology.shape());
        if self.edges.is_empty() || !self.edges.stand_beside(shape, from, to) {
            return Some(length);
        }
        let direction = shape.direction(from, to)?;
        let free = |cell| cell == to || free(cell);
        (self.directions(from, free) & bit(direction) != 0).then_some(length)
    }

    /// Whether there are no walls on edges at all.
    pub(crate) const fn has_no_walls(&self) -> bool {
        self.edges.is_empty()
    }

    /// Whether no wall on an edge stops the step between two neighbours.
    #[inline]
    pub(crate) fn lets_pass(&self, from: IVec2, to: IVec2) -> bool {
        self.edges.is_empty() || self.edges.let_pass(from, to, self.passable)
    }

    /// The cost of a legal step of this length onto a cell of weight `onto`, with its toll. `weight` is the weight of terrain of a class.
    #[inline]
    pub(crate) fn cost(
        &self,
        (from, to): (IVec2, IVec2),
        length: u32,
        onto: u32,
        weight: impl Fn(u8) -> u32,
    ) -> Cost {
        let units = step_units(length.into(), onto).saturating_add(self.toll(from, to, weight));
        u32::try_from(units).map_or(Cost::INFINITE, Cost::from_units)
    }

    /// What a legal step costs besides the cell that it enters, in units: the toll of walls on the edge. `weight` is the weight of terrain of a
    /// class.
    #[inline]
    pub(crate) fn toll(&self, from: IVec2, to: IVec2, weight: impl Fn(u8) -> u32) -> u64 {
        if self.edges.is_empty() || !self.topology.shape().have_edge(from, to) {
            return 0;
        }
        self.edges.toll(from, to, self.topology.lengths().straight(), weight).unwrap_or(0)
    }
}
