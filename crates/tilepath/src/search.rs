//! The scratch memory of searches, and A* on it.

use crate::{
    astar::{AStar, Neighbours, NodeId, SearchState, SearchStatus, Visitor},
    budget::Budget,
    cost::Cost,
    cost_field::CostField,
    ground::UniqueId,
    jump::{Engine, FieldSearch, FieldSpace},
};
use core::task::Poll;
use glam::IVec2;

/// A scan for jumps from one cell takes as long as this many expansions of single cells.
const EXPANSIONS_PER_LOOK: u64 = 8;

/// The working memory of searches. Keep it and reuse it for many searches.
///
/// [`NavMap::find_path`](crate::NavMap::find_path) uses a scratch to search a map. A scratch can also search any other space with
/// A*:
///
/// - [`SearchScratch::astar`] makes a whole search in one call.
/// - [`SearchScratch::begin`] starts a search, and [`SearchScratch::run`] continues it in slices, for example one slice in each
///   frame.
///
/// A scratch holds the open list and 8 to 12 bytes for each node of the largest space that was searched. For each profile for
/// which a map is [prepared](crate::NavMap::prepare) it also holds up to 4 bytes per cell, to remember jumps of jump point
/// search.
#[derive(Clone, Default, Debug)]
pub struct SearchScratch {
    state: SearchState,
    astar: AStar,
    /// The node at which A* began.
    start: NodeId,
    pub(crate) field: FieldSearch,
    /// The engine that every search over a cost field must use. With `None`, each search uses the engine that suits it.
    pub(crate) forced: Option<Engine>,
    /// A number that is different for each search, on any scratch.
    stamp: u64,
}

/// A path through a search space: its nodes and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodePath {
    /// The nodes of the path in order, from the start to the goal.
    pub nodes: Vec<NodeId>,
    /// The cost of the whole path.
    pub cost: Cost,
}

/// Why a search on a [`SearchScratch`] found no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The search can't start: the search space has no node with this number.
    #[error("the search space has no node {0} to start from")]
    NoSuchStart(NodeId),
    /// No path leads to a goal.
    #[error("no path leads to a goal")]
    Unreachable,
    /// Every path to a goal costs more than [`Cost`] can represent.
    #[error("the cost of the path is too great to be represented")]
    TooCostly,
}

impl SearchScratch {
    /// An empty scratch. The first search allocates its memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a search at the node `start`, and forgets the previous search. [`SearchScratch::run`] continues the search.
    ///
    /// `estimate` is a lower bound on the cost from a node to the nearest goal.
    ///
    /// # Panics
    /// If the space has more than 2²⁸ nodes. May also panic if `start` is not a node of the space.
    pub fn begin(&mut self, space: &impl Neighbours, start: NodeId, estimate: impl Fn(NodeId) -> Cost) {
        self.stamp = UniqueId::next().get();
        self.start = start;
        self.astar.begin(&mut self.state, space, start, estimate);
    }

    /// Continues the search as far as the [budget](Budget) of expansions goes.
    ///
    /// Pass the same space, estimate and goals in every call of one search. The path found is the cheapest if the estimate is
    /// admissible, that is, never greater than the true cost.
    ///
    /// Complexity: O(E + V log V) for V nodes and E steps reached, if the estimate is consistent. With an inconsistent estimate,
    /// a node may be expanded several times. The number of repeated expansions is limited: when it exceeds 1000 and also exceeds
    /// the number of first expansions, all estimates count as 0 from then on. So no search makes more than 3 V + 1000 expansions.
    ///
    /// # Errors
    /// [`SearchError::Unreachable`] or [`SearchError::TooCostly`].
    pub fn run(
        &mut self,
        space: &impl Neighbours,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
    ) -> Poll<Result<NodePath, SearchError>> {
        // A practice search that has begun on this scratch must not continue after this search.
        self.stamp = UniqueId::next().get();
        let before = self.state.expanded;
        let status = self.go_on(space, estimate, &is_goal, budget.slice(), visitor);
        budget.spend(self.state.expanded - before);
        match status {
            SearchStatus::Found { goal, cost } => Poll::Ready(Ok(NodePath { nodes: self.chain(goal), cost })),
            SearchStatus::Paused => Poll::Pending,
            SearchStatus::Exhausted => Poll::Ready(Err(self.why_exhausted(space, is_goal))),
        }
    }

    /// Continues a search of paths across a grid, for at most `slice` expansions.
    pub(crate) fn go_on(
        &mut self,
        space: &impl Neighbours,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
        slice: u32,
        visitor: &mut impl Visitor,
    ) -> SearchStatus {
        self.astar.run(&mut self.state, space, estimate, is_goal, slice, visitor)
    }

