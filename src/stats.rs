//! Figures of what the plugin does, for displays and logs.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::GoalFieldRepair;

/// Figures of what the plugin does.
///
/// Most figures are totals since the app began, and never decrease; for a rate, take the difference between two frames. The last three
/// figures describe the current state. All figures count work, not time: equal inputs give equal figures on any number of threads.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct PathfindingStats {
    /// Requests answered by a search of their own, with or without a path.
    pub searches: u64,
    /// The part of [`expansions_per_frame`](crate::PathfindingSettings::expansions_per_frame) that these searches used, summed up.
    pub expansions: u64,
    /// Requests refused without a search, for example requests to a target that is gone.
    pub refused: u64,
    /// Requests answered from a shared goal field, and agents that changed from a path of their own to a field.
    pub shared: u64,
    /// Goal fields that were built as far as their agents. A rebuild instead of a repair counts, too.
    pub field_builds: u64,
    /// Goal fields repaired in place, after edits or because targets moved.
    pub field_repairs: u64,
    /// Costs discarded or written by all of these repairs.
    pub repaired_cells: u64,
    /// Goal fields that exist now, complete or under construction.
    pub fields: u64,
    /// Goal fields from which agents can be answered now.
    pub complete_fields: u64,
    /// The memory of all goal fields now, in bytes.
    pub field_bytes: u64,
}

impl PathfindingStats {
    /// All requests that were answered: `searches`, `refused` and `shared` together.
    #[must_use]
    pub const fn requests(&self) -> u64 {
        self.searches + self.refused + self.shared
    }

    /// Counts what a repair did.
    pub(crate) const fn note_repair(&mut self, repair: GoalFieldRepair) {
        if repair.rebuilt {
            self.field_builds += 1;
        } else {
            self.field_repairs += 1;
            self.repaired_cells += (repair.raised + repair.settled) as u64;
        }
    }
}
