//! What has happened in a run.

use bevy::prelude::*;

/// Counts of a run. Each is raised where its event happens.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Agents that came in. An agent that starts again counts again.
    pub spawned: u64,
    /// Agents that reached the base.
    pub arrived: u64,
    /// Reports of agents that came no nearer for a while.
    pub stuck: u32,
    pub placed: u32,
    pub removed: u32,
    /// Towers that were refused, because they would cut a path or stand on something.
    pub refused: u32,
    /// Refused towers that would cut the last path of a spawn or of agents.
    pub cutting: u32,
}
