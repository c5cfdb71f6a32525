//! The algorithms and heuristics of the menus.

use tilepath::Heuristic;

/// How a pane searches. All of it is done by `tilepath`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Algorithm {
    #[default]
    AStar,
    /// A* without an estimate.
    Dijkstra,
    /// The estimate alone decides.
    Greedy,
    /// A* with an inflated estimate.
    Weighted,
    /// Jump point search: over the cost field of a prepared map.
    JumpPoint,
    /// The cost from every cell to the goal, and the path that leads down it.
    GoalField,
}

impl Algorithm {
    pub const ALL: [Self; 6] =
        [Self::AStar, Self::Dijkstra, Self::Greedy, Self::Weighted, Self::JumpPoint, Self::GoalField];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AStar => "A*",
            Self::Dijkstra => "Dijkstra",
            Self::Greedy => "Greedy best-first",
            Self::Weighted => "Weighted A*",
            Self::JumpPoint => "Jump point search",
            Self::GoalField => "Goal field",
        }
    }

    /// What it is, in a sentence for the status line.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::AStar => "A*: expands the cell with the least f = g + h first. The path is the cheapest.",
            Self::Dijkstra => {
                "Dijkstra: the least g first, no estimate. The cheapest path, in all directions."
            }
            Self::Greedy => {
                "Greedy best-first: the least h first, whatever it cost so far. Fast, often a detour."
            }
            Self::Weighted => "Weighted A*: f = g + w h. At most w times as costly as the cheapest path.",
            Self::JumpPoint => {
                "Jump point search: A* that runs straight over even ground. Lines: the runs to jump points."
            }
            Self::GoalField => {
                "Goal field: the cost from every cell to the goal, shared by any number of agents."
            }
        }
    }

    /// Returns whether the heuristic of the pane says anything.
    #[must_use]
    pub const fn has_heuristic(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy | Self::Weighted)
    }
}

/// The heuristics of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HeuristicChoice {
    /// The tightest for the map.
    #[default]
    Auto,
    Manhattan,
    Euclidean,
    Diagonal,
    Chebyshev,
    Zero,
    /// The square of the straight line: far too high.
    Squared,
}

impl HeuristicChoice {
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Manhattan,
        Self::Euclidean,
        Self::Diagonal,
        Self::Chebyshev,
        Self::Zero,
        Self::Squared,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "Auto heuristic",
            Self::Manhattan => "Manhattan",
            Self::Euclidean => "Euclidean",
            Self::Diagonal => "Diagonal (octile)",
            Self::Chebyshev => "Chebyshev",
            Self::Zero => "Zero heuristic",
            Self::Squared => "Squared (too high!)",
        }
    }

    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Auto => "The tightest for the map: Manhattan without diagonals, otherwise Diagonal.",
            Self::Manhattan => {
                "dx + dy, scaled down where diagonal steps are allowed, so that it never overestimates."
            }
            Self::Euclidean => "The straight line.",
            Self::Diagonal => "Diagonal steps as far as they go, then straight ones.",
            Self::Chebyshev => "The larger of dx and dy.",
            Self::Zero => "No estimate: A* becomes Dijkstra's algorithm.",
            Self::Squared => {
                "A famous mistake: dx\u{b2} + dy\u{b2} without the root. Not admissible: A* may return a dearer path."
            }
        }
    }

    #[must_use]
    pub const fn heuristic(self) -> Heuristic {
        match self {
            Self::Auto => Heuristic::Auto,
            Self::Manhattan => Heuristic::Manhattan,
            Self::Euclidean => Heuristic::Euclidean,
            Self::Diagonal => Heuristic::Diagonal,
            Self::Chebyshev => Heuristic::Chebyshev,
            Self::Zero => Heuristic::Zero,
            Self::Squared => Heuristic::Custom(|offset| offset.length_squared()),
        }
    }

    /// Returns whether the estimate is never higher than the true cost, so that A* finds the cheapest path.
    #[must_use]
    pub const fn is_admissible(self) -> bool {
        !matches!(self, Self::Squared)
    }
}
