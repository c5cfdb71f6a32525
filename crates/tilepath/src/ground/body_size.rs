//! How wide the bodies of a profile are.

/// The greatest size.
pub(super) const MOST: u8 = 8;

/// The size of a body is not 1 to [`CostProfile::MAX_SIZE`](crate::CostProfile::MAX_SIZE).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a body of size {0}: must be 1 to {MOST}")]
pub struct InvalidBodySize(pub u8);
