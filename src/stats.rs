//! What the plugin has done so far, counted for displays and logs.

use bevy::prelude::*;
use tilepath::Repair;

/// Totals since the app began; none of them ever falls. For a rate, take the difference between two frames.
///
/// All are counted by what was done, not by the clock: equal inputs give equal totals on any number of threads.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PathfindingStats {
    /// Requests that were answered by a search of their own, found or not.
    pub searches: u64,
    /// What those searches were charged of [`expansions_per_frame`](crate::PathfindingSettings::expansions_per_frame).
    pub expansions: u64,
    /// Requests that were refused without a search, such as those to a target that is gone.
    pub refused: u64,
    /// Requests that were answered from a [goal field](crate::GoalFields), and agents that gave up a way of their own for one.
    pub shared: u64,
    /// Goal fields that were built to their end, those built anew in the place of a repair included.
    pub field_builds: u64,
    /// Times that a goal field was brought in step with edits or moved targets in place.
    pub field_repairs: u64,
    /// Costs that were given up or written by all of those repairs.
    pub repaired_cells: u64,
}

impl PathfindingStats {
    /// All requests that were answered, by whichever way.
    #[must_use]
    pub const fn requests(&self) -> u64 {
        self.searches + self.refused + self.shared
    }

    /// Counts what a repair did.
    pub(crate) const fn note_repair(&mut self, repair: Repair) {
        if repair.rebuilt {
            self.field_builds += 1;
        } else {
            self.field_repairs += 1;
            self.repaired_cells += (repair.raised + repair.settled) as u64;
        }
    }
}
