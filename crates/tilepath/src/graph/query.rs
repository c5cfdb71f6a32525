//! What can be asked of a graph.

use crate::{astar::NodeId, cost::Cost, ground::Heuristic};
use smallvec::SmallVec;

/// A query for the cheapest path in a [`Graph`](crate::Graph), from one of the starts to one of the goals.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphQuery {
    starts: SmallVec<[(NodeId, Cost); 2]>,
    goals: SmallVec<[NodeId; 1]>,
    /// The estimate that guides the search. With [`Heuristic::Zero`] the search is Dijkstra's algorithm.
    pub heuristic: Heuristic,
    /// The factor by which the estimate is multiplied, from 1 to [`GraphQuery::MAX_INFLATION`]. With 1 the path is the cheapest.
    /// With `w` the path costs at most `w` times as much as the cheapest, and the search usually expands fewer nodes.
    pub inflation: f32,
}

impl GraphQuery {
    /// The greatest [inflation](GraphQuery::inflation) of the estimate.
    pub const MAX_INFLATION: f32 = 1000.0;

    /// A query from one start to one goal.
    #[must_use]
    pub fn new(start: NodeId, goal: NodeId) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// A query from one start to several goals. One search finds the path to the goal that is cheapest to reach.
    #[must_use]
    pub fn to_nearest(start: NodeId, goals: impl IntoIterator<Item = NodeId>) -> Self {
        Self::from_any([(start, Cost::ZERO)], goals)
    }

    /// A query from several starts to several goals, for the cheapest of all paths between them. Each start comes with the cost
    /// of getting to this start. The cost of the path includes this cost.
    ///
    /// Use this for an agent that is between two nodes, and can go on or turn back.
    #[must_use]
    pub fn from_any(
        starts: impl IntoIterator<Item = (NodeId, Cost)>,
        goals: impl IntoIterator<Item = NodeId>,
    ) -> Self {
        let (starts, goals) = (starts.into_iter().collect(), goals.into_iter().collect());
        Self { starts, goals, heuristic: Heuristic::Auto, inflation: 1.0 }
    }

    /// The nodes at which the path may begin, each with the cost of getting to this node.
    #[must_use]
    pub fn starts(&self) -> &[(NodeId, Cost)] {
        &self.starts
    }

    /// The goals. The path leads to the goal that is cheapest to reach.
    #[must_use]
    pub fn goals(&self) -> &[NodeId] {
        &self.goals
    }

    /// Sets the heuristic. The default, [`Heuristic::Auto`], estimates by the straight-line distance in a graph.
    #[must_use]
    pub const fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Sets the [inflation](GraphQuery::inflation) of the estimate. With a greater inflation the search usually expands fewer
    /// nodes, but the path may cost up to `inflation` times as much as the cheapest.
    #[must_use]
    pub const fn with_inflation(mut self, inflation: f32) -> Self {
        self.inflation = inflation;
        self
    }
}