    /// A number that changes with each search that begins on this scratch. No other scratch has it, except a copy.
    pub(crate) const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Finds the cheapest path from `start` to any node for which `is_goal` returns `true`, in one call.
    ///
    /// `estimate` is a lower bound on the cost from a node to the nearest goal. With `|_| Cost::ZERO` the search is Dijkstra's
    /// algorithm.
    ///
    /// # Errors
    /// [`SearchError`] says why there is no path.
    pub fn astar(
        &mut self,
        space: &impl Neighbours,
        start: NodeId,
        estimate: impl Fn(NodeId) -> Cost,
        is_goal: impl Fn(NodeId) -> bool,
    ) -> Result<NodePath, SearchError> {
        self.astar_watched(space, start, estimate, is_goal, &mut ())
    }

    /// Does the same as [`SearchScratch::astar`]. In addition, the search reports to `visitor` what it does, for example every
    /// expansion.
    ///
    /// # Errors
    /// The same as [`SearchScratch::astar`].
    pub fn astar_watched(
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
        Budget::finish(|budget| self.run(space, &estimate, &is_goal, budget, visitor))
    }

    /// Why a search that is exhausted found no goal.
    fn why_exhausted(&self, space: &impl Neighbours, is_goal: impl Fn(NodeId) -> bool) -> SearchError {
        match self.state.too_costly && leads_on(space, self.start, is_goal) {
            true => SearchError::TooCostly,
            false => SearchError::Unreachable,
        }
    }

    /// The nodes of the cheapest path found so far from the start to `node`, both included. Empty if the last search has not
    /// reached `node`.
    #[must_use]
    pub fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain = Vec::new();
        if self.state.pool.has_chain(node) {
            self.state.pool.chain(node, &mut chain);
        }
        chain
    }

    /// Does the same as [`SearchScratch::chain`], in scratch memory.
    pub(crate) fn chain_in_scratch(&mut self, node: NodeId) -> &[NodeId] {
        self.state.chain(node)
    }

    /// The lowest cost found so far from the start to `node`. [`Cost::INFINITE`] if the last search has not reached `node`.
    #[must_use]
    pub fn cost_to(&self, node: NodeId) -> Cost {
        if self.state.pool.has_reached(node) { self.state.pool.g(node) } else { Cost::INFINITE }
    }

    /// The number of expansions since the search began. A node that is expanded twice counts twice. 0 after a path query that was
    /// refused without a search.
    #[must_use]
    pub const fn nodes_expanded(&self) -> u32 {
        self.state.expanded
    }

    /// The number of times that a node was put on the open list since the search began. The start counts, too. A node that is put
    /// on the list again, at a lower cost, counts again.
    #[must_use]
    pub const fn nodes_generated(&self) -> u32 {
        self.state.generated
    }

    /// Returns whether the search left out a step because the cost of the path with this step would be too great for a
    /// [`Cost`].
    #[must_use]
    pub const fn met_too_costly(&self) -> bool {
        self.state.too_costly
    }

    /// The expansions of the current search, plus the work of learning jumps in all searches on this scratch, as the number of expansions
    /// that take about the same time. Only the difference between two results means anything.
    pub(crate) fn effort(&self) -> u64 {
        u64::from(self.state.expanded) + self.field.looks() * EXPANSIONS_PER_LOOK
    }

    /// The expansions and generations of the current search over a cost field, those by detours first, then those of the engine.
    pub(crate) const fn field_counts(&self) -> [[u32; 2]; 2] {
        let [expanded, generated] = self.field.by_detours(&self.state);
        [[expanded, generated], [self.state.expanded - expanded, self.state.generated - generated]]
    }

    /// Counts expansions that an earlier search made for the same path.
    pub(crate) const fn count_earlier(&mut self, [expanded, generated]: [u32; 2]) {
        self.state.expanded = self.state.expanded.saturating_add(expanded);
        self.state.generated = self.state.generated.saturating_add(generated);
    }

    /// Forgets how many nodes the previous search expanded and generated.
    pub(crate) const fn forget_counts(&mut self) {
        self.state.clear_counts();
    }

    /// Forgets the previous search, for a search that begins later.
    pub(crate) fn claim(&mut self) {
        self.stamp = UniqueId::next().get();
        self.state.clear_counts();
    }

    /// Begins a search over a cost field at padded coordinates. The scratch must have been [claimed](Self::claim). The counts continue.
    pub(crate) fn begin_field(&mut self, space: &FieldSpace, start: (usize, usize), engine: Engine) {
        let earlier = [self.state.expanded, self.state.generated];
        self.field.begin(&mut self.state, space, start, self.forced.unwrap_or(engine));
        self.count_earlier(earlier);
    }

    /// Continues the search over a cost field, for at most `slice` expansions.
    pub(crate) fn run_field(&mut self, space: &FieldSpace, slice: u32) -> SearchStatus {
        self.field.run(&mut self.state, space, slice)
    }

    /// Writes down the cells of the path to a node that a search over a cost field has reached, with the cost to each.
    pub(crate) fn write_field_path(
        &mut self,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        self.field.write_path(&mut self.state, field, goal, cells, costs);
    }
}

