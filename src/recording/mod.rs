//! A game as a file: the resource that records it, and the plugin that lets it.

mod parts;
mod plugin;
mod recorder;

pub use plugin::PathfindingRecorderPlugin;
pub use recorder::PathfindingRecorder;
