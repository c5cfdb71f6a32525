//! Memory for building and repairing goal fields.

use super::queue::{CostQueue, LabelledCell};
use crate::ground::CellRect;

/// Reusable memory for building and repairing goal fields. Keep one scratch and pass it to every call, so that later calls
/// allocate less.
#[derive(Clone, Default, Debug)]
pub struct GoalFieldScratch {
    pub(super) queue: CostQueue,
    pub(super) raised: Vec<LabelledCell>,
    pub(super) lowered: Vec<u32>,
    /// The rectangles that were edited.
    pub(super) edited: Vec<CellRect>,
}
