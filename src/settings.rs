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
    /// The expansion budget of a frame. Searches use it in queue order: the first search may use all of it, the next search what is left. A
    /// search that needs more continues in the next frame, and no other search starts before it ends. If the map changes meanwhile, the
    /// search starts again. A search costs at least one expansion; a request that is refused without a search costs none.
    ///
    /// A search may exceed the budget only after edits have restarted it four times: then it runs to its end in one frame. Other threads
    /// may search ahead of the budget; this never takes longer than one thread would.
    ///
    /// Searches [over waypoints](crate::OnWaypoints) have a second budget of this size.
    pub expansions_per_frame: u32,
    /// The maximum number of threads of Bevy's [`ComputeTaskPool`](bevy::tasks::ComputeTaskPool) that search for paths and move agents,
    /// including the thread that waits for them; 0 counts as 1. Each thread takes 8 to 12 bytes for each cell, and up to 4 more for each
    /// profile. The number changes only the time: every answer, its frame and the order of events stay the same.
    pub max_threads: usize,
    /// The budget of a frame for building and extending shared goal fields, in cells that get their cost; about 16 cells take as long as
    /// one expansion. The field that began first goes first. Unfinished fields continue in the next frame.
    ///
    /// These may exceed the budget:
    ///
    /// - a field that large edits (see below) have restarted four times;
    /// - a field that is not complete after 600 frames;
    /// - a repair after an edit that changes the costs of a large part of the map.
    ///
    /// The edits of a frame are large for a field if they change more than one cell in twelve and more than 256 cells, or if there are more
    /// than 256 of them. When the repairs of a frame have used half of the budget, the other fields are rebuilt over several frames instead
    /// of repaired.
    pub field_cells_per_frame: u32,
    /// The budget of a frame for loading maps, in cells: this many tiles of a new tilemap are read in a frame, and this many cells of the
    /// map are prepared, for one profile after the other. A map that is not larger than this is ready in the frame in which its tilemap
    /// appears, and prepared in the same frame for one profile.
    ///
    /// Requests wait while a tilemap is read. While a map is not prepared, it is searched cell by cell: paths cost the same, but searches
    /// take longer. An edit is always made in one frame, however large it is.
    pub load_cells_per_frame: u32,
    /// The memory for all shared goal fields, in bytes. A field takes 5 bytes a cell, and another 5 while its successor is built. Requests
    /// of a group without room for a field are searched one by one; with 0 all are.
    pub max_field_bytes: usize,
    /// The memory for landmarks, in bytes: 36 bytes for each cell and profile. Landmarks are the distances of every cell from eight far-off
    /// cells. With them, searches on large maps expand fewer nodes. Profiles without room are searched without landmarks; with 0 all are.
    ///
    /// The map keeps landmarks for the first profiles and for frequently used profiles. They are measured in the background, 1,500 to 3,000
    /// cells in each frame: on a map of 512 × 512 cells it takes about 800 frames until searches use them. Every path costs the same with
    /// and without landmarks, but of several cheapest paths another may be found.
    pub max_landmark_bytes: usize,
    /// The wait before a failed request is searched again, in seconds. Each further failure doubles the wait. A request is searched again
    /// only if the map or its goal has changed since. If the agent was cut off from its target and an edit connects them, the request is
    /// searched again in the same frame, without a wait.
    pub retry_delay_secs: f32,
    /// The longest wait of a failed request, in seconds.
    pub max_retry_delay_secs: f32,
    /// The maximum number of [crowd agents](crate::CrowdAgent) in a cell; 1 by default, 0 counts as 1. Each agent has its own place in the
    /// cell. Above 1, agents may pass through each other between their places.
    pub cell_capacity: u8,
    /// A [crowd agent](crate::CrowdAgent) counts as [stuck](crate::AgentStuck) if it has not come nearer to its goal for this many seconds.
    /// With a negative value, infinity or NaN no agent counts as stuck.
    pub stuck_after_secs: f32,
    /// The danger on a cell that is full of standing [crowd agents](crate::CrowdAgent), in tiles of detour on danger layer 0. An agent is
    /// standing if its speed has been 0 for a second; it does not give way. Because of the danger, other agents walk round it where they
    /// can, instead of waiting behind it. 256 by default; 0 or a bad value means no danger.
    pub standing_danger: f32,
    /// Whether the log says why an agent has no path and what to do: once for each agent and kind of failure. Agents that fail in the same
    /// way in one frame share a line.
    pub log_failures: bool,
}

impl PathfindingSettings {
    /// The topology of a map of this shape with these settings. Hexagons have no diagonals: all their steps are straight.
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
