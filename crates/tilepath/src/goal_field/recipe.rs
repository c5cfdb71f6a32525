//! The recipe of a goal field: enough to build it again, as far as it had grown.

use super::{error::GoalFieldError, field::GoalField};
use crate::{
    ground::{CostProfile, MapRevision},
    map::NavMap,
};
use glam::IVec2;

/// What a goal field is made of, to build it again: a save holds this instead of a cost for each cell.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct GoalFieldRecipe {
    profile: CostProfile,
    goals: Vec<IVec2>,
    /// The least label that was not final.
    known: u32,
    revision: MapRevision,
}

impl GoalFieldRecipe {
    /// The recipe that builds this field again.
    pub(crate) fn of(field: &GoalField) -> Self {
        let GoalField { profile, goals, known, revision, .. } = field;
        Self { profile: profile.clone(), goals: goals.to_vec(), known: *known, revision: *revision }
    }

    /// Builds the field again, as far as it had grown. If the map was edited after the last update of the field, the next repair reads
    /// these edits.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] if no goal is on the map and free any more.
    pub(crate) fn build(self, map: &NavMap) -> Result<GoalField, GoalFieldError> {
        let mut field = map.growing_goal_field(&self.profile, &self.goals)?;
        field.known = self.known;
        field.grow_again(field.weights(map)?);
        field.revision = self.revision;
        Ok(field)
    }
}
