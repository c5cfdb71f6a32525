//! The order of a frame.

use bevy::prelude::*;

/// What happens in a frame, in order. The plugin of the paths works between `Orders` and `Count`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StressSystems {
    /// Keys and mouse are read.
    Input,
    /// What was chosen is set up.
    SetUp,
    /// Agents of the horde come in.
    Stream,
    /// A script may give its orders here.
    Script,
    /// Orders to build and to remove towers are carried out.
    Orders,
    /// Agents have walked, and what they did is counted.
    Count,
    /// What the window shows is updated.
    Show,
}
