//! The system sets of the plugin: the frame in four steps.

use bevy::prelude::*;

/// The steps of a frame, in this order.
///
/// Put systems that spawn, move or remove what stands on the map before the first set: agents then walk their new path in the same
/// frame. Put systems that read where agents are after the last set.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathfindingSystems {
    /// After it the grid is in step with tilemaps, obstacles, danger and settings.
    SyncGrid,
    /// After it everything derived from the grid is in step: regions, cost fields, landmarks, goal fields.
    UpdateFields,
    /// After it requests are answered, as far as the budget of the frame goes.
    Search,
    /// After it agents have walked, and the events of the frame are sent.
    FollowPath,
}
