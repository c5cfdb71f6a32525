//! The overlays of the horde.

use kit::overlays;

/// What can be shown over the board.
#[derive(Clone, Copy, PartialEq)]
pub enum Overlay {
    Danger,
    /// The path of each kind of agent from the cursor to the base.
    Paths,
}

impl overlays::Overlay for Overlay {
    const ALL: &'static [(Self, &'static str)] =
        &[(Self::Danger, "danger"), (Self::Paths, "paths from the cursor")];
}
