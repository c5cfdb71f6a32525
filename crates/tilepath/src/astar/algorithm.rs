//! A*. With an estimate of zero it is Dijkstra's algorithm, with an inflated one weighted A*.

use super::{
    neighbours::{Neighbours, NodeId},
    open_list::OpenList,
    search_state::SearchState,
    visitor::{Generation, Visitor},
};
use crate::cost::Cost;

/// The state of a search after a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchStatus {
    /// The search has reached a goal.
    Found {
        /// The goal.
        goal: NodeId,
        /// The cost of the path to it.
        cost: Cost,
    },
    /// The search has used up its slice of expansions. Run the search again to continue.
    Paused,
    /// The search has expanded every node that it can reach, and none of these nodes is a goal.
    Exhausted,
}

/// A* on the memory of a [`SearchState`]. [`SearchScratch`](crate::SearchScratch) is its public face.
///
/// *Source:* Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968).
/// A node that is reached again at a lower cost is expanded again. So an admissible estimate need not be consistent, and an inflated
/// estimate keeps its bound. With some estimates, this takes exponentially many expansions (Martelli, "On the complexity of admissible
/// search algorithms", 1977). Therefore the search drops its estimates once repeated expansions outnumber first expansions (and are more
/// than [`AStar::LEAST_REPEATS`]). From then on it is Dijkstra's algorithm, which expands no node twice. So a search makes fewer than three
/// times as many expansions as it reaches nodes, plus [`AStar::LEAST_REPEATS`].
#[derive(Clone, Default, Debug)]
pub(crate) struct AStar {
    open: OpenList,
    /// The number of repeated expansions.
    repeats: u32,
    /// Estimates count as 0 for the rest of the search.
    ignores_estimates: bool,
}

/// Marks a node that was expanded. It is stored in place of a direction, which A* does not need.
const EXPANDED: usize = 1;

impl AStar {
    /// The number of repeated expansions that every search may make.
    const LEAST_REPEATS: u32 = 1000;

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
        self.repeats = 0;
        self.ignores_estimates = false;
        state.pool.set(start, Cost::ZERO, start, 0);
        self.open.push(start, Cost::ZERO, estimate(start));
    }

    /// Continues the search, for at most `slice` expansions.
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
            let Some((node, g)) = self.open.first() else {
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
            self.note_expansion(state, node);
            let h = if self.ignores_estimates { Cost::ZERO } else { estimate(node) };
            visitor.expand(node, g, h, g.saturating_add(h));
            if is_goal(node) {
                return SearchStatus::Found { goal: node, cost: g };
            }
            self.generate(state, space, (node, g), &estimate, visitor);
        }
    }

    /// Counts an expansion. After too many repeats it drops the estimates.
    #[inline]
    fn note_expansion(&mut self, state: &mut SearchState, node: NodeId) {
        state.expanded += 1;
        if state.pool.direction(node) != EXPANDED {
            state.pool.set_direction(node, EXPANDED);
            return;
        }
        self.repeats += 1;
        let first_times = state.expanded - self.repeats;
        if !self.ignores_estimates && self.repeats > first_times.max(Self::LEAST_REPEATS) {
            self.ignores_estimates = true;
            self.open.drop_estimates(|node, g| g == state.pool.g(node));
        }
    }

    /// Puts the neighbours of a node on the open list if the node leads to them at a lower cost than before.
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
            let known = state.pool.g(next);
            if next_g < known {
                state.generated = state.generated.saturating_add(1);
                let direction = if known == Cost::INFINITE { 0 } else { state.pool.direction(next) };
                state.pool.set(next, next_g, node, direction);
                let h = if self.ignores_estimates { Cost::ZERO } else { estimate(next) };
                let is_new = known == Cost::INFINITE;
                visitor.generate(Generation { node: next, from: node, g: next_g, h, is_new });
                self.open.push(next, next_g, h);
            }
        });
    }
}
