//! Where the plugin's systems run: the frame in four steps, and the schedule that has them.

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// The system sets of the plugin, in the order in which they run in each frame.
///
/// Put systems that spawn, move or remove agents, targets, obstacles or tiles before the first set: agents then walk their new
/// path in the same frame. Put systems that read the positions of agents after the last set.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathfindingSystems {
    /// After this set, the [`NavGrid`](crate::NavGrid) matches the tilemaps, obstacles, danger sources and settings.
    SyncGrid,
    /// After this set, the data derived from the [`NavGrid`](crate::NavGrid) takes the edits of this frame into account: regions,
    /// cost fields, landmarks and goal fields. Work that does not fit into the budget of the frame continues in the next frame.
    UpdateFields,
    /// Answers as many requests as the budget of the frame allows. The answers are there when this set has run. The other
    /// requests continue in the next frame.
    Search,
    /// After this set, agents have walked, and the events of the frame are sent.
    FollowPath,
}

impl PathfindingSystems {
    /// All of them, in order.
    pub(crate) const ALL: [Self; 4] = [Self::SyncGrid, Self::UpdateFields, Self::Search, Self::FollowPath];
}

/// What the plugin itself does in a set. What is in the set but not in here, is beside it: the clock at the edges.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SetWork(pub(crate) PathfindingSystems);

/// The schedule that the plugin runs in.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct PathfindingSchedule(pub(crate) InternedScheduleLabel);
