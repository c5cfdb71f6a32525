//! The settings of the plugin.

use crate::plane::Plane;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::{CellRect, DiagonalRule, Shape, StepLengths, Topology, crowd::CrowdRules};

/// The settings of the plugin, a resource. Insert the settings before or after you add the plugin, and change them at any time.
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
    /// The plane in which the map lies and agents walk: x/y, the default, or x/z in 3D games with y up. It holds for everything:
    /// agents, targets, obstacles, danger, waypoints, tilemaps and the debug overlay. If it changes while the game runs, all
    /// positions are read again in the same frame. A map from [`NavGrid::from_grid`](crate::NavGrid::from_grid) keeps its
    /// coordinates in the plane.
    pub plane: Plane,
    /// When agents may step diagonally on squares and diamonds. By default no corner is cut: both cells next to the diagonal step
    /// must be free.
    pub diagonals: DiagonalRule,
    /// The lengths of a straight and of a diagonal step; 1 : √2 by default.
    pub step_lengths: StepLengths,
    /// The budget of a frame for searches, on tiles and [over waypoints](crate::OnWaypoints), in expansions; 50,000 by default, 0
    /// counts as 1.
    ///
    /// - Searches run in the order of the queue: by priority, then by time of the request. The first search may use the whole
    ///   budget.
    /// - A search that needs more than the rest of the budget continues in the next frame. Until this search ends, no other
    ///   search starts.
    /// - If an edit of the map interrupts a search, the search starts again. After four restarts it runs to its end in one frame,
    ///   even beyond the budget.
    /// - Each search costs at least one expansion. A request that fails without a search costs none.
    /// - An expansion by jump point search counts as four, plus one for every full 256 cells along the side of a square map of as many cells:
    ///   about as many expansions from cell to cell take the same time.
    pub expansions_per_frame: u32,
    /// The budget of a frame for [local requests](crate::LocalPathRequest), in expansions; 10,000 by default, 0 counts as 1. They are answered
    /// in the order in which they were made.
    pub local_expansions_per_frame: u32,
    /// The maximum number of threads that search for paths and move agents; 0 counts as 1. By default, all threads of Bevy's
    /// [`ComputeTaskPool`](bevy::tasks::ComputeTaskPool) and the thread that runs the plugin.
    ///
    /// The number changes only the time that a frame takes. The answers, the frames in which they come and the order of events
    /// stay the same. Each thread needs 8 to 12 bytes for each cell of the map, and up to 4 more bytes per cell for each profile.
    pub max_threads: usize,
    /// The budget of a frame for building and extending [shared goal fields](crate::guide::hordes): the number of cells whose
    /// cost is computed. 250,000 by default; 0 counts as 1. About 16 cells take as long as one expansion of a search.
    ///
    /// The field that began first is continued first. Unfinished fields continue in the next frame. The following may exceed the
    /// budget:
    ///
    /// - a field that large edits have restarted four times;
    /// - a field that is not complete after 600 frames;
    /// - a repair after an edit that changes the costs in a large part of the map.
    ///
    /// The edits of a frame are *large* in two cases: there are more than 256 edits, or the edits change more than 256 cells and
    /// more than 1/12 of the map. After large edits, a field is rebuilt over several frames. After smaller edits, the field is
    /// repaired within the frame. When the repairs of a frame have used half of the budget, the remaining fields are rebuilt over
    /// several frames, too.
    pub field_cells_per_frame: u32,
    /// The budget of a frame for loading maps; 300,000 by default, 0 counts as 1. In each frame the plugin reads at most this
    /// many tiles of a new tilemap, and prepares at most this many cells of the map.
    ///
    /// - *Reading.* Requests wait until all tiles are read. A tilemap that is not larger than the budget is read in the frame in
    ///   which it appears.
    /// - *Preparing* makes searches faster. The plugin prepares the map for one profile after the other. If the map is not larger
    ///   than the budget, the plugin prepares it for the first profile in the frame in which the map is read. Until a profile is
    ///   prepared, its searches take longer, but find paths of the same cost.
    ///
    /// An edit of the map takes effect within one frame, however large it is.
    pub load_cells_per_frame: u32,
    /// The maximum memory for all [shared goal fields](crate::guide::hordes), in bytes; 256 MiB by default. A field takes 6 bytes
    /// per cell of the map, and 12 during a rebuild. A request whose field does not fit gets a search of its own. 0 switches goal
    /// fields off.
    pub max_field_bytes: usize,
    /// The maximum memory for landmarks, in bytes; 96 MiB by default. Landmarks take 36 bytes per cell of the map for each
    /// profile. If the landmarks of a profile do not fit, searches for this profile run without landmarks. 0 switches landmarks
    /// off.
    ///
    /// Landmarks are eight cells of the map from which the costs to all other cells are known. With them, searches on large maps
    /// expand fewer nodes. Paths cost the same with and without landmarks. If several paths have the lowest cost, landmarks may
    /// change which one is found.
    ///
    /// The plugin keeps landmarks for the first four profiles and for frequently used profiles. It measures them in the
    /// background, 1,500 to 3,000 cells in each frame. On a map of 512 × 512 cells, searches use landmarks after about 800
    /// frames.
    pub max_landmark_bytes: usize,
    /// After a request fails or gets only a partial path, the plugin waits this long before it searches again, in seconds; 0.25
    /// by default. Each further failure doubles the wait.
    ///
    /// After the wait, the plugin searches again only if the map, a profile, the target or the agent's cell has changed since the
    /// failure. If an edit connects an agent to its target, the plugin searches in the same frame, without a wait.
    pub retry_delay_secs: f32,
    /// The longest wait before the plugin searches again after a failure, in seconds; 4 by default.
    pub max_retry_delay_secs: f32,
    /// The maximum number of [crowd agents](crate::CrowdAgent) in a cell; 1 by default, 0 counts as 1. With a capacity above 1,
    /// each agent of a cell stands at its own point in the cell, and agents may walk through each other on the way to these
    /// points.
    pub cell_capacity: u8,
    /// The rules of all crowds: how [crowd agents](crate::CrowdAgent) take turns, make room, rest and count as
    /// [stuck](crate::AgentStuck). A change takes effect in the next frame. If a value is out of its range, the log names it
    /// once, and crowds keep all rules of before.
    pub crowd: CrowdRules,
    /// The danger that the plugin puts on a cell full of standing [crowd agents](crate::CrowdAgent), in tiles of detour (see
    /// [`DangerSource`](crate::DangerSource)); 256 by default. The danger is on layer 0. Because of the danger, other agents walk
    /// round the cell if they can, instead of waiting behind the cell.
    ///
    /// An agent counts as standing if its speed has been 0 for one second; such an agent does not give way. With 0, NaN, a
    /// negative value or a value above 4,095 there is no danger.
    pub standing_danger: f32,
    /// The cells of a map that comes from tilemaps. `None`, the default: the map grows with its tilemaps, and keeps its cells when they
    /// leave.
    ///
    /// - A game that loads its world in parts may declare the bounds of all parts beforehand: then a tilemap that comes or goes costs as much
    ///   as its own cells. Otherwise the whole map is prepared again when it grows.
    /// - A world without end may move the bounds with the player, by many cells at a time: what is outside is left out.
    ///
    /// `min` is rounded down to even coordinates. If a map can't have these bounds, the log says so, and they count as `None`.
    pub bounds: Option<CellRect>,
    /// Whether the log says why an agent has no path, and what to do about it; `true` by default. Retries that fail for the same
    /// reason are not logged again. Agents that fail for the same reason in the same frame share one line.
    pub log_failures: bool,
}

