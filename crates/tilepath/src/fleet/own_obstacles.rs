//! Obstacles of agents, which do not count for the agents themselves.

use glam::IVec2;

/// The cells on which obstacles of an agent stand that do not count for itself.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct OwnObstacles {
    /// A cell is listed once for each obstacle.
    pub(super) cells: Vec<IVec2>,
    /// The cells that these obstacles left or entered in this update.
    pub(super) changed: Vec<IVec2>,
}
