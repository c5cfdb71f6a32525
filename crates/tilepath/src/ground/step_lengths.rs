//! How long straight and diagonal steps are.

use super::weight::PLAIN_WEIGHT;
use crate::cost::Cost;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// The length of a straight step and the length of a diagonal step. They are integers, so that all costs are exact.
///
/// Only the ratio of the two lengths decides which path is the cheapest. The default is 408 : 577, which is nearly 1 : √2.
/// Smaller numbers allow longer paths before a [`Cost`] becomes too large.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(opaque, Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct StepLengths {
    straight: u32,
    diagonal: u32,
}

impl StepLengths {
    /// 408 : 577, the default. The ratio differs from 1 : √2 by less than 0.0002 %.
    pub const EUCLIDEAN: Self = Self::pair(408, 577);
    /// 10 : 14, the pair that many tutorials use. The ratio is 1 % below √2.
    pub const CLASSIC: Self = Self::pair(10, 14);
    /// 1 : 1. A diagonal step is as long as a straight step.
    pub const UNIFORM: Self = Self::pair(1, 1);
    /// The greatest straight length that [`StepLengths::new`] accepts.
    pub const MAX_STRAIGHT: u32 = 4096;

    const fn pair(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// A pair of step lengths. Requires `1 ≤ straight ≤ diagonal ≤ 2 · straight` and `straight ≤ 4096`.
    ///
    /// # Errors
    /// [`InvalidStepLengths`] if the lengths are outside these limits.
    pub const fn new(straight: u32, diagonal: u32) -> Result<Self, InvalidStepLengths> {
        let sound = straight >= 1
            && straight <= Self::MAX_STRAIGHT
            && straight <= diagonal
            && diagonal <= 2 * straight;
        if sound {
            Ok(Self::pair(straight, diagonal))
        } else {
            Err(InvalidStepLengths { straight, diagonal })
        }
    }

    /// The length of a straight step: a step to an edge neighbour.
    #[must_use]
    pub const fn straight(self) -> u32 {
        self.straight
    }

    /// The length of a diagonal step: a step to a corner neighbour.
    #[must_use]
    pub const fn diagonal(self) -> u32 {
        self.diagonal
    }

    /// The cost of `tiles` straight steps on plain ground (terrain cost 1, no danger), rounded to a whole number of cost units.
    /// The reverse of [`StepLengths::in_tiles`].
    ///
    /// [`Cost::INFINITE`] if the cost can't be represented. Zero if `tiles` is NaN or negative.
    ///
    /// ```
    /// use tilepath::{Cost, StepLengths};
    /// let lengths = StepLengths::default();
    /// assert_eq!(lengths.cost_of_tiles(2.5), Cost::from_units(2 * 6528 + 3264));
    /// assert_eq!(lengths.in_tiles(lengths.cost_of_tiles(12.0)), 12.0);
    /// ```
    #[must_use]
    pub fn cost_of_tiles(self, tiles: f64) -> Cost {
        // A float beyond the integers saturates, NaN becomes 0.
        Cost::from_units((tiles * f64::from(self.straight * PLAIN_WEIGHT)).round() as u32)
    }

    /// Converts a cost to tiles: the number of straight steps on plain ground (terrain cost 1, no danger) that cost as much.
    #[must_use]
    pub fn in_tiles(self, cost: Cost) -> f64 {
        f64::from(cost.units()) / f64::from(self.straight * PLAIN_WEIGHT)
    }
}

impl Default for StepLengths {
    fn default() -> Self {
        Self::EUCLIDEAN
    }
}

/// The pair of step lengths that [`StepLengths::new`] refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "step lengths {straight} : {diagonal} are out of range: \
     need 1 <= straight <= diagonal <= 2 * straight and straight <= {max}",
    max = StepLengths::MAX_STRAIGHT
)]
pub struct InvalidStepLengths {
    /// The straight length that was given.
    pub straight: u32,
    /// The diagonal length that was given.
    pub diagonal: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_lengths_are_close_to_the_square_root_of_two() {
        let lengths = StepLengths::default();
        let ratio = f64::from(lengths.diagonal()) / f64::from(lengths.straight());
        assert!((ratio - core::f64::consts::SQRT_2).abs() < 1e-5);
    }

    #[test]
    fn tiles_become_a_cost_and_a_cost_becomes_tiles() {
        for lengths in [StepLengths::EUCLIDEAN, StepLengths::CLASSIC, StepLengths::UNIFORM] {
            for units in [0, 1, 6528, 4_000_000_000, u32::MAX - 1] {
                let cost = Cost::from_units(units);
                assert_eq!(lengths.cost_of_tiles(lengths.in_tiles(cost)), cost);
            }
            assert_eq!(lengths.cost_of_tiles(f64::INFINITY), Cost::INFINITE);
            assert_eq!([f64::NAN, -1.0].map(|tiles| lengths.cost_of_tiles(tiles)), [Cost::ZERO; 2]);
        }
    }

    #[test]
    fn unsound_lengths_are_refused_by_name() {
        for (straight, diagonal) in [(0, 0), (10, 9), (10, 21), (5000, 7000)] {
            let error = StepLengths::new(straight, diagonal).unwrap_err();
            assert!(error.to_string().contains(&format!("{straight} : {diagonal}")));
        }
        assert_eq!(StepLengths::new(10, 14), Ok(StepLengths::CLASSIC));
    }
}
