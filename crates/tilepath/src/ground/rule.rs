//! The rules of steps as types, so that searches are compiled for each rule.

use super::{
    diagonal_rule::DiagonalRule,
    directions::{HEX_PRIMARY, bit, hex_sides, sides},
};

/// The kind of steps on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moves {
    /// Between squares, under a diagonal rule.
    Square(DiagonalRule),
    /// Between hexagons.
    Hex,
}

/// What searches ask about the rules of steps.
pub(crate) trait Rule {
    /// The diagonal rule. On hexagons, all steps are legal.
    const RULE: DiagonalRule;
    /// The cells are hexagons: there are six directions, and no corners.
    const IS_HEX: bool = false;
    /// The kind of steps.
    const MOVES: Moves = if Self::IS_HEX { Moves::Hex } else { Moves::Square(Self::RULE) };
    /// There are only straight steps.
    const STRAIGHT_ONLY: bool = matches!(Self::RULE, DiagonalRule::Never);
    /// Diagonal steps may pass the corner of an obstacle.
    const CUTS_CORNERS: bool =
        !Self::IS_HEX && matches!(Self::RULE, DiagonalRule::IfAtMostOneObstacle | DiagonalRule::Always);

    /// Returns whether searches sweep in a direction instead of running: in diagonal directions, or along columns without diagonals; on
    /// hexagons in primary directions.
    #[inline]
    fn sweeps(direction: usize) -> bool {
        if Self::IS_HEX {
            HEX_PRIMARY & bit(direction) != 0
        } else if Self::STRAIGHT_ONLY {
            direction % 2 == 1
        } else {
            direction >= 4
        }
    }

    /// The sides to which a sweep in a direction sends runs.
    #[inline]
    fn sides(direction: usize) -> [usize; 2] {
        if Self::IS_HEX { hex_sides(direction) } else { sides(direction) }
    }

    /// Returns whether a diagonal step is legal. The arguments say whether the first and the second of the cells that it passes are free.
    #[inline]
    fn allows(first_free: bool, second_free: bool) -> bool {
        Self::RULE.allows(first_free, second_free)
    }
}

pub(crate) struct Never;
pub(crate) struct OnlyWhenNoObstacles;
pub(crate) struct IfAtMostOneObstacle;
pub(crate) struct Always;
pub(crate) struct Hex;

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

impl Rule for Hex {
    const RULE: DiagonalRule = DiagonalRule::Always;
    const IS_HEX: bool = true;
}

/// Calls a function that is generic over a [`Rule`] with the type of some [`Moves`].
macro_rules! by_rule {
    ($moves:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        use $crate::ground::{Always, DiagonalRule, Hex, IfAtMostOneObstacle, Moves, Never, OnlyWhenNoObstacles};
        match $moves {
            Moves::Square(DiagonalRule::Never) => $function::<Never>($($argument),*),
            Moves::Square(DiagonalRule::OnlyWhenNoObstacles) => $function::<OnlyWhenNoObstacles>($($argument),*),
            Moves::Square(DiagonalRule::IfAtMostOneObstacle) => $function::<IfAtMostOneObstacle>($($argument),*),
            Moves::Square(DiagonalRule::Always) => $function::<Always>($($argument),*),
            Moves::Hex => $function::<Hex>($($argument),*),
        }
    }};
}
pub(crate) use by_rule;
