//! What A* needs to know of a map: how many nodes there are, and what the steps from each of them cost.

use crate::cost::Cost;

/// A node of a search space, an index below [`Neighbours::node_count`].
pub type NodeId = u32;

/// Anything that A* can search: nodes numbered from 0, joined by directed steps.
///
/// [`PricedGrid`](crate::PricedGrid) and [`Graph`](crate::Graph) are such spaces; [`from_fn`] makes one from a function.
pub trait Neighbours {
    /// The number of nodes.
    fn node_count(&self) -> usize;

    /// Calls `visit(neighbour, cost)` for each step that leads away from `node`, always in the same order.
    /// No search takes a step of [`Cost::INFINITE`].
    fn for_each_neighbour(&self, node: NodeId, visit: impl FnMut(NodeId, Cost));
}

/// A search space of `node_count` nodes, with the steps that a function gives.
///
/// ```
/// use tilepath::{Cost, SearchScratch, neighbours};
/// // A row of ten stones: hop one for 1 or three for 2.
/// let stones = neighbours::from_fn(10, |stone, hop| {
///     hop(stone + 1, Cost::from_units(1));
///     hop(stone + 3, Cost::from_units(2));
/// });
/// let mut search = SearchScratch::default();
/// let path = search.astar(&stones, 0, |_| Cost::ZERO, |stone| stone == 7).unwrap();
/// assert_eq!(path.cost, Cost::from_units(5));
/// ```
pub fn from_fn<F>(node_count: usize, connect: F) -> FnNeighbours<F>
where
    F: Fn(NodeId, &mut dyn FnMut(NodeId, Cost)),
{
    FnNeighbours { node_count, connect }
}

/// The search space that [`from_fn`] makes. Steps to nodes beyond the count are left out.
#[derive(Clone, Debug)]
pub struct FnNeighbours<F> {
    node_count: usize,
    connect: F,
}

impl<F> Neighbours for FnNeighbours<F>
where
    F: Fn(NodeId, &mut dyn FnMut(NodeId, Cost)),
{
    fn node_count(&self) -> usize {
        self.node_count
    }

    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        (self.connect)(node, &mut |next, cost| {
            if (next as usize) < self.node_count {
                visit(next, cost);
            }
        });
    }
}
