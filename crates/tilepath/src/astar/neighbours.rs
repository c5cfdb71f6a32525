//! What A* needs to know of a map: how many nodes there are, and what the steps from each of them cost.

use crate::cost::Cost;

/// The number of a node in a search space: 0 or more, and less than [`Neighbours::node_count`].
pub type NodeId = u32;

/// A search space for A*: numbered nodes, and directed steps between them that have costs.
///
/// [`PricedGrid`](crate::PricedGrid) and [`Graph`](crate::Graph) are search spaces. [`from_fn`] makes a search space from a
/// function.
pub trait Neighbours {
    /// How many nodes the search space has.
    fn node_count(&self) -> usize;

    /// Calls `visit(neighbour, cost)` for each step that leads from `node` to a neighbour, always in the same order. Searches
    /// ignore steps that cost [`Cost::INFINITE`].
    fn for_each_neighbour(&self, node: NodeId, visit: impl FnMut(NodeId, Cost));
}

/// A search space with nodes from 0 to `node_count - 1`, whose steps come from a function.
///
/// `connect(node, step)` must call `step(neighbour, cost)` for each step that leads from `node`. Steps to nodes that don't exist
/// are ignored.
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

/// A search space whose steps come from a function. Made by [`from_fn`].
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
