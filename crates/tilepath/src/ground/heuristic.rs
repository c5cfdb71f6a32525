//! Heuristics: lower bounds on the cost of the rest of a path.

use super::{
    step_lengths::StepLengths,
    topology::{DiagonalRule, Topology},
};
use crate::cost::Cost;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::fmt;
use glam::{UVec2, Vec2};

/// How a search estimates the rest of the path from the distances along x and along y.
///
/// All but [`Heuristic::Custom`] are admissible and consistent under every diagonal rule and every pair of step lengths:
/// a search with them finds the cheapest path. They differ in how many cells it expands.
///
/// *Source:* the metrics are those of Amit Patel, "Heuristics" (Red Blob Games); the scale by the cheapest terrain keeps them
/// below the true cost on weighted maps.
#[derive(Clone, Copy, Default)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub enum Heuristic {
    /// The tightest for the map: [`Heuristic::Manhattan`] if only straight steps are allowed, otherwise [`Heuristic::Diagonal`].
    #[default]
    Auto,
    /// `dx + dy`. If diagonal steps are allowed, each counts for two, so the sum is scaled down to what a diagonal step costs.
    Manhattan,
    /// The straight line.
    Euclidean,
    /// The octile distance: diagonal steps as far as they go, then straight ones.
    Diagonal,
    /// `max(dx, dy)`.
    Chebyshev,
    /// 0: the search is then Dijkstra's.
    Zero,
    /// The user's own estimate in tiles, given the distances along x and along y in tiles.
    ///
    /// It is scaled by the cheapest terrain as the others are. NaN and negative values count as 0.
    /// If it overestimates, the path found may not be the cheapest.
    ///
    /// serde refuses it. Reflection can't set the function: a `Custom` made by an inspector or a scene estimates 0.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(
        #[cfg_attr(feature = "bevy_reflect", reflect(ignore, default = "super::reflected::zero_estimate"))]
        fn(Vec2) -> f32,
    ),
}

impl Heuristic {
    /// The built-in heuristics, for menus and tests.
    pub const BUILT_IN: [Self; 6] =
        [Self::Auto, Self::Manhattan, Self::Euclidean, Self::Diagonal, Self::Chebyshev, Self::Zero];

    /// The estimate for a distance of `offset` tiles on a map whose cheapest cell weighs `cheapest`.
    #[must_use]
    #[inline]
    pub fn estimate(self, offset: UVec2, topology: Topology, cheapest: u32) -> Cost {
        let lengths = topology.lengths();
        let length = match self {
            Self::Auto if topology.diagonals() == DiagonalRule::Never => {
                manhattan(offset, lengths.straight())
            }
            Self::Auto | Self::Diagonal => octile(offset, lengths),
            Self::Manhattan if topology.diagonals() == DiagonalRule::Never => {
                manhattan(offset, lengths.straight())
            }
            Self::Manhattan => manhattan(offset, lengths.straight().min(lengths.diagonal() / 2)),
            Self::Euclidean => euclidean(offset, lengths),
            Self::Chebyshev => u64::from(offset.max_element()) * u64::from(lengths.straight()),
            Self::Zero => 0,
            // A float beyond the integers saturates, NaN becomes 0.
            Self::Custom(function) => (function(offset.as_vec2()) * lengths.straight() as f32) as u64,
        };
        let units = length.saturating_mul(u64::from(cheapest));
        Cost::from_units(u32::try_from(units).unwrap_or(u32::MAX))
    }
}

impl Heuristic {
    /// The metric in floating point, for maps that are no grids; `None` for [`Heuristic::Zero`].
    /// [`Heuristic::Auto`] is the straight line here.
    #[must_use]
    pub fn metric(self, offset: Vec2) -> Option<f64> {
        let (x, y) = (f64::from(offset.x.abs()), f64::from(offset.y.abs()));
        match self {
            Self::Auto | Self::Euclidean => Some((x * x + y * y).sqrt()),
            Self::Manhattan => Some(x + y),
            Self::Diagonal => Some(x.max(y) + (core::f64::consts::SQRT_2 - 1.0) * x.min(y)),
            Self::Chebyshev => Some(x.max(y)),
            Self::Zero => None,
            Self::Custom(function) => Some(f64::from(function(offset.abs()))),
        }
    }
}

const fn manhattan(offset: UVec2, length: u32) -> u64 {
    (offset.x as u64 + offset.y as u64) * length as u64
}

fn octile(offset: UVec2, lengths: StepLengths) -> u64 {
    let (long, short) = (offset.max_element(), offset.min_element());
    u64::from(short) * u64::from(lengths.diagonal()) + u64::from(long - short) * u64::from(lengths.straight())
}