impl PathfindingSettings {
    /// The default settings with a third of the work in each frame: for pages in the browser, and other machines with one slow thread.
    ///
    /// Budgets are counts: with smaller ones, answers to many requests at once come some frames later, on a slow machine as on a fast one. All
    /// players of a game in lockstep need the same settings.
    ///
    /// ```
    /// # use bevy_tilepath::prelude::*;
    /// let (slow, usual) = (PathfindingSettings::for_web(), PathfindingSettings::default());
    /// assert!(slow.expansions_per_frame < usual.expansions_per_frame);
    /// assert_eq!(slow.max_field_bytes, usual.max_field_bytes);
    /// ```
    #[must_use]
    pub fn for_web() -> Self {
        Self {
            expansions_per_frame: 15_000,
            local_expansions_per_frame: 3_000,
            field_cells_per_frame: 80_000,
            load_cells_per_frame: 100_000,
            ..Self::default()
        }
    }

    /// The [`Topology`] of a map with cells of this shape and with these settings. On hexagons the diagonal rule has no effect,
    /// because all steps are straight.
    #[must_use]
    pub const fn topology(&self, shape: Shape) -> Topology {
        Topology::square(self.diagonals).with_shape(shape).with_lengths(self.step_lengths)
    }
}

impl Default for PathfindingSettings {
    fn default() -> Self {
        Self {
            plane: Plane::Xy,
            diagonals: DiagonalRule::default(),
            step_lengths: StepLengths::default(),
            expansions_per_frame: 50_000,
            local_expansions_per_frame: 10_000,
            max_threads: usize::MAX,
            field_cells_per_frame: 250_000,
            load_cells_per_frame: 300_000,
            max_field_bytes: 256 << 20,
            max_landmark_bytes: 96 << 20,
            retry_delay_secs: 0.25,
            max_retry_delay_secs: 4.0,
            cell_capacity: 1,
            crowd: CrowdRules::default(),
            standing_danger: 256.0,
            bounds: None,
            log_failures: true,
        }
    }
}

/// The plane of the settings; x/y while a game has removed the settings.
#[derive(SystemParam)]
pub(crate) struct CurrentPlane<'w>(Option<Res<'w, PathfindingSettings>>);

impl CurrentPlane<'_> {
    pub(crate) fn of(world: &World) -> Plane {
        world.get_resource().map_or_else(Plane::default, |settings: &PathfindingSettings| settings.plane)
    }

    pub(crate) fn get(&self) -> Plane {
        self.0.as_ref().map_or_else(Plane::default, |settings| settings.plane)
    }
}
