//! When a diagonal step between squares may be taken.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// When a diagonal step is legal.
///
/// A diagonal step passes two cells: a step from (0, 0) to (1, 1) passes (1, 0) and (0, 1). The rule says how many of these two
/// cells must be free, or forbids all diagonal steps. The names of the rules are those of PathFinding.js.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub enum DiagonalRule {
    /// No diagonal steps: a cell has four neighbours.
    Never,
    /// A diagonal step is legal if both cells that it passes are free. A step from (0, 0) to (1, 1) passes (1, 0) and (0, 1). No
    /// corner is cut.
    #[default]
    OnlyWhenNoObstacles,
    /// A diagonal step is legal if at least one of the two cells that it passes is free. A step from (0, 0) to (1, 1) passes
    /// (1, 0) and (0, 1).
    IfAtMostOneObstacle,
    /// Every diagonal step is legal, even between two walls that touch at a corner.
    Always,
}

impl DiagonalRule {
    /// All four rules, for menus and tests.
    pub const ALL: [Self; 4] =
        [Self::Never, Self::OnlyWhenNoObstacles, Self::IfAtMostOneObstacle, Self::Always];

    /// Returns whether the rule allows a diagonal step between two free cells. A diagonal step passes two other cells. For
    /// example, the step from (0, 0) to (1, 1) passes (1, 0) and (0, 1). The arguments say whether the first and the second of
    /// the passed cells are free.
    #[must_use]
    pub const fn allows(self, first_free: bool, second_free: bool) -> bool {
        self.allowed(first_free as u64, second_free as u64) & 1 != 0
    }

    /// The same for many steps at once, bit by bit: which of the steps are legal, by whether the first and the second of the passed
    /// cells are free.
    #[inline]
    pub(crate) const fn allowed(self, first_free: u64, second_free: u64) -> u64 {
        match self {
            Self::Never => 0,
            Self::OnlyWhenNoObstacles => first_free & second_free,
            Self::IfAtMostOneObstacle => first_free | second_free,
            Self::Always => u64::MAX,
        }
    }
}
