//! Why a goal field can't be built or repaired.

use crate::path::PathError;
use core::fmt;

/// Why a goal field can't be built or repaired.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GoalFieldError {
    /// The map is not [prepared](crate::NavMap::prepare) for the field's profile.
    NotPrepared,
    /// The field belongs to another map.
    OtherMap,
    /// There are no goals, or no goal is a free cell of the map. The error is [`PathError::NoGoal`], [`PathError::GoalOutside`]
    /// or [`PathError::GoalBlocked`].
    Goals(PathError),
}

impl From<PathError> for GoalFieldError {
    fn from(error: PathError) -> Self {
        Self::Goals(error)
    }
}

impl fmt::Display for GoalFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPrepared => f.write_str("the map is not prepared for the profile of the goal field"),
            Self::OtherMap => f.write_str("the goal field was built on another map"),
            Self::Goals(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GoalFieldError {}
