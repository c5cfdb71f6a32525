//! The settings of the overlay.

use super::{colors::DebugColors, keys::DebugKeys, layers::DebugLayers};
use crate::request::ProfileId;
use bevy::prelude::*;

/// What the overlay of [`PathfindingDebugPlugin`](crate::PathfindingDebugPlugin) shows, and how.
///
/// ```
/// # use bevy::prelude::*;
/// use bevy_tilepath::{DebugLayers, PathfindingDebug};
/// fn show_danger(mut debug: ResMut<PathfindingDebug>) {
///     debug.layers = DebugLayers { danger: true, paths: true, ..DebugLayers::NONE };
/// }
/// ```
#[derive(Resource, Clone, PartialEq, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathfindingDebug {
    /// The layers that are shown.
    pub layers: DebugLayers,
    /// The keys that show and hide layers.
    pub keys: DebugKeys,
    /// The colours.
    pub colors: DebugColors,
    /// The agent whose search, numbers and goal field are shown. [`AgentPicker`](crate::AgentPicker) finds the agent nearest to a point.
    pub selected: Option<Entity>,
    /// The mouse button that selects the agent nearest to the cursor. `None`, the default, leaves clicks to the game.
    pub select_with: Option<MouseButton>,
    /// The profile whose terrain costs and regions are shown. The default profile is used if there is no profile of this number. Regions
    /// are shown as soon as the plugin has prepared the map for the profile, that is, once a request uses it.
    pub profile: ProfileId,
    /// The least danger that counts as dangerous, as very dangerous and as extremely dangerous, in tiles of detour. The greatest limit that
    /// is reached counts.
    pub danger_levels: [f32; 3],
    /// The two numbers in each cell.
    pub numbers: DebugNumbers,
    /// For how many frames an edited cell is marked.
    pub edit_frames: u8,
    /// The z at which cells are coloured, in front of the tilemap. The default is in front of nearly everything. With a z below your
    /// agents, the agents stay on top.
    pub cells_z: f32,
    /// The z of arrows, paths, waypoints and numbers.
    pub lines_z: f32,
    /// The maximum number of cells that are coloured in a frame, so that large maps stay smooth. Colours may be some frames old.
    pub cells_per_frame: usize,
    /// The maximum number of arrows, and of cells with numbers. If more cells are in view, arrows are drawn only for every second, third, …
    /// cell, and no numbers.
    pub max_marks: usize,
    /// The number of cells after which the record of the selected agent's search ends.
    pub max_expansions: u32,
}

impl Default for PathfindingDebug {
    fn default() -> Self {
        Self {
            layers: DebugLayers::default(),
            keys: DebugKeys::default(),
            colors: DebugColors::default(),
            selected: None,
            select_with: None,
            profile: ProfileId::default(),
            danger_levels: [0.01, 1.5, 3.0],
            numbers: DebugNumbers::default(),
            edit_frames: 20,
            cells_z: 900.0,
            lines_z: 901.0,
            cells_per_frame: 32_768,
            max_marks: 3000,
            max_expansions: 200_000,
        }
    }
}

/// The two numbers in each cell that the search of the selected agent expanded, one above the other, in tiles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub enum DebugNumbers {
    /// The cost from the start, *g*, and the weight of the cell: what a step of one tile into it costs.
    #[default]
    CostAndWeight,
    /// The cost from the start, *g*, and the estimate of the rest, *h*.
    CostAndEstimate,
}
