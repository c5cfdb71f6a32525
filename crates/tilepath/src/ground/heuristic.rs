//! Heuristics: lower bounds on the cost of the rest of a path.

use super::{diagonal_rule::DiagonalRule, offset::Offset, step_lengths::StepLengths, topology::Topology};
use crate::cost::Cost;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::fmt;
use glam::{IVec2, Vec2};

/// How a search estimates the cost of the rest of the path from the distance to the goal. In the formulas, `dx` is the distance
/// along x, and `dy` is the distance along y.
///
/// Every heuristic except [`Heuristic::Custom`] finds the cheapest path, with every diagonal rule and with all step lengths. The
/// heuristics differ in the number of cells that a search expands. With an [inflation](crate::PathOptions::inflation) above 1,
/// the path may be more expensive.
///
/// The estimate is multiplied by the cost of the cheapest terrain on the map. So the estimate is never greater than the true
/// cost, even if terrains have different costs.
///
/// On hexagons, [`Heuristic::Manhattan`] and [`Heuristic::Diagonal`] are both the number of steps over open ground.
///
/// *Source:* Amit Patel, "Heuristics" (Red Blob Games).
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
    /// The best built-in estimate for the map: [`Heuristic::Manhattan`] if diagonal steps are not allowed, otherwise
    /// [`Heuristic::Diagonal`]. In a graph `Auto` is the straight-line distance.
    #[default]
    Auto,
    /// The Manhattan distance `dx + dy`. If diagonal steps are allowed, the sum is scaled down so that it never exceeds the true
    /// cost.
    Manhattan,
    /// The straight-line distance.
    Euclidean,
    /// The octile distance: as many diagonal steps as possible, then straight steps.
    Diagonal,
    /// The Chebyshev distance: `max(dx, dy)`.
    Chebyshev,
    /// Always 0. The search is then Dijkstra's algorithm.
    Zero,
    /// Your own estimate in tiles. The function gets the distances between the centres of two cells along x and along y, in
    /// tiles. Diamonds are measured as if they were squares. Axial hexagons are measured as hexagons in rows.
    ///
    /// The estimate is multiplied by the cost of the cheapest terrain on the map. NaN and negative values count as 0. If the
    /// function overestimates, the path found may not be the cheapest.
    ///
    /// serde can't write a `Custom` heuristic. Reflection can't set the function: a `Custom` made by an inspector or a scene
    /// estimates 0.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(
        #[cfg_attr(feature = "bevy_reflect", reflect(ignore, default = "super::reflected::zero_estimate"))]
        fn(Vec2) -> f32,
    ),
}

impl Heuristic {
    /// All heuristics except [`Heuristic::Custom`], for menus and tests.
    pub const BUILT_IN: [Self; 6] =
        [Self::Auto, Self::Manhattan, Self::Euclidean, Self::Diagonal, Self::Chebyshev, Self::Zero];

    /// The estimated cost from one cell to another. `cheapest` is the lowest weight of a free cell on the map: 16 for plain
    /// ground (see [`PricedGrid::cheapest`](crate::PricedGrid::cheapest)).
    #[must_use]
    pub fn estimate(self, from: IVec2, to: IVec2, topology: Topology, cheapest: u32) -> Cost {
        self.estimate_offset(Offset::between(topology.shape(), from, to), topology, cheapest)
    }

    /// The same for a distance on the lattice.
    #[inline]
    pub(crate) fn estimate_offset(self, offset: Offset, topology: Topology, cheapest: u32) -> Cost {
        let lengths = topology.lengths();
        let straight = u64::from(lengths.straight());
        let length = match self {
            Self::Zero => 0,
            // A float beyond the integers saturates, NaN becomes 0.
            Self::Custom(function) => {
                (function(offset.on_map(topology.shape())) * lengths.straight() as f32) as u64
            }
            Self::Chebyshev => offset.x.max(offset.y).saturating_mul(straight),
            Self::Euclidean if topology.shape().is_hex() => {
                let twice =
                    u128::from(straight * straight).saturating_mul(offset.twice_hex_distance_squared());
                u64::try_from((twice / 2).isqrt()).unwrap_or(u64::MAX)
            }
            Self::Auto | Self::Manhattan | Self::Diagonal if topology.shape().is_hex() => {
                offset.hex_steps().saturating_mul(straight)
            }
            Self::Auto if topology.diagonals() == DiagonalRule::Never => {
                manhattan(offset, lengths.straight())
            }
            Self::Auto | Self::Diagonal => octile(offset, lengths),
            Self::Manhattan if topology.diagonals() == DiagonalRule::Never => {
                manhattan(offset, lengths.straight())
            }
            Self::Manhattan => manhattan(offset, lengths.straight().min(lengths.diagonal() / 2)),
            Self::Euclidean => euclidean(offset, lengths),
        };
        let units = length.saturating_mul(u64::from(cheapest));
        Cost::from_units(u32::try_from(units).unwrap_or(u32::MAX))
    }
}

