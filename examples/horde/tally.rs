//! What has happened in a run, counted where it happens.

use bevy::prelude::*;

/// Counts of a run.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Agents that came in, those that come in again included.
    pub spawned: u64,
    /// Agents that came to the base.
    pub arrived: u64,
    pub placed: u32,
    pub removed: u32,
    /// Orders for a tower that were refused, because it would have cut a way or stood on something.
    pub refused: u32,
    /// Of those refused the ones that would have cut the last way of a spawn or of agents.
    pub cutting: u32,
}
