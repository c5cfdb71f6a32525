//! A*, which is Dijkstra's algorithm where the estimate is zero and weighted A* where it is inflated.

use super::{
    bucket_queue::BucketQueue, jump_memory::JumpMemory, node_pool::NodePool, open_list::OpenList,
    visitor::Visitor,
};
use crate::{
    cost::Cost,
    neighbours::{Neighbours, NodeId},
};
use core::fmt;

/// The scratch memory of a search, to be kept and used again: 10 bytes a node of the largest map searched, the open list, and on maps that
/// are [prepared](crate::NavMap::prepare) for a profile up to 5 bytes a cell of what was learnt of it.
///
/// A search is begun with [`Search::begin`] and driven by [`Search::run`], in one go or in slices;
/// [`Search::find_path`] does both.
///
/// *Source:* Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968).
/// Nodes that are reached again more cheaply are expanded again, so that an admissible estimate need not be consistent.
#[derive(Clone, Default, Debug)]
pub struct Search {
    pub(super) pool: NodePool,
    open: OpenList,
    pub(super) jump_open: BucketQueue,
    /// The cost of the goal, once a jump point search has reached it.
    pub(super) jump_goal: Option<Cost>,
    pub(super) jumps: JumpMemory,
    /// The jump point search that was begun goes by leaps.
    pub(super) leaps: bool,
    pub(super) chain: Vec<NodeId>,
    pub(super) expanded: u32,
    pub(super) generated: u32,
    pub(super) too_costly: bool,
}

/// How far [`Search::run`] came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStatus {
    /// A goal was reached, at this cost.
    Found {
        /// The goal.
        goal: NodeId,
        /// The cost of the way to it.
        cost: Cost,
    },
    /// The slice is used up; run again to go on.
    Paused,
    /// Everything that can be reached was expanded, and no goal was among it.
    Exhausted,
}

/// A chain of nodes from the start of a search to its goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodePath {
    /// The nodes, the start first.
    pub nodes: Vec<NodeId>,
    /// What the way costs.
    pub cost: Cost,
}

/// Why [`Search::find_path`] found no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// The space has no node of this number to start from.
    NoSuchStart(NodeId),
    /// No path leads to a goal.
    Unreachable,
    /// Every path to a goal costs more than [`Cost`] can represent.
    TooCostly,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchStart(node) => write!(f, "the search space has no node {node} to start from"),
            Self::Unreachable => f.write_str("no path leads to a goal"),
            Self::TooCostly => f.write_str("the cost of the path is too great to be represented"),
        }
    }
}

impl core::error::Error for SearchError {}

impl Search {
    /// A scratch without memory; it grows with the first search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a search at `start`, forgetting the one before.
    ///
    /// # Panics
    /// Where `start` is no node of the space, or the space has more than 2²⁸ nodes.
    pub fn begin(&mut self, space: &impl Neighbours, start: NodeId, estimate: impl Fn(NodeId) -> Cost) {
        self.pool.reset(space.node_count());
        self.open.clear();
        self.expanded = 0;
        self.generated = 1;
        self.too_costly = false;
        self.pool.set(start, Cost::ZERO, start, 0);
        self.open.push(start, Cost::ZERO, estimate(start));
    }

    /// Goes on with the search that was begun, for at most `slice` expansions, and tells how it stands.
    ///
    /// The space, the estimate and the goals must be the same in every slice of one search.
    /// With an admissible estimate the way found is the cheapest. Complexity: O(E + V log V) for V nodes and E steps reached,
    /// where the estimate is consistent.
    pub fn run(
        &mut self,
        space: &impl Neighbours,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
        slice: u32,
        visitor: &mut impl Visitor,
    ) -> SearchStatus {
        let last = self.expanded.saturating_add(slice);
        loop {
            if self.expanded == last {
                return SearchStatus::Paused;
            }
            let Some((node, g, f)) = self.open.pop() else {
                return SearchStatus::Exhausted;
            };
            if g != self.pool.g(node) {
                continue;
            }
            self.expanded += 1;
            visitor.expand(node, g, estimate(node), f);
            if is_goal(node) {
                return SearchStatus::Found { goal: node, cost: g };
            }
            self.generate(space, node, g, &estimate, visitor);
        }
    }

    fn generate(
        &mut self,
        space: &impl Neighbours,
        node: NodeId,
        g: Cost,
        estimate: &impl Fn(NodeId) -> Cost,
        visitor: &mut impl Visitor,
    ) {
        space.for_each_neighbour(node, |next, step| {
            visitor.examine(node, next);
            let Some(next_g) = g.checked_add(step) else {
                self.too_costly = true;
                return;
            };
            if next_g < self.pool.g(next) {
                self.generated = self.generated.saturating_add(1);
                self.pool.set(next, next_g, node, 0);
                self.open.push(next, next_g, next_g.saturating_add(estimate(next)));
            }
        });
    }

    /// Searches the cheapest way from `start` to the first goal, in one go.
    ///
    /// `estimate` is a lower bound on the rest of the way; `|_| Cost::ZERO` makes it Dijkstra's search,
    /// which finds the nearest of many goals.
    ///
    /// # Errors
    /// [`SearchError`] says why there is no way.
    pub fn find_path(
        &mut self,
        space: &impl Neighbours,
        start: NodeId,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
    ) -> Result<NodePath, SearchError> {
        self.find_path_watched(space, start, estimate, is_goal, &mut ())
    }

