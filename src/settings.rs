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
    /// How many nodes all searches of a frame may expand together, counted as if they were made one after the other in the order of the
    /// queue: the first search may use all of it, the next what that one leaves. One that needs more than is left goes on in the
    /// next frame, if the map has not changed by then, and no other is begun before it is done. A search counts as one expansion
    /// at least; a request that is refused without a search counts nothing.
    ///
    /// The count can be overrun only by a search that the changing map has made begin anew too often: it is run to its end in
    /// one frame. Threads work ahead of the count, which takes none longer than the count alone would.
    pub expansions_per_frame: u32,
    /// On how many threads of Bevy's [`ComputeTaskPool`](bevy::tasks::ComputeTaskPool) the requests of a frame are searched at most,
    /// the one that waits for them included; 0 counts as 1. Each keeps a scratch of 10 bytes a cell, and up to 5 for each profile.
    /// It changes nothing but the time: every answer, the frame it comes in and the order of events are the same for any number.
    pub max_threads: usize,
    /// How many cells of all [goal fields](crate::GoalFields) that are being built may be labelled in a frame; some 16 cells take as long
    /// as one expansion. Those begun first go first, and what is not done goes on in the next frame.
    ///
    /// The count can be overrun only by a field that edits of much of the map have made begin anew too often, and by repairs after
    /// edits that change the costs of much of the map.
    pub field_cells_per_frame: u32,
    /// How many bytes all goal fields may take together: 5 for each cell of the map and field, and as many while another is built to
    /// take its place. Where there is no room, requests are searched for one by one; 0 allows no field at all.
    pub max_field_bytes: usize,
    /// Whether distances from landmarks are kept for the first [`NavMap::MAX_SURVEYED`](tilepath::NavMap::MAX_SURVEYED) profiles, so that
    /// searches expand far fewer nodes on large maps, above all where ways wind. Every way costs the same without them. Where several
    /// ways tie, another may be taken.
    ///
    /// They take 20 bytes a cell and profile, and some 75 ms for 512 × 512 cells in the frame after the map is loaded.
    pub landmarks: bool,
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
            max_threads: usize::MAX,
            field_cells_per_frame: 250_000,
            max_field_bytes: 256 << 20,
            landmarks: false,
            retry_after: 0.25,
            retry_at_most: 4.0,
        }
    }
}
