//! The debug overlay: terrain, danger, regions, goal fields, edits, waypoints, paths and searches.

mod bars;
mod extras;
pub mod headless;
mod options;
mod window;

pub use bars::BARS;
pub use options::{Layers, Selection};
pub use window::plugin;
