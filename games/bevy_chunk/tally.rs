//! What happened in a run.

use bevy::prelude::*;

/// Counts of viruses.
#[derive(Resource, Default)]
pub struct Tally {
    /// Viruses that reached the base.
    pub arrived: u32,
    /// Those of them that did not stop at the centre of a tile.
    pub off_centre: u32,
}
