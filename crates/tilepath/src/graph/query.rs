//! What can be asked of a graph.

use crate::{astar::NodeId, cost::Cost, ground::Heuristic};
use smallvec::SmallVec;

/// A query for the cheapest path from one node to the nearest of one or more goals.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphQuery {
    starts: SmallVec<[(NodeId, Cost); 2]>,
    goals: SmallVec<[NodeId; 1]>,
    /// The estimate that guides the search. With [`Heuristic::Zero`] the search is Dijkstra's algorithm.
    pub heuristic: Heuristic,
    /// Inflation of the estimate, 1 to [`GraphQuery::MAX_INFLATION`]. At 1 the path is the cheapest. At `w` the path costs at most `w`
    /// times as much.
    pub inflation: f32,
}

impl GraphQuery {
    /// The greatest inflation of the estimate.
    pub const MAX_INFLATION: f32 = 1000.0;

    /// The path to one goal.
    #[must_use]
    pub fn new(start: NodeId, goal: NodeId) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// The path to the goal that is cheapest to reach, of several goals. One search finds it.
    #[must_use]
    pub fn to_nearest(start: NodeId, goals: impl IntoIterator<Item = NodeId>) -> Self {
        Self::from_any([(start, Cost::ZERO)], goals)
    }

    /// The cheapest path from any of several starts to any of several goals. Each start has the cost to get there, which the cost of the
    /// path includes. Use it for an agent between two nodes, which may go on to the next node or turn back.
    #[must_use]
    pub fn from_any(
        starts: impl IntoIterator<Item = (NodeId, Cost)>,
        goals: impl IntoIterator<Item = NodeId>,
    ) -> Self {
        let (starts, goals) = (starts.into_iter().collect(), goals.into_iter().collect());
        Self { starts, goals, heuristic: Heuristic::Auto, inflation: 1.0 }
    }

    /// The nodes at which the path may begin, each with the cost to get there.
    #[must_use]
    pub fn starts(&self) -> &[(NodeId, Cost)] {
        &self.starts
    }

    /// The goals. The path leads to the goal that is cheapest to reach.
    #[must_use]
    pub fn goals(&self) -> &[NodeId] {
        &self.goals
    }

    /// Sets the heuristic. The default, [`Heuristic::Auto`], is the straight line here.
    #[must_use]
    pub const fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Inflates the estimate: fewer expansions, for a path that may cost up to `inflation` times as much as the cheapest.
    #[must_use]
    pub const fn with_inflation(mut self, inflation: f32) -> Self {
        self.inflation = inflation;
        self
    }
}
