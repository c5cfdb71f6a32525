//! Figures of what the plugin does, for displays and logs.

use crate::rollback::ClonedResource;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::GoalFieldRepair;

/// Counters of the plugin's work, for displays and logs.
///
/// Most fields are totals since the app began, and never decrease. To get a rate, take the difference between two frames. The
/// fields [`fields`](Self::fields), [`complete_fields`](Self::complete_fields) and [`field_bytes`](Self::field_bytes) describe
/// the current state instead.
///
/// No field measures time. So equal inputs give equal numbers, on any number of threads.
///
/// A game may change the totals, for example to 0 when a level begins. A total stops at [`u64::MAX`].
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct PathfindingStats {
    /// Requests that a search answered, with or without a path. A retry counts again.
    pub searches: u64,
    /// The expansions that searches took from the budget
    /// [`expansions_per_frame`](crate::PathfindingSettings::expansions_per_frame), over all frames.
    pub expansions: u64,
    /// Requests that failed without a search, for example because their target was gone.
    pub refused: u64,
    /// Requests answered from a [shared goal field](crate::guide::hordes), plus agents that changed from a path of their own to a
    /// field.
    pub shared: u64,
    /// The number of times that a goal field was built until it reached its agents. Rebuilds count, too.
    pub field_builds: u64,
    /// The number of repairs of goal fields in place, after an edit or because a target moved.
    pub field_repairs: u64,
    /// The number of cell costs that were removed or written when goal fields were repaired.
    pub repaired_cells: u64,
    /// The goal fields that exist now, complete or unfinished.
    pub fields: u64,
    /// The number of goal fields that exist now and hold the costs from the cells of all their agents. A field counts even while
    /// it is rebuilt after large edits.
    pub complete_fields: u64,
    /// The memory that all goal fields take now, in bytes.
    pub field_bytes: u64,
}

impl ClonedResource for PathfindingStats {}

impl PathfindingStats {
    /// The number of all answers: the sum of `searches`, `refused` and `shared`.
    #[must_use]
    pub const fn requests(&self) -> u64 {
        self.searches.saturating_add(self.refused).saturating_add(self.shared)
    }

    /// Counts what a repair did.
    pub(crate) const fn note_repair(&mut self, repair: GoalFieldRepair) {
        if repair.rebuilt {
            self.field_builds = self.field_builds.saturating_add(1);
        } else {
            self.field_repairs = self.field_repairs.saturating_add(1);
            self.repaired_cells = self.repaired_cells.saturating_add((repair.raised + repair.settled) as u64);
        }
    }
}
