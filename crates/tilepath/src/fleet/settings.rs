//! The settings of a fleet.

use super::fields::FieldLimits;

/// The settings of a [`Fleet`](super::Fleet).
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FleetSettings {
    /// The budget of an update for searches, in expansions; 50,000 by default, 0 counts as 1. An expansion by jump point search counts as
    /// four, plus one for every full 256 cells along the side of a square map of as many cells. A search that needs more continues in the next update.
    pub expansions_per_update: u32,
    /// The wait before the next search for an agent without a complete path, in seconds; 0.25 by default. Each
    /// further failure doubles the wait.
    pub retry_delay: f32,
    /// The longest wait before another search, in seconds; 4 by default.
    pub max_retry_delay: f32,
    /// The limits of all goal fields that agents share.
    pub fields: FieldLimits,
    /// The maximum number of cells that an update prepares when a map is new; 300,000 by default, 0 counts as 1.
    pub prepared_cells_per_update: u32,
    /// The number of crowd agents that fit into a cell; 1 by default, 0 counts as 1.
    pub cell_capacity: u8,
    /// The maximum memory for landmarks, in bytes; 96 MiB by default.
    pub max_landmark_bytes: usize,
}

impl Default for FleetSettings {
    fn default() -> Self {
        Self {
            expansions_per_update: 50_000,
            retry_delay: 0.25,
            max_retry_delay: 4.0,
            fields: FieldLimits::default(),
            prepared_cells_per_update: 300_000,
            cell_capacity: 1,
            max_landmark_bytes: 96 << 20,
        }
    }
}
