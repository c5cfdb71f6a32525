//! The expanded cell nearest to a goal, at which a partial path ends.

use super::{map_view::MapView, query::PathQuery};
use crate::{
    astar::{Generation, NodeId, Visitor},
    cost::Cost,
};
use glam::IVec2;

/// The squared distance of a cell to the goal, the cost of the path to the cell, and the cell as a node.
pub(super) type ClosestCell = (u64, Cost, NodeId);

/// Keeps the expanded cell nearest to a goal, of the cells in which a path may end. Ties go to the lower cost, then to the first cell.
pub(super) struct ClosestVisitor<'a, 'map, V> {
    pub(super) query: &'a PathQuery,
    pub(super) view: &'a MapView<'map>,
    pub(super) closest: &'a mut Option<ClosestCell>,
    pub(super) inner: &'a mut V,
}

impl<V: Visitor> Visitor for ClosestVisitor<'_, '_, V> {
    #[inline]
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.inner.expand(node, g, h, f);
        if !self.query.options.allow_partial {
            return;
        }
        let (cell, shape) = (self.view.grid.cell(node as usize), self.view.topology.shape());
        let distance = |&goal: &IVec2| shape.distance_squared(cell, goal);
        let distance = self.query.goals().iter().map(distance).min().unwrap_or(0);
        if self.closest.is_none_or(|(nearest, cost, _)| (distance, g) < (nearest, cost))
            && self.view.lets_end(node as usize)
        {
            *self.closest = Some((distance, g, node));
        }
    }

    #[inline]
    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.inner.examine(from, to);
    }

    #[inline]
    fn generate(&mut self, generation: Generation) {
        self.inner.generate(generation);
    }
}
