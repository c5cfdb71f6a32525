//! When a diagonal step between squares may be taken.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// When a diagonal step is legal. The names are those of PathFinding.js and Godot.
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
    /// Straight steps only: four neighbours.
    Never,
    /// Only if both of the straight cells beside the step are free: no corner is cut.
    #[default]
    OnlyWhenNoObstacles,
    /// Only if at least one of the straight cells beside the step is free: single corners are cut.
    IfAtMostOneObstacle,
    /// Always, even between two blocked cells that touch at their corner.
    Always,
}

impl DiagonalRule {
    /// All four rules, for menus and tests.
    pub const ALL: [Self; 4] =
        [Self::Never, Self::OnlyWhenNoObstacles, Self::IfAtMostOneObstacle, Self::Always];

    /// Returns whether a diagonal step is legal. The arguments say whether each of the two straight cells beside it is free.
    #[must_use]
    pub const fn allows(self, first_free: bool, second_free: bool) -> bool {
        match self {
            Self::Never => false,
            Self::OnlyWhenNoObstacles => first_free && second_free,
            Self::IfAtMostOneObstacle => first_free || second_free,
            Self::Always => true,
        }
    }
}
