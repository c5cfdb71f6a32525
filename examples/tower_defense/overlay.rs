//! The overlays of the game.

use crate::shared::overlays;

/// What can be shown over the board.
#[derive(Clone, Copy, PartialEq)]
pub enum Overlay {
    Danger,
    /// The cells that the last search expanded, and the path that it found.
    Search,
    /// The cost and weight of each of these cells.
    Numbers,
}

impl overlays::Overlay for Overlay {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Danger, "danger"),
        (Self::Search, "last search"),
        (Self::Numbers, "its numbers: cost to reach, weight"),
    ];
}
