//! Why a goal field can't be built or repaired.

use crate::path::PathError;

/// Why a goal field can't be built or repaired.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum GoalFieldError {
    /// The map is not [prepared](crate::NavMap::prepare) for the field's profile.
    #[error("the map is not prepared for the profile of the goal field")]
    NotPrepared,
    /// The field belongs to another map.
    #[error("the goal field was built on another map")]
    OtherMap,
    /// There are no goals, or no goal is a free cell of the map. The error is [`PathError::NoGoal`], [`PathError::GoalOutside`]
    /// or [`PathError::GoalBlocked`].
    #[error(transparent)]
    Goals(PathError),
}

impl From<PathError> for GoalFieldError {
    fn from(error: PathError) -> Self {
        Self::Goals(error)
    }
}
