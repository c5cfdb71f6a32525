//! Obstacles that agents carry. They do not block the agents themselves.

use glam::IVec2;

/// The cells of the obstacles that an agent carries. These obstacles do not block the agent itself.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct OwnObstacles {
    /// A cell is listed once for each obstacle.
    pub(in crate::fleet) cells: Vec<IVec2>,
    /// The cells that these obstacles left or entered in this update.
    pub(in crate::fleet) changed: Vec<IVec2>,
}
