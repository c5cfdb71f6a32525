//! Why a search that is driven in slices has no path to answer with.

use super::error::PathError;

/// Why [`NavMap::run_path`](crate::NavMap::run_path) returns no path: there is none, or the task can't continue.
///
/// After [`TaskError::NoPath`] the search is over. After any other error, begin a new task.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum TaskError {
    /// No path was found. Holds the reason.
    #[error(transparent)]
    NoPath(PathError),
    /// The task was begun on another map.
    #[error("the search was begun on another map")]
    OtherMap,
    /// The map was edited since the task was begun.
    #[error("the map was edited since the search was begun")]
    MapEdited,
    /// The task was begun for another profile.
    #[error("the search was begun for another profile")]
    OtherProfile,
    /// The task was begun with another scratch, or another search has used the scratch in the meantime.
    #[error("the scratch is not the one of the search, or was used by another")]
    OtherScratch,
}

impl From<PathError> for TaskError {
    fn from(error: PathError) -> Self {
        Self::NoPath(error)
    }
}
