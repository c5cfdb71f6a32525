//! The figures of the plugin as Bevy's diagnostics, when the game asks for them.

mod measured;
mod plugin;
mod record;
mod set_times;

pub use measured::PathfindingDiagnosticsPlugin;
