//! Greedy best-first search: A* over steps that cost nothing, so that the estimate alone orders the open list.

use crate::{
    astar::{Neighbours, NodeId},
    cost::Cost,
    ground::PricedGrid,
};
use glam::IVec2;

/// The steps of a priced grid at a cost of 0. No node is reached more cheaply a second time, so each is expanded at most once.
///
/// *Source:* Doran, Michie, "Experiments with the Graph Traverser program" (1966); Russell, Norvig, "Artificial Intelligence: A Modern
/// Approach", section on informed search.
pub(super) struct ZeroCostSteps<'a, 'b>(pub(super) &'a PricedGrid<'b>);

impl Neighbours for ZeroCostSteps<'_, '_> {
    fn node_count(&self) -> usize {
        self.0.node_count()
    }

    #[inline]
    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        self.0.for_each_neighbour(node, |next, cost| {
            visit(next, if cost == Cost::INFINITE { cost } else { Cost::ZERO });
        });
    }
}

/// The cost up to each cell of a path that a greedy search has found. `None` if a cost can't be represented.
pub(super) fn costs_along(priced: &PricedGrid, cells: &[IVec2], costs: &mut Vec<Cost>) -> Option<()> {
    let mut paid = Cost::ZERO;
    costs.push(paid);
    for pair in cells.windows(2) {
        paid = paid.checked_add(priced.step_cost(pair[0], pair[1])?)?;
        costs.push(paid);
    }
    Some(())
}