/// The longest straight line that no path can undercut: a tile of it counts `min(straight, diagonal / √2)`.
fn euclidean(offset: UVec2, lengths: StepLengths) -> u64 {
    let (x, y) = (u64::from(offset.x), u64::from(offset.y));
    let (straight, diagonal) = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
    let twice_squared = (2 * straight * straight).min(diagonal * diagonal);
    if x.max(y) < 1 << 18 {
        return (twice_squared * (x * x + y * y) / 2).isqrt();
    }
    let (x, y) = (u128::from(x), u128::from(y));
    (u128::from(twice_squared) * (x * x + y * y) / 2).isqrt() as u64
}

impl fmt::Debug for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "Auto",
            Self::Manhattan => "Manhattan",
            Self::Euclidean => "Euclidean",
            Self::Diagonal => "Diagonal",
            Self::Chebyshev => "Chebyshev",
            Self::Zero => "Zero",
            Self::Custom(_) => "Custom",
        })
    }
}

impl PartialEq for Heuristic {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(a), Self::Custom(b)) => core::ptr::fn_addr_eq(*a, *b),
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topologies() -> impl Iterator<Item = Topology> {
        let lengths = [
            StepLengths::EUCLIDEAN,
            StepLengths::CLASSIC,
            StepLengths::UNIFORM,
            StepLengths::new(5, 10).unwrap(),
            StepLengths::new(7, 9).unwrap(),
        ];
        DiagonalRule::ALL
            .into_iter()
            .flat_map(move |rule| lengths.map(|pair| Topology::square(rule).with_lengths(pair)))
    }

    /// One step changes the offset by at most one tile along x and y; the estimate may not fall by more than the step costs.
    #[test]
    fn built_in_heuristics_are_consistent_under_every_rule_and_length() {
        for topology in topologies() {
            let lengths = topology.lengths();
            for heuristic in Heuristic::BUILT_IN {
                let estimate =
                    |x: u32, y: u32| u64::from(heuristic.estimate(UVec2::new(x, y), topology, 1).units());
                assert_eq!(estimate(0, 0), 0);
                for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
                    let here = estimate(x + 1, y + 1);
                    let straight = u64::from(lengths.straight());
                    assert!(here <= straight + estimate(x, y + 1), "{heuristic:?} {topology:?}");
                    assert!(here <= straight + estimate(x + 1, y), "{heuristic:?} {topology:?}");
                    if topology.diagonals() != DiagonalRule::Never {
                        assert!(
                            here <= u64::from(lengths.diagonal()) + estimate(x, y),
                            "{heuristic:?} {topology:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn estimates_have_their_known_values() {
        let never = Topology::square(DiagonalRule::Never).with_lengths(StepLengths::CLASSIC);
        let always = Topology::square(DiagonalRule::Always).with_lengths(StepLengths::CLASSIC);
        let offset = UVec2::new(3, 4);
        let value = |heuristic: Heuristic, topology| heuristic.estimate(offset, topology, 2).units();
        assert_eq!(value(Heuristic::Auto, never), 140);
        assert_eq!(value(Heuristic::Auto, always), 2 * (3 * 14 + 10));
        assert_eq!(value(Heuristic::Manhattan, always), 2 * 7 * 7);
        assert_eq!(value(Heuristic::Chebyshev, always), 80);
        assert_eq!(value(Heuristic::Euclidean, never), 2 * 49);
        assert_eq!(value(Heuristic::Zero, always), 0);
        assert_eq!(value(Heuristic::Custom(|offset| offset.x), always), 60);
    }

    #[test]
    fn an_offset_of_any_size_has_an_estimate() {
        for topology in topologies() {
            for heuristic in Heuristic::BUILT_IN {
                let far = heuristic.estimate(UVec2::MAX, topology, u32::MAX);
                assert!(far >= heuristic.estimate(UVec2::splat(1000), topology, u32::MAX));
                let near = |x| heuristic.estimate(UVec2::new(x, 3), topology, 1);
                let border = 1 << 18;
                assert!(near(border - 1) <= near(border) && near(border) <= near(border + 1));
            }
        }
    }

    #[test]
    fn invalid_custom_estimates_do_no_harm() {
        let topology = Topology::default();
        for (function, expected) in [
            (Heuristic::Custom(|_| f32::NAN), Cost::ZERO),
            (Heuristic::Custom(|_| -3.0), Cost::ZERO),
            (Heuristic::Custom(|_| f32::INFINITY), Cost::INFINITE),
        ] {
            assert_eq!(function.estimate(UVec2::ONE, topology, 16), expected);
        }
    }
}
