//! The tools and the algorithms of the page.

use tilepath::{GraphQuery, Heuristic};

/// What the left button does on the graph.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GraphTool {
    /// Drags nodes; adds one where there is none.
    #[default]
    Move,
    /// Drags an edge from one node to another.
    Link,
    /// Drags two edges, one in each direction.
    LinkBothWays,
    /// Removes nodes and edges. The right button does that with any tool.
    Remove,
    Start,
    Goal,
}

/// How a pane searches the graph. All of it is done by `tilepath`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GraphAlgorithm {
    #[default]
    Dijkstra,
    AStar,
    /// A* with twice the estimate.
    Weighted,
    /// A* with the estimate a thousand times: it all but decides alone.
    Greedy,
}

impl GraphAlgorithm {
    pub const ALL: [Self; 4] = [Self::Dijkstra, Self::AStar, Self::Weighted, Self::Greedy];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dijkstra => "Dijkstra",
            Self::AStar => "A* (straight line)",
            Self::Weighted => "Weighted A* (w = 2)",
            Self::Greedy => "Greedy (w = 1000)",
        }
    }

    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Dijkstra => "Dijkstra: the least cost so far first, no estimate. The cheapest path.",
            Self::AStar => "A*: the least cost so far + straight line to the goal first. The cheapest path.",
            Self::Weighted => "Weighted A*: the straight line counts twice. At most twice the cheapest cost.",
            Self::Greedy => "The straight line counts a thousand times: greedy best-first, often a detour.",
        }
    }

    /// Returns whether the search is sure to find the cheapest path.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Dijkstra | Self::AStar)
    }

    /// What is asked of `tilepath`.
    #[must_use]
    pub const fn ask(self, query: GraphQuery) -> GraphQuery {
        match self {
            Self::Dijkstra => query.with_heuristic(Heuristic::Zero),
            Self::AStar => query.with_heuristic(Heuristic::Euclidean),
            Self::Weighted => query.with_heuristic(Heuristic::Euclidean).with_inflation(2.0),
            Self::Greedy => {
                query.with_heuristic(Heuristic::Euclidean).with_inflation(GraphQuery::MAX_INFLATION)
            }
        }
    }
}
