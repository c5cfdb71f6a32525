//! What an agent queues for.

/// What an agent queues for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Queue {
    /// The corridor, of a passage the first lane. No corridor has the greatest number.
    pub(super) corridor: u32,
    /// The end by which it wants to come in.
    pub(super) end: u8,
}

impl Queue {
    pub(super) const NONE: Self = Self { corridor: u32::MAX, end: 0 };
}
