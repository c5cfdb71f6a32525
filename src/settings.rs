//! The settings of the plugin.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::{DiagonalRule, Shape, StepLengths, Topology};

/// Settings of the plugin. Insert them before or after the plugin, and change them at any time.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default),
    reflect(Serialize, Deserialize)
)]
pub struct PathfindingSettings {
    /// When agents may step diagonally on squares and diamonds.
    pub diagonals: DiagonalRule,
    /// The lengths of straight and diagonal steps.
    pub step_lengths: StepLengths,
    /// The expansion budget of a frame, spent in queue order: the first search may use all of it, the next one what is left. A search
    /// that needs more continues in the next frame, if the map has not changed, and no other starts before it ends. A search costs at
    /// least one expansion; a request that is refused without a search costs none.
    ///
    /// Only a search that had to start again too often, because the map kept changing, may exceed the budget: it runs to its end in one
    /// frame. Threads work ahead of the budget, which never takes longer than one thread would.
    ///
    /// Searches [over waypoints](crate::OnWaypoints) have as much again to themselves.
    pub expansions_per_frame: u32,
    /// The maximum number of threads of Bevy's [`ComputeTaskPool`](bevy::tasks::ComputeTaskPool) that search for paths and move agents,
    /// including the thread that waits for them; 0 counts as 1. Each has a scratch of 8 to 12 bytes a cell, and up to 4 for each profile.
    /// The number changes nothing but the time: every answer, its frame and the order of events stay the same.
    pub max_threads: usize,
    /// The budget of a frame for building shared goal fields and for letting them grow, in labelled cells; about 16 cells take as long as one expansion. The field
    /// that began first goes first, and what is not done continues in the next frame.
    ///
    /// Three things may exceed the budget: a field that had to start again too often, because large edits kept coming, a field that is
    /// not complete after 600 frames, and repairs after edits that change the costs of a large part of the map. As soon as the repairs of a
    /// frame have taken half the budget, the other fields are rebuilt in slices instead.
    pub field_cells_per_frame: u32,
    /// The budget of a frame for loading maps, in cells. So many tiles of a new tilemap are read in a frame, and the map is prepared for
    /// so many cells, for one profile after the other. A map of up to so many cells is there in the frame in which its tilemap is, and
    /// prepared in the same frame for one profile.
    ///
    /// Requests wait while a tilemap is read. A map that is not prepared yet is searched cell by cell: paths cost the same, only searches
    /// take longer. Edits are made in one frame however large they are.
    pub load_cells_per_frame: u32,
    /// The memory for all shared goal fields, in bytes. A field takes 5 bytes a cell, and as much again while its successor is built.
    /// Requests for which there is no room are searched one by one; 0 allows no field at all.
    pub max_field_bytes: usize,
    /// The memory for landmarks, in bytes. They count as 36 bytes a cell and profile: the distances of every cell from eight far-off cells. With
    /// them, searches on large maps expand far fewer nodes. Profiles for which there is no room are searched without; 0 allows none.
    ///
    /// The map keeps landmarks for the first profiles and for those that are asked for frequently. They are measured in the background,
    /// 1,500 to 3,000 cells in each frame: on a map of 512 × 512 cells it takes some 800 frames until searches use them. Every path costs
    /// the same with and without them; of several cheapest paths another may be taken.
    pub max_landmark_bytes: usize,
    /// The wait before a failed request is searched again, in seconds. It doubles with every further failure.
    /// A request is searched again only if the map or its goal changed since. A request that is cut off does not wait when an edit opens a
    /// way: it is searched again in the same frame.
    pub retry_delay_secs: f32,
    /// The longest wait of a failed request, in seconds.
    pub max_retry_delay_secs: f32,
    /// The greatest number of [crowd agents](crate::CrowdAgent) in a cell; 1 by default, 0 counts as 1. Each has a place of its own in the
    /// cell. Above 1, agents may pass through each other between their places.
    pub cell_capacity: u8,
    /// A [crowd agent](crate::CrowdAgent) counts as [stuck](crate::AgentStuck) after this many seconds in which it did not come nearer to its
    /// goal. Never with a negative value, infinity or NaN.
    pub stuck_after_secs: f32,
    /// The danger on a cell full of [crowd agents](crate::CrowdAgent) that have had a speed of 0 for a second, in tiles of detour on danger
    /// layer 0. 256 by default; none with 0 or a bad value. Such agents do not give way. Because of the danger, other agents walk round them
    /// where they can, instead of waiting behind them.
    pub standing_danger: f32,
    /// Whether the log says, once for each agent and kind of failure, why an agent has no path and what to do. Agents that fail alike in
    /// one frame share a line.
    pub log_failures: bool,
}

impl PathfindingSettings {
    /// The topology of a map of this shape by these settings. Hexagons have no diagonals: all their steps are straight.
    #[must_use]
    pub const fn topology(&self, shape: Shape) -> Topology {
        Topology::square(self.diagonals).with_shape(shape).with_lengths(self.step_lengths)
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
            load_cells_per_frame: 300_000,
            max_field_bytes: 256 << 20,
            max_landmark_bytes: 64 << 20,
            retry_delay_secs: 0.25,
            max_retry_delay_secs: 4.0,
            cell_capacity: 1,
            stuck_after_secs: 5.0,
            standing_danger: 256.0,
            log_failures: true,
        }
    }
}
