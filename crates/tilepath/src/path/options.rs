//! The options that a query of the core and a request of the plugin have in common.

use crate::ground::Heuristic;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// The options of a search: where the path may end, how the search estimates costs, and when the search gives up.
/// [`PathQuery`](crate::PathQuery) adds the start and the goals.
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
    /// How near to a goal the path must end, in tiles, measured in a straight line between cell centres. 0 (the default) means at
    /// the goal itself.
    ///
    /// A body [wider than a cell](crate::CostProfile::with_size) is as near as the nearest cell that it covers: with 0 it must cover the goal, with 1
    /// it may also stand beside it. With [`by_middle`](PathOptions::by_middle), its middle counts instead.
    ///
    /// Walls make no difference: the path may end where a wall is between its end and the goal, as for an arrow that flies over
    /// walls. For melee, and for shots that walls stop, also set [`in_sight`](PathOptions::in_sight).
    #[cfg_attr(feature = "serde", serde(with = "super::unbounded"))]
    pub range: f32,
    /// Whether the path must end in sight of the goal: where the straight line to the goal touches no wall, not even at a corner.
    /// The goal's own cell may be a wall.
    pub in_sight: bool,
    /// Whether the middle of a body wider than a cell must come within the range, instead of any cell that it covers (the default). Makes no
    /// difference to agents of one cell.
    pub by_middle: bool,
    /// The estimate that guides the search. Even a bad estimate does not make a search endless: a search that reaches n cells
    /// makes fewer than 3 n + 1000 expansions. After too many repeated expansions, the search continues with an estimate of 0.
    pub heuristic: Heuristic,
    /// The factor that multiplies the estimate, from 1 to [`PathOptions::MAX_INFLATION`]. With 1 (the default) the search finds
    /// the cheapest path. With a factor of `w` the search needs fewer expansions, but the path may cost up to `w` times as much
    /// as the cheapest (weighted A*: Pohl, "Heuristic search viewed as path finding in a graph", 1970). With infinity the search
    /// is [greedy](PathOptions::greedy).
    #[cfg_attr(feature = "serde", serde(with = "super::unbounded"))]
    pub inflation: f32,
    /// Whether to return a partial path if no goal can be reached: a path to the reachable cell nearest to a goal, in a straight
    /// line between cell centres. If several cells are equally near, the path leads to the one that is cheapest to reach. At
    /// least one goal must be on the map.
    pub allow_partial: bool,
    /// The maximum number of expansions. A search that needs more fails with `PathError::ExpansionLimit`. `None` (the default)
    /// means no limit. If a path reports `n` [expansions](crate::Path::nodes_expanded), a limit of `n` is enough to find it.
    pub max_expansions: Option<u32>,
}

impl Default for PathOptions {
    /// Asks for the cheapest path to the goal itself, without a limit of expansions.
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
        /// Lets the path end at any cell within `range` tiles of a goal, measured in a straight line between cell centres. The
        /// goal itself may then be a wall.
        ///
        /// Other walls make no difference, as for a shot that flies over walls. For melee, and for shots that walls stop, also
        /// ask to end [in sight](Self::in_sight).
        #[must_use]
        pub const fn within(mut self, range: f32) -> Self {
            self$(.$options)?.range = range;
            self
        }

        /// Makes the path end at a cell in sight of the goal: the straight line to the goal touches no wall, not even at a
        /// corner. With a [range](Self::within), the goal itself may be a wall.
        #[must_use]
        pub const fn in_sight(mut self) -> Self {
            self$(.$options)?.in_sight = true;
            self
        }

        /// Lets a body wider than a cell end with its middle within the range of a goal: with no range, in the goal itself. By default, it may end
        /// wherever it covers a cell within the range. A goal beside a wall can then have no place at which the body fits.
        #[must_use]
        pub const fn by_middle(mut self) -> Self {
            self$(.$options)?.by_middle = true;
            self
        }

        /// Sets the heuristic that guides the search. The default is `Heuristic::Auto`.
        #[must_use]
        pub const fn with_heuristic(mut self, heuristic: $crate::Heuristic) -> Self {
            self$(.$options)?.heuristic = heuristic;
            self
        }

        /// Multiplies the estimate by `inflation`. A search with an inflation above 1 needs fewer expansions, but the path may
        /// cost up to `inflation` times as much as the cheapest.
        #[must_use]
        pub const fn with_inflation(mut self, inflation: f32) -> Self {
            self$(.$options)?.inflation = inflation;
            self
        }

        /// Makes the search a greedy best-first search: it always expands the cell with the lowest estimate and ignores the cost
        /// to reach this cell.
        ///
        /// A greedy search needs very few expansions on open ground, but its path may cost many times as much as the cheapest
        /// path. If the cost of the greedy path can't be represented, the search looks for the cheapest path instead. During the
        /// greedy search, a visitor sees 0 as the cost `g` of every node.
        ///
        /// Works only on grids. A search over waypoints or over a graph returns an error.
        #[must_use]
        pub const fn greedy(mut self) -> Self {
            self$(.$options)?.inflation = f32::INFINITY;
            self
        }

        /// Allows a partial path if no goal can be reached: a path to the reachable cell nearest to a goal.
        #[must_use]
        pub const fn allow_partial(mut self) -> Self {
            self$(.$options)?.allow_partial = true;
            self
        }

        /// Limits the number of expansions. A search that needs more fails with `PathError::ExpansionLimit`.
        #[must_use]
        pub const fn with_max_expansions(mut self, expansions: u32) -> Self {
            self$(.$options)?.max_expansions = Some(expansions);
            self
        }
    };
}

pub(crate) use path_option_builders;

impl PathOptions {
    /// The greatest [inflation](PathOptions::inflation) except infinity, which means a [greedy](PathOptions::greedy) search.
    pub const MAX_INFLATION: f32 = 1000.0;

    /// The same options as [`PathOptions::default`], as a constant.
    pub const DEFAULT: Self = Self {
        range: 0.0,
        in_sight: false,
        by_middle: false,
        heuristic: Heuristic::Auto,
        inflation: 1.0,
        allow_partial: false,
        max_expansions: None,
    };

    path_option_builders!();

    /// Returns whether they ask for a greedy best-first search.
    pub(crate) const fn is_greedy(&self) -> bool {
        self.inflation == f32::INFINITY
    }
}
