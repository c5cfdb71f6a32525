//! The settings of the overlay, and the keys that change them.

use super::{colors::DebugColors, keys::DebugKeys, layers::DebugLayers};
use crate::{plane::Plane, request::ProfileId};
use bevy::prelude::*;

/// The settings of [`PathfindingDebugPlugin`](crate::PathfindingDebugPlugin): what the overlay shows, and how.
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
    /// The layers that are shown; by default only the paths.
    pub layers: DebugLayers,
    /// The keys that show and hide layers.
    pub keys: DebugKeys,
    /// The colours of the overlay.
    pub colors: DebugColors,
    /// The agent whose search and goal field are shown. [`AgentPicker`](crate::AgentPicker) finds the agent nearest to a point.
    /// With `None`, the default, no search is shown, and the goal field is the one with the most agents.
    pub selected: Option<Entity>,
    /// The mouse button that selects the agent nearest to the cursor. If no agent is within three cells of the cursor, a click
    /// sets `selected` to `None`. If `select_with` is `None`, the default, the overlay ignores clicks.
    pub select_with: Option<MouseButton>,
    /// The profile whose terrain costs and regions are shown. If the profile does not exist, the default profile is used.
    /// Regions are shown once the plugin has prepared the map for the profile. The plugin does so after a request uses the
    /// profile.
    pub profile: ProfileId,
    /// The danger from which a cell counts as dangerous, very dangerous and extremely dangerous; 0.01, 1.5 and 3 by default. The
    /// unit is tiles of detour (see [`DangerSource`](crate::DangerSource)). The danger of a cell is the sum of all danger layers;
    /// no aversion is applied.
    pub danger_levels: [f32; 3],
    /// Which two numbers are shown in each cell.
    pub numbers: DebugNumbers,
    /// The number of frames for which an edited cell stays marked; 20 by default. With 0 no cells are marked.
    pub edit_frames: u8,
    /// The height of the coloured cells over the [plane](crate::Plane): their z in x/y, their y in x/z. With `None`, the default, it is
    /// 900 in x/y, in front of nearly everything, and 0 in x/z, on the ground. To keep your agents visible in x/y, choose a z in
    /// front of the tilemap and behind the agents.
    pub cells_height: Option<f32>,
    /// The height of arrows, paths, waypoints and numbers over the plane. With `None`, the default, it is 901 in x/y, and 0 in x/z.
    pub lines_height: Option<f32>,
    /// The approximate maximum number of cells that are coloured in a frame; 32,768 by default. A lower number keeps the frame
    /// rate steady on large maps, but the colours may be some frames old.
    pub cells_per_frame: usize,
    /// The maximum number of arrows, and of cells with numbers; 3000 by default. If more cells are in view, no numbers are drawn,
    /// and arrows are drawn only in some of the cells.
    pub max_marks: usize,
    /// The maximum number of expansions when the overlay [repeats the search](crate::DebugSearch) of the selected agent; 200,000
    /// by default.
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
            cells_height: None,
            lines_height: None,
            cells_per_frame: 32_768,
            max_marks: 3000,
            max_expansions: 200_000,
        }
    }
}

impl PathfindingDebug {
    /// The height of the coloured cells over this plane.
    pub(super) fn cells_over(&self, plane: Plane) -> f32 {
        self.cells_height.unwrap_or(if plane == Plane::Xy { 900.0 } else { 0.0 })
    }

    /// The height of everything else over this plane.
    pub(super) fn lines_over(&self, plane: Plane) -> f32 {
        self.lines_height.unwrap_or(if plane == Plane::Xy { 901.0 } else { 0.0 })
    }
}

/// Which two numbers the overlay shows in each cell that the search of the selected agent expanded. Both numbers are in tiles;
/// the first is above the second.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub enum DebugNumbers {
    /// The cost from the start, *g*, and the weight of the cell, which is the cost of a step of one tile into the cell.
    #[default]
    CostAndWeight,
    /// The cost from the start, *g*, and the estimated cost to the goal, *h*.
    CostAndEstimate,
}

/// Shows and hides the layers whose keys were pressed.
pub(super) fn toggle_layers(keys: Option<Res<ButtonInput<KeyCode>>>, mut debug: ResMut<PathfindingDebug>) {
    let Some(keys) = keys else { return };
    for layer in debug.keys.layers_of(|key| keys.just_pressed(key)) {
        debug.layers.toggle(layer);
    }
}
