//! The overlays of the game.

use kit::overlays;

/// What can be shown over the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overlay {
    Danger,
    /// The cells that the last search expanded, and the path that it found.
    Search,
    /// The cost and weight of each of these cells.
    Numbers,
    /// The paths that the next wave would take now.
    NextWave,
    /// The paths that all viruses are on.
    Paths,
}

impl overlays::Overlay for Overlay {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Danger, "danger"),
        (Self::Search, "search"),
        (Self::Numbers, "numbers"),
        (Self::NextWave, "next wave"),
        (Self::Paths, "paths"),
    ];
}
