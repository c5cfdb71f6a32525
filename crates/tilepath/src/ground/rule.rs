//! The diagonal rules as types, so that searches are compiled for each of them.

use super::topology::DiagonalRule;

/// What a search asks of a diagonal rule.
pub(crate) trait Rule {
    const RULE: DiagonalRule;
    /// There are only straight steps.
    const STRAIGHT_ONLY: bool = matches!(Self::RULE, DiagonalRule::Never);
    /// Diagonal steps may pass the corner of an obstacle.
    const CUTS_CORNERS: bool = matches!(Self::RULE, DiagonalRule::IfAtMostOneObstacle | DiagonalRule::Always);

    /// Returns whether searches sweep in a direction and don't just run: in diagonal directions, or along columns if there are no
    /// diagonals.
    #[inline]
    fn sweeps(direction: usize) -> bool {
        if Self::STRAIGHT_ONLY { direction % 2 == 1 } else { direction >= 4 }
    }

    /// Returns whether a diagonal step is legal, by which of the two straight cells beside it are free.
    #[inline]
    fn allows(first_free: bool, second_free: bool) -> bool {
        Self::RULE.allows(first_free, second_free)
    }
}

pub(crate) struct Never;
pub(crate) struct OnlyWhenNoObstacles;
pub(crate) struct IfAtMostOneObstacle;
pub(crate) struct Always;

impl Rule for Never {
    const RULE: DiagonalRule = DiagonalRule::Never;
}

impl Rule for OnlyWhenNoObstacles {
    const RULE: DiagonalRule = DiagonalRule::OnlyWhenNoObstacles;
}

impl Rule for IfAtMostOneObstacle {
    const RULE: DiagonalRule = DiagonalRule::IfAtMostOneObstacle;
}

impl Rule for Always {
    const RULE: DiagonalRule = DiagonalRule::Always;
}

/// Calls a function that is generic over a [`Rule`] with the type of a [`DiagonalRule`].
macro_rules! by_rule {
    ($diagonals:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        use $crate::ground::{Always, DiagonalRule, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles};
        match $diagonals {
            DiagonalRule::Never => $function::<Never>($($argument),*),
            DiagonalRule::OnlyWhenNoObstacles => $function::<OnlyWhenNoObstacles>($($argument),*),
            DiagonalRule::IfAtMostOneObstacle => $function::<IfAtMostOneObstacle>($($argument),*),
            DiagonalRule::Always => $function::<Always>($($argument),*),
        }
    }};
}
pub(crate) use by_rule;
