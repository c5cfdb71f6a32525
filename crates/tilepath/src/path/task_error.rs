//! Why a search that is driven in slices has no path to answer with.

use super::error::PathError;
use core::fmt;

/// Why [`NavMap::run_path`](crate::NavMap::run_path) returns no path: there is none, or the task can't continue.
///
/// After [`TaskError::NoPath`] the search is over. After any other error, begin a new task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TaskError {
    /// No path was found. Holds the reason.
    NoPath(PathError),
    /// The task was begun on another map.
    OtherMap,
    /// The map was edited since the task was begun.
    MapEdited,
    /// The task was begun for another profile.
    OtherProfile,
    /// The task was begun with another scratch, or another search has used the scratch in the meantime.
    OtherScratch,
}

impl From<PathError> for TaskError {
    fn from(error: PathError) -> Self {
        Self::NoPath(error)
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPath(error) => error.fmt(f),
            Self::OtherMap => f.write_str("the search was begun on another map"),
            Self::MapEdited => f.write_str("the map was edited since the search was begun"),
            Self::OtherProfile => f.write_str("the search was begun for another profile"),
            Self::OtherScratch => {
                f.write_str("the scratch is not the one of the search, or was used by another")
            }
        }
    }
}

impl core::error::Error for TaskError {}
