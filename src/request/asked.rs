//! Everything that a request says, so that two requests can be compared.

use super::{profiles::ProfileId, target::PathTarget};
use smallvec::SmallVec;
use tilepath::PathOptions;

/// Everything that a request says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Asked {
    pub(super) targets: SmallVec<[PathTarget; 1]>,
    pub(super) options: PathOptions,
    pub(super) profile: ProfileId,
    pub(super) danger_aversion: Option<f32>,
    pub(super) priority: i32,
}
