//! How wide the bodies of a profile are.

use super::profile::CostProfile;

/// The size of a body is not 1 to [`CostProfile::MAX_SIZE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a body of size {0}: must be 1 to {most}", most = CostProfile::MAX_SIZE)]
pub struct InvalidBodySize(pub u8);
