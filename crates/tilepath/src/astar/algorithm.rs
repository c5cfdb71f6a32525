//! A*, which is Dijkstra's algorithm where the estimate is zero and weighted A* where it is inflated.

use super::{
    answer::SearchStatus,
    neighbours::{Neighbours, NodeId},
    open_list::OpenList,
    search_state::SearchState,
    visitor::Visitor,
};
use crate::cost::Cost;

/// A* on the memory of a [`SearchState`]. [`Search`](crate::Search) is its public face.
///
/// *Source:* Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968).
/// Nodes that are reached again at a lower cost are expanded again, so that an admissible estimate need not be consistent.
#[derive(Clone, Default, Debug)]
pub(crate) struct AStar {
    open: OpenList,
}

impl AStar {
    /// Begins a search at `start`.
    pub(crate) fn begin(
        &mut self,
        state: &mut SearchState,
        space: &impl Neighbours,
        start: NodeId,
        estimate: impl Fn(NodeId) -> Cost,
    ) {
        state.begin(space.node_count());
        self.open.clear();
        state.pool.set(start, Cost::ZERO, start, 0);
        self.open.push(start, Cost::ZERO, estimate(start));
    }

    /// Goes on with the search that was begun, for at most `slice` expansions.
    pub(crate) fn run(
        &mut self,
        state: &mut SearchState,
        space: &impl Neighbours,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
        slice: u32,
        visitor: &mut impl Visitor,
    ) -> SearchStatus {
        let last = state.expanded.saturating_add(slice);
        loop {
            let Some((node, g, f)) = self.open.first() else {
                return SearchStatus::Exhausted;
            };
            let is_outdated = g != state.pool.g(node);
            if !is_outdated && state.expanded == last {
                return SearchStatus::Paused;
            }
            self.open.pop();
            if is_outdated {
                continue;
            }
            state.expanded += 1;
            visitor.expand(node, g, estimate(node), f);
            if is_goal(node) {
                return SearchStatus::Found { goal: node, cost: g };
            }
            self.generate(state, space, (node, g), &estimate, visitor);
        }
    }

    /// Puts the neighbours of a node on the open list, as far as it leads to them at a lower cost than was known.
    fn generate(
        &mut self,
        state: &mut SearchState,
        space: &impl Neighbours,
        (node, g): (NodeId, Cost),
        estimate: &impl Fn(NodeId) -> Cost,
        visitor: &mut impl Visitor,
    ) {
        space.for_each_neighbour(node, |next, step| {
            visitor.examine(node, next);
            let Some(next_g) = g.checked_add(step) else {
                state.too_costly = true;
                return;
            };
            if next_g < state.pool.g(next) {
                state.generated = state.generated.saturating_add(1);
                state.pool.set(next, next_g, node, 0);
                self.open.push(next, next_g, next_g.saturating_add(estimate(next)));
            }
        });
    }
}
