//! The debug overlay: draws the live state of the plugin in the game's own world.

mod arrows;
mod borders;
mod canvas;
mod cells;
mod colors;
mod drawing;
mod field;
mod fill;
mod keys;
mod layers;
mod numbers;
mod paths;
mod plugin;
mod search;
mod select;
mod settings;
mod shapes;
mod steps;
mod view;
mod waypoints;

pub use colors::DebugColors;
pub use drawing::DebugDrawing;
pub use keys::DebugKeys;
pub use layers::{DebugLayer, DebugLayers};
pub use plugin::PathfindingDebugPlugin;
pub use search::DebugSearch;
pub use select::AgentPicker;
pub use settings::{DebugNumbers, PathfindingDebug};