/// Returns whether a path leads from `start` to a goal, whatever the path costs.
fn leads_on(space: &impl Neighbours, start: NodeId, is_goal: impl Fn(NodeId) -> bool) -> bool {
    let mut reached = vec![false; space.node_count()];
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        if core::mem::replace(&mut reached[node as usize], true) {
            continue;
        }
        if is_goal(node) {
            return true;
        }
        space.for_each_neighbour(node, |next, _| open.push(next));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astar::{Recorder, neighbours};

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
        let mut search = SearchScratch::new();
        let blind = search.astar(&space, 0, |_| Cost::ZERO, |node| node == 10).unwrap();
        let blind_expanded = search.nodes_expanded();
        let estimate = |node: NodeId| Cost::from_units(if node <= 10 { 10 - node } else { 90 });
        let guided = search.astar(&space, 0, estimate, |node| node == 10).unwrap();
        assert_eq!(blind, guided);
        assert_eq!(search.nodes_expanded(), 11);
        assert_eq!(blind_expanded, 20);
    }

    #[test]
    fn slices_add_up_to_the_search_in_one_go() {
        let space = line(50);
        let mut whole = SearchScratch::new();
        let mut seen_whole = Recorder::default();
        let path =
            whole.astar_watched(&space, 0, |_| Cost::ZERO, |node| node == 40, &mut seen_whole).unwrap();
        let mut sliced = SearchScratch::new();
        let mut seen = Recorder::default();
        sliced.begin(&space, 0, |_| Cost::ZERO);
        let mut slices = 0;
        let found = loop {
            slices += 1;
            let mut budget = Budget::new(7);
            let is_goal = |node| node == 40;
            if let Poll::Ready(found) = sliced.run(&space, |_| Cost::ZERO, is_goal, &mut budget, &mut seen) {
                assert_eq!(budget.left(), 1, "41 expansions");
                break found;
            }
            assert!(budget.is_spent());
        };
        assert_eq!((slices, found), (6, Ok(path)));
        assert_eq!(seen, seen_whole);
    }

    #[test]
    fn scratch_used_again_gives_the_same_answer() {
        let mut search = SearchScratch::new();
        let first = search.astar(&line(30), 3, |_| Cost::ZERO, |node| node == 20);
        assert_eq!(
            search.astar(&line(5), 0, |_| Cost::ZERO, |node| node == 20),
            Err(SearchError::Unreachable)
        );
        assert_eq!(first, search.astar(&line(30), 3, |_| Cost::ZERO, |node| node == 20));
    }

    #[test]
    fn a_path_too_costly_to_represent_is_not_the_same_as_no_path() {
        let space = neighbours::from_fn(4, |node, visit| visit(node + 1, Cost::from_units(u32::MAX / 2)));
        let mut search = SearchScratch::new();
        let to = |search: &mut SearchScratch, goal: NodeId| {
            search.astar(&space, 0, |_| Cost::ZERO, move |node| node == goal)
        };
        assert!(to(&mut search, 2).is_ok());
        assert_eq!(to(&mut search, 3), Err(SearchError::TooCostly));
        assert_eq!(
            to(&mut search, 9),
            Err(SearchError::Unreachable),
            "a step is too costly, but leads nowhere"
        );
    }

    #[test]
    fn nodes_that_were_not_reached_have_no_chain_and_no_cost() {
        let mut search = SearchScratch::new();
        assert_eq!((search.chain(3), search.cost_to(3)), (vec![], Cost::INFINITE), "before any search");
        search.astar(&line(50), 0, |_| Cost::ZERO, |node| node == 40).unwrap();
        search.astar(&line(50), 30, |_| Cost::ZERO, |node| node == 33).unwrap();
        assert_eq!(search.chain(33), [30, 31, 32, 33]);
        for node in [5, 29, 40, 50, u32::MAX] {
            assert_eq!((search.chain(node), search.cost_to(node)), (vec![], Cost::INFINITE), "{node}");
        }
    }

    #[test]
    fn a_start_that_does_not_exist_is_named() {
        let mut search = SearchScratch::new();
        assert_eq!(search.astar(&line(5), 9, |_| Cost::ZERO, |_| true), Err(SearchError::NoSuchStart(9)));
    }
}
