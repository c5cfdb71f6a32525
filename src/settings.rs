//! The settings of the plugin.

use bevy::prelude::*;
use tilepath::{DiagonalRule, StepLengths, Topology};

/// Settings of the plugin. Insert it before or after the plugin, and change it at any time.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct PathfindingSettings {
    /// When a diagonal step may be taken.
    pub diagonals: DiagonalRule,
    /// How long straight and diagonal steps are.
    pub step_lengths: StepLengths,
    /// How many nodes all searches of a frame may expand together. A longer search goes on in the next frame.
    pub expansions_per_frame: u32,
    /// How long a failed request waits before it is searched again, in seconds. The wait doubles with every further failure.
    /// It is searched again only if the map or its goal has changed since.
    pub retry_after: f32,
    /// The longest wait of a failed request, in seconds.
    pub retry_at_most: f32,
}

impl PathfindingSettings {
    /// The shape of the map that these settings ask for.
    #[must_use]
    pub fn topology(&self) -> Topology {
        Topology::square(self.diagonals).with_lengths(self.step_lengths)
    }
}

impl Default for PathfindingSettings {
    fn default() -> Self {
        Self {
            diagonals: DiagonalRule::default(),
            step_lengths: StepLengths::default(),
            expansions_per_frame: 50_000,
            retry_after: 0.25,
            retry_at_most: 4.0,
        }
    }
}
