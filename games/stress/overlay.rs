//! The overlays.

use kit::overlays::{self, Shown};

/// What can be shown over the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overlay {
    /// The danger of crowds and towers.
    Danger,
    /// The path of each kind of agent of the horde from the cursor to the base.
    Paths,
}

impl Overlay {
    /// The overlays that are shown if none are asked for.
    pub fn first() -> Shown<Self> {
        "1".parse().unwrap_or_default()
    }
}

impl overlays::Overlay for Overlay {
    const ALL: &'static [(Self, &'static str)] =
        &[(Self::Danger, "danger"), (Self::Paths, "paths from the cursor")];
}
