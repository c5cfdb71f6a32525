//! How far an agent has come on its path.

/// How far an agent has come on its path.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress(
    /// The index of the next cell, and [`ARRIVED`]. In one number, because walks read the progress of very many agents.
    u32,
);

/// The bit of an agent that has arrived.
const ARRIVED: u32 = 1 << 31;

impl Progress {
    /// At the beginning of a path.
    pub const START: Self = Self(0);

    /// The index, in the path, of the cell or waypoint to which the agent walks. At the end of the path, the number of its cells or
    /// waypoints.
    #[must_use]
    pub const fn next_index(&self) -> usize {
        (self.0 & !ARRIVED) as usize
    }

    /// The index of the last cell or waypoint of the path that the agent passed. The path from this cell on is still to be walked.
    #[must_use]
    pub const fn passed_index(&self) -> usize {
        self.next_index().saturating_sub(1)
    }

    /// Whether the agent is at the end of its path.
    #[must_use]
    pub const fn has_arrived(&self) -> bool {
        self.0 & ARRIVED != 0
    }

    /// Heads for the path cell with this index.
    #[inline]
    pub const fn head_for(&mut self, index: usize) {
        *self = Self(index as u32 & !ARRIVED);
    }

    /// Notes that the end of the path is no goal any more.
    pub const fn set_out_again(&mut self) {
        self.0 &= !ARRIVED;
    }

    /// Notes that the agent is at the end of a path of this many cells.
    #[inline]
    pub const fn arrive(&mut self, cells: usize) {
        *self = Self(cells as u32 | ARRIVED);
    }
}