impl Heuristic {
    /// The distance that this heuristic measures in a [graph](crate::Graph) between two nodes, in floating point. `offset` is the
    /// difference of their positions. `None` for [`Heuristic::Zero`]. [`Heuristic::Auto`] measures the straight line.
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

const fn manhattan(offset: Offset, length: u32) -> u64 {
    (offset.x + offset.y) * length as u64
}

fn octile(offset: Offset, lengths: StepLengths) -> u64 {
    let (long, short) = (offset.x.max(offset.y), offset.x.min(offset.y));
    short * u64::from(lengths.diagonal()) + (long - short) * u64::from(lengths.straight())
}

/// The straight-line distance in tiles, times `min(straight, diagonal / √2)`. The result is in units of step length. With this
/// factor, the estimate is never longer than a real path.
fn euclidean(offset: Offset, lengths: StepLengths) -> u64 {
    let (x, y) = (offset.x, offset.y);
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
    use crate::ground::Shape;

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

    /// One step changes the offset by at most one tile along x and y. The estimate may not fall by more than the cost of the step.
    #[test]
    fn built_in_heuristics_are_consistent_under_every_rule_and_length() {
        for topology in topologies() {
            let lengths = topology.lengths();
            for heuristic in Heuristic::BUILT_IN {
                let estimate = |x: i32, y: i32| {
                    u64::from(heuristic.estimate(IVec2::ZERO, IVec2::new(x, y), topology, 1).units())
                };
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
        let value = |heuristic: Heuristic, topology| {
            heuristic.estimate(IVec2::new(1, 7), IVec2::new(4, 3), topology, 2).units()
        };
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
        let shapes = Shape::ALL.map(|shape| Topology::default().with_shape(shape));
        for topology in topologies().chain(shapes) {
            for heuristic in Heuristic::BUILT_IN {
                let far = heuristic.estimate(IVec2::MIN, IVec2::MAX, topology, u32::MAX);
                let near = heuristic.estimate(IVec2::ZERO, IVec2::splat(1000), topology, u32::MAX);
                assert!(far >= near, "{heuristic:?} {topology:?}");
                let near = |x| heuristic.estimate(IVec2::ZERO, IVec2::new(x, 3), topology, 1);
                let border = 1 << 18;
                assert!(near(border - 1) <= near(border) && near(border) <= near(border + 1));
            }
        }
    }

    /// On every shape no step lowers an estimate by more than its length, and the estimate of the default heuristic is that of a step
    /// for neighbours.
    #[test]
    fn built_in_heuristics_are_consistent_on_every_shape() {
        let mut random = fastrand::Rng::with_seed(6);
        let size = glam::UVec2::splat(12);
        for round in 0..2000 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let topology = topologies().nth(random.usize(0..20)).unwrap().with_shape(shape);
            let mut cell = || IVec2::new(random.i32(0..12), random.i32(0..12));
            let (from, to) = (cell(), cell());
            for heuristic in Heuristic::BUILT_IN {
                let estimate = |from| heuristic.estimate(from, to, topology, 1).units();
                topology.for_each_step(
                    size,
                    (from.y * 12 + from.x) as usize,
                    |_| true,
                    |next, length| {
                        let next = IVec2::new(next as i32 % 12, next as i32 / 12);
                        assert!(estimate(from) <= length + estimate(next), "{heuristic:?} {topology:?}");
                        if next == to && heuristic == Heuristic::Auto {
                            assert_eq!(estimate(from), length);
                        }
                    },
                );
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
            assert_eq!(function.estimate(IVec2::ZERO, IVec2::ONE, topology, 16), expected);
        }
    }
}
