//! What has happened in a run.

use bevy::prelude::*;

/// Counts of a run. Each is raised where its event happens.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Ore that came home.
    pub ore: u32,
    /// How many loads that was.
    pub loads: u32,
    /// How often the plugin said that a unit is stuck, and that there is no path.
    pub stuck: u32,
    pub failed: u32,
}