    /// As [`Search::find_path`], with a visitor that sees every expansion.
    ///
    /// # Errors
    /// As [`Search::find_path`].
    pub fn find_path_watched(
        &mut self,
        space: &impl Neighbours,
        start: NodeId,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
        visitor: &mut impl Visitor,
    ) -> Result<NodePath, SearchError> {
        if start as usize >= space.node_count() {
            return Err(SearchError::NoSuchStart(start));
        }
        self.begin(space, start, &estimate);
        loop {
            match self.run(space, &estimate, &is_goal, u32::MAX, visitor) {
                SearchStatus::Found { goal, cost } => {
                    return Ok(NodePath { nodes: self.chain(goal), cost });
                }
                SearchStatus::Paused => {}
                SearchStatus::Exhausted if self.too_costly => return Err(SearchError::TooCostly),
                SearchStatus::Exhausted => return Err(SearchError::Unreachable),
            }
        }
    }

    /// The chain of nodes from the start to a node that this search has reached.
    #[must_use]
    pub fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain = Vec::new();
        self.pool.chain(node, &mut chain);
        chain
    }

    /// The same chain in scratch memory.
    pub(crate) fn chain_in_scratch(&mut self, node: NodeId) -> &[NodeId] {
        self.pool.chain(node, &mut self.chain);
        &self.chain
    }

    /// The cheapest cost found so far to a node, or [`Cost::INFINITE`] where it was not reached.
    ///
    /// # Panics
    /// Where it is no node of the largest space searched so far.
    #[must_use]
    pub fn cost_to(&self, node: NodeId) -> Cost {
        self.pool.g(node)
    }

    /// Nodes expanded since the search was begun.
    #[must_use]
    pub const fn nodes_expanded(&self) -> u32 {
        self.expanded
    }

    /// Nodes put on the open list since the search was begun, the start included.
    #[must_use]
    pub const fn nodes_generated(&self) -> u32 {
        self.generated
    }

    /// Whether a step was left out because the cost of the way could not be represented.
    #[must_use]
    pub const fn met_too_costly(&self) -> bool {
        self.too_costly
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{neighbours, search::Recorder};

    fn line(count: usize) -> impl Neighbours {
        neighbours::from_fn(count, |node, visit| visit(node + 1, Cost::from_units(2)))
    }

    #[test]
    fn an_estimate_spares_expansions_and_changes_no_cost() {
        // A cross of two corridors: 0..10 leads to the goal, 100.. leads away.
        let space = neighbours::from_fn(200, |node, visit| {
            visit(node + 1, Cost::from_units(1));
            if node == 0 {
                visit(100, Cost::from_units(1));
            }
        });
        let mut search = Search::new();
        let blind = search.find_path(&space, 0, |_| Cost::ZERO, |node| node == 10).unwrap();
        let blind_expanded = search.nodes_expanded();
        let estimate = |node: NodeId| Cost::from_units(if node <= 10 { 10 - node } else { 90 });
        let guided = search.find_path(&space, 0, estimate, |node| node == 10).unwrap();
        assert_eq!(blind, guided);
        assert_eq!(search.nodes_expanded(), 11);
        assert_eq!(blind_expanded, 20);
    }

    #[test]
    fn slices_add_up_to_the_search_in_one_go() {
        let space = line(50);
        let mut whole = Search::new();
        let mut seen_whole = Recorder::default();
        let route =
            whole.find_path_watched(&space, 0, |_| Cost::ZERO, |node| node == 40, &mut seen_whole).unwrap();
        let mut sliced = Search::new();
        let mut seen = Recorder::default();
        sliced.begin(&space, 0, |_| Cost::ZERO);
        let mut slices = 0;
        let status = loop {
            slices += 1;
            match sliced.run(&space, |_| Cost::ZERO, |node| node == 40, 7, &mut seen) {
                SearchStatus::Paused => {}
                status => break status,
            }
        };
        assert_eq!(slices, 6);
        assert_eq!(status, SearchStatus::Found { goal: 40, cost: route.cost });
        assert_eq!(sliced.chain(40), route.nodes);
        assert_eq!(seen, seen_whole);
    }

    #[test]
    fn scratch_used_again_gives_the_same_answer() {
        let mut search = Search::new();
        let first = search.find_path(&line(30), 3, |_| Cost::ZERO, |node| node == 20);
        assert_eq!(
            search.find_path(&line(5), 0, |_| Cost::ZERO, |node| node == 20),
            Err(SearchError::Unreachable)
        );
        assert_eq!(first, search.find_path(&line(30), 3, |_| Cost::ZERO, |node| node == 20));
    }

    #[test]
    fn a_way_too_costly_to_represent_is_told_from_no_way() {
        let space = neighbours::from_fn(4, |node, visit| visit(node + 1, Cost::from_units(u32::MAX / 2)));
        let mut search = Search::new();
        let to = |search: &mut Search, goal: NodeId| {
            search.find_path(&space, 0, |_| Cost::ZERO, move |node| node == goal)
        };
        assert!(to(&mut search, 2).is_ok());
        assert_eq!(to(&mut search, 3), Err(SearchError::TooCostly));
    }

    #[test]
    fn a_start_that_does_not_exist_is_named() {
        let mut search = Search::new();
        assert_eq!(search.find_path(&line(5), 9, |_| Cost::ZERO, |_| true), Err(SearchError::NoSuchStart(9)));
    }
}
