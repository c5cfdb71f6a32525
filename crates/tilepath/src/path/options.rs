//! The options that a query of the core and a request of the plugin have in common.

use crate::ground::Heuristic;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// The options of a search, besides its start and goals.
///
/// ```
/// use tilepath::{PathOptions, PathQuery};
/// let patient = PathOptions::default().within(1.5).allow_partial();
/// let query = PathQuery::new([0, 0].into(), [9, 9].into()).with_options(patient);
/// assert_eq!(query.options.range, 1.5);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct PathOptions {
    /// How near to a goal the path must end, in tiles, on a straight line between cell centres. 0 is the goal itself.
    ///
    /// Walls are ignored: a path may end next to the goal with a wall between. This is the range of an arrow that flies over walls. For
    /// melee, and for shots that walls stop, also ask for [sight](PathOptions::in_sight).
    #[cfg_attr(feature = "serde", serde(with = "super::unbounded"))]
    pub range: f32,
    /// Whether the path must end in sight of the goal: the straight line to the goal touches no wall except the goal's own cell, not even
    /// at a corner.
    pub in_sight: bool,
    /// The estimate that guides the search. With any estimate, a search that reaches n cells makes fewer than 3 n + 1000 expansions: when
    /// it has repeated more expansions than it made for the first time, it continues without an estimate.
    pub heuristic: Heuristic,
    /// Inflation of the estimate, 1 to [`PathOptions::MAX_INFLATION`]. At 1 the path is the cheapest. At `w` the path costs at most `w`
    /// times as much, for fewer expansions (weighted A*: Pohl, "Heuristic search viewed as path finding in a graph", 1970). At infinity
    /// only the estimate counts ([`PathOptions::greedy`]).
    #[cfg_attr(feature = "serde", serde(with = "super::unbounded"))]
    pub inflation: f32,
    /// Whether to return a partial path if no goal can be reached: the path to the reachable cell nearest to a goal. Nearest means: by the
    /// straight line between cell centres, then by the cost to reach the cell, then the cell that the search expanded first. At least one
    /// goal must be on the map.
    pub allow_partial: bool,
    /// The number of expansions after which the search gives up with `PathError::ExpansionLimit`. `None` is no limit. A path that reports
    /// `n` [expansions](crate::Path::nodes_expanded) needs a limit of `n`.
    pub max_expansions: Option<u32>,
}

impl Default for PathOptions {
    /// The cheapest path to a goal itself, however long the search takes.
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Builder methods for types that hold [`PathOptions`]: write `path_option_builders!(options)` in an `impl` of a type with a field
/// `options`.
///
/// ```
/// use tilepath::PathOptions;
/// struct Request {
///     options: PathOptions,
/// }
/// impl Request {
///     tilepath::path_option_builders!(options);
/// }
/// let request = Request { options: PathOptions::default() }.within(2.0).allow_partial();
/// assert_eq!(request.options, PathOptions::default().within(2.0).allow_partial());
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! path_option_builders {
    ($($options:ident)?) => {
        /// Ends the path at any cell within `range` tiles of a goal, on a straight line between cell centres. The goal itself may then be a
        /// wall. Other walls are ignored: this is the range of a shot that flies over walls. For melee, and for shots that walls stop, also
        /// ask to end [in sight](Self::in_sight).
        #[must_use]
        pub const fn within(mut self, range: f32) -> Self {
            self$(.$options)?.range = range;
            self
        }

        /// Ends the path only at cells from which a straight line to the goal touches no wall, not even at a corner. The goal itself may be
        /// a wall.
        #[must_use]
        pub const fn in_sight(mut self) -> Self {
            self$(.$options)?.in_sight = true;
            self
        }

        /// Sets the heuristic that guides the search, `Heuristic::Auto` by default.
        #[must_use]
        pub const fn with_heuristic(mut self, heuristic: $crate::Heuristic) -> Self {
            self$(.$options)?.heuristic = heuristic;
            self
        }

        /// Inflates the estimate: fewer expansions, for a path that may cost up to `inflation` times as much as the cheapest.
        #[must_use]
        pub const fn with_inflation(mut self, inflation: f32) -> Self {
            self$(.$options)?.inflation = inflation;
            self
        }

        /// Makes the search a greedy best-first search: it expands cells in the order of their estimates and ignores the cost to reach
        /// them. That takes the fewest expansions on open ground, but the path may cost any number of times as much as the cheapest. If the
        /// cost of the path can't be represented, the cheapest path is searched instead. A visitor sees a g of 0. Works only on grids: a
        /// search over waypoints or over a graph refuses it.
        #[must_use]
        pub const fn greedy(mut self) -> Self {
            self$(.$options)?.inflation = f32::INFINITY;
            self
        }

        /// Returns the path to the reachable cell nearest to a goal if no goal can be reached.
        #[must_use]
        pub const fn allow_partial(mut self) -> Self {
            self$(.$options)?.allow_partial = true;
            self
        }

        /// Gives up with `PathError::ExpansionLimit` after this many expansions.
        #[must_use]
        pub const fn with_max_expansions(mut self, expansions: u32) -> Self {
            self$(.$options)?.max_expansions = Some(expansions);
            self
        }
    };
}

pub(crate) use path_option_builders;

impl PathOptions {
    /// The greatest finite inflation of the estimate.
    pub const MAX_INFLATION: f32 = 1000.0;

    /// The options of [`PathOptions::default`], for constants.
    pub const DEFAULT: Self = Self {
        range: 0.0,
        in_sight: false,
        heuristic: Heuristic::Auto,
        inflation: 1.0,
        allow_partial: false,
        max_expansions: None,
    };

    path_option_builders!();

    /// Returns whether they ask for nothing but the cheapest path.
    pub(crate) fn are_plain(&self) -> bool {
        self.allow_jumps() && !self.allow_partial
    }

    /// Returns whether they ask for a greedy best-first search.
    pub(crate) const fn is_greedy(&self) -> bool {
        self.inflation == f32::INFINITY
    }

    /// Returns whether a search may estimate as it likes, because only the cost of the path counts.
    pub(crate) fn allow_jumps(&self) -> bool {
        self.heuristic == Heuristic::Auto && self.inflation == 1.0
    }
}
