//! Exact integer costs, and the rule by which a step is priced.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::fmt;

/// The exact cost of a path or of a step, as a whole number of cost units.
///
/// With the default step lengths, one straight step onto plain ground (terrain cost 1, no danger) costs 6,528 units: the length
/// 408 times the weight 16 ([`PLAIN_WEIGHT`](crate::PLAIN_WEIGHT)). [`StepLengths::cost_of_tiles`](crate::StepLengths::cost_of_tiles)
/// converts tiles to a cost.
///
/// To show a cost to people, convert it to tiles with [`StepLengths::in_tiles`](crate::StepLengths::in_tiles). A cost alone does not know
/// how long a step is, so its text names its units:
///
/// ```
/// use tilepath::{Cost, StepLengths};
/// let lengths = StepLengths::default();
/// let cost = lengths.cost_of_tiles(2.5);
/// assert_eq!(format!("{} tiles", lengths.in_tiles(cost)), "2.5 tiles");
/// assert_eq!(cost.to_string(), "16320 units");
/// assert_eq!(Cost::INFINITE.to_string(), "infinite");
/// ```
///
/// Sums never wrap: [`Cost::checked_add`] returns `None` if the sum is too large. A search fails with
/// [`PathError::TooCostly`](crate::PathError::TooCostly) if the cost of its path is too large.
///
/// The greatest cost is the cost of about 657,000 tiles of plain ground with the default step lengths, and of 26 million tiles
/// with the smaller lengths of [`StepLengths::CLASSIC`](crate::StepLengths::CLASSIC).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct Cost(u32);

impl Cost {
    /// The zero cost, for example of a path without steps.
    pub const ZERO: Self = Self(0);
    /// The infinite cost, greater than the cost of any path.
    pub const INFINITE: Self = Self(u32::MAX);

    /// A cost of this many units. By default, one straight step onto plain ground costs 6,528 units (see [`Cost`]). `u32::MAX`
    /// units are [`Cost::INFINITE`].
    #[must_use]
    pub const fn from_units(units: u32) -> Self {
        Self(units)
    }

    /// The cost as a number of units. `u32::MAX` for [`Cost::INFINITE`].
    #[must_use]
    pub const fn units(self) -> u32 {
        self.0
    }

    /// The sum of the two costs. `None` if the sum can't be represented, or if either cost is [`Cost::INFINITE`].
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(u32::MAX) | None => None,
            Some(sum) => Some(Self(sum)),
        }
    }

    /// The sum of the two costs, or [`Cost::INFINITE`] if the sum can't be represented.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference of the two costs, or [`Cost::ZERO`] if `other` is greater.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The cost of a step: its length times the weight of the entered cell. `length` is one of the
    /// [`StepLengths`](crate::StepLengths): 408 for a straight step by default. `weight` is 16 for plain ground, which has a
    /// terrain cost of 1. Each additional 1 of terrain cost or danger adds 16.
    ///
    /// [`Cost::INFINITE`] if the cost can't be represented, or if the weight is 2³¹ − 1 or more.
    #[must_use]
    pub const fn of_step(length: u32, weight: u32) -> Self {
        let units = step_units(length as u64, weight);
        if units >= u32::MAX as u64 { Self::INFINITE } else { Self(units as u32) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::INFINITE => f.write_str("infinite"),
            Self(units) => write!(f, "{units} units"),
        }
    }
}

/// The cost rule, in units: a step costs its length times the weight of the cell that it enters.
///
/// A cell of [`MAX_WEIGHT`] or more costs more than can be represented, however short the step is.
/// A run of several steps into cells of one weight counts as one step of their length. Hot paths that add up costs use this, all
/// other code [`Cost::of_step`].
#[inline(always)]
pub(crate) const fn step_units(length: u64, weight: u32) -> u64 {
    if weight >= MAX_WEIGHT { u32::MAX as u64 } else { length * weight as u64 }
}

/// Weights are not counted beyond this. A cell of this weight can't be entered at a cost that can be represented.
pub(crate) const MAX_WEIGHT: u32 = u32::MAX >> 1;

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
    fn a_step_too_costly_to_represent_is_infinite() {
        assert_eq!(Cost::of_step(4096, u32::MAX), Cost::INFINITE);
        assert_eq!(Cost::of_step(408, 16), Cost::from_units(6528));
        assert_eq!(Cost::of_step(1, MAX_WEIGHT), Cost::INFINITE);
        assert_eq!(Cost::of_step(1, MAX_WEIGHT - 1), Cost::from_units(MAX_WEIGHT - 1));
    }
}
