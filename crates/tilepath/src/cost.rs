//! Exact integer costs: route costs, step lengths, and the fixed-point unit that danger is counted in.

use core::fmt;

/// Fixed-point units in one tile: terrain costs, danger and weights are counted in sixteenths of a tile.
pub const UNITS_PER_TILE: u32 = 16;

/// The greatest weight of a cell, in sixteenths of a tile. More danger than that changes nothing.
pub(crate) const MAX_WEIGHT: u32 = u32::MAX >> 1;

/// The exact cost of a route or of a step, an integer.
///
/// One straight step onto plain ground (terrain cost 1, no danger) costs
/// `StepLengths::straight() * UNITS_PER_TILE`, which is 6,528 with the default lengths.
/// Use [`StepLengths::in_tiles`] to show a cost to people.
///
/// Sums never wrap: [`Cost::checked_add`] says when a sum can't be represented, and a search answers
/// such a route with [`PathError::TooCostly`](crate::PathError::TooCostly).
/// With the default lengths that is beyond some 657,000 tiles of plain ground; smaller lengths reach further
/// ([`StepLengths::CLASSIC`]: 26 million tiles).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cost(u32);

impl Cost {
    /// The cost of standing still.
    pub const ZERO: Self = Self(0);
    /// No finite cost. Never the cost of a route.
    pub const INFINITE: Self = Self(u32::MAX);

    /// A cost of this many units. `u32::MAX` is [`Cost::INFINITE`].
    #[must_use]
    pub const fn from_units(units: u32) -> Self {
        Self(units)
    }

    /// The cost as an integer.
    #[must_use]
    pub const fn units(self) -> u32 {
        self.0
    }

    /// The sum, or `None` where it can't be represented.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(u32::MAX) | None => None,
            Some(sum) => Some(Self(sum)),
        }
    }

    /// The sum, or [`Cost::INFINITE`] where it can't be represented.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, or [`Cost::ZERO`] where `other` is dearer.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The cost of entering a cell of this weight by a step of this length; [`Cost::INFINITE`] where that can't be represented.
    #[must_use]
    pub const fn of_step(length: u32, weight: u32) -> Self {
        let units = length as u64 * weight as u64;
        if units >= u32::MAX as u64 { Self::INFINITE } else { Self(units as u32) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How long a straight and a diagonal step are, as a pair of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepLengths {
    straight: u32,
    diagonal: u32,
}

impl StepLengths {
    /// 408 : 577, which is 1 : √2 within 2 · 10⁻⁶. The default.
    pub const EUCLIDEAN: Self = Self::pair(408, 577);
    /// 10 : 14, the pair of many tutorials, 1 % short of √2.
    pub const CLASSIC: Self = Self::pair(10, 14);
    /// 1 : 1, a diagonal step is as good as a straight one.
    pub const UNIFORM: Self = Self::pair(1, 1);
    /// The longest straight step that [`StepLengths::new`] takes.
    pub const MAX_STRAIGHT: u32 = 4096;

    const fn pair(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// A pair of lengths with `1 ≤ straight ≤ diagonal ≤ 2 · straight` and `straight ≤ 4096`.
    ///
    /// # Errors
    /// [`InvalidStepLengths`] where the pair breaks that rule.
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

    /// Length of a step to one of the four edge neighbours.
    #[must_use]
    pub const fn straight(self) -> u32 {
        self.straight
    }

    /// Length of a step to one of the four corner neighbours.
    #[must_use]
    pub const fn diagonal(self) -> u32 {
        self.diagonal
    }

    /// A cost in tiles of plain ground (terrain cost 1, no danger, straight steps).
    #[must_use]
    pub fn in_tiles(self, cost: Cost) -> f64 {
        f64::from(cost.units()) / f64::from(self.straight * UNITS_PER_TILE)
    }
}

impl Default for StepLengths {
    fn default() -> Self {
        Self::EUCLIDEAN
    }
}

/// A pair of step lengths that [`StepLengths::new`] refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidStepLengths {
    /// The straight length that was given.
    pub straight: u32,
    /// The diagonal length that was given.
    pub diagonal: u32,
}

impl fmt::Display for InvalidStepLengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "step lengths {} : {} are out of range: need 1 <= straight <= diagonal <= 2 * straight and straight <= {}",
            self.straight,
            self.diagonal,
            StepLengths::MAX_STRAIGHT
        )
    }
}

impl core::error::Error for InvalidStepLengths {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_never_wrap_and_never_become_infinite() {
        let large = Cost::from_units(u32::MAX - 1);
        assert_eq!(large.checked_add(Cost::ZERO), Some(large));
        assert_eq!(large.checked_add(Cost::from_units(1)), None);
        assert_eq!(large.checked_add(large), None);
        assert_eq!(large.saturating_add(large), Cost::INFINITE);
    }

    #[test]
    fn a_step_too_dear_to_represent_is_infinite() {
        assert_eq!(Cost::of_step(4096, u32::MAX), Cost::INFINITE);
        assert_eq!(Cost::of_step(408, 16), Cost::from_units(6528));
    }

    #[test]
    fn default_lengths_are_close_to_the_square_root_of_two() {
        let lengths = StepLengths::default();
        let ratio = f64::from(lengths.diagonal()) / f64::from(lengths.straight());
        assert!((ratio - core::f64::consts::SQRT_2).abs() < 1e-5);
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
