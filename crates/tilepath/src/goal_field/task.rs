//! Building a goal field in slices.

use super::{
    build::{bucket_width, run},
    error::GoalFieldError,
    field::GoalField,
    queue::{CostQueue, LabelledCell},
};
use crate::{
    cost_field::{
        CostField,
        labels::{UNREACHED, WALL},
    },
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// A goal field that is being built slice by slice. It owns what it needs, so several can be built at a time.
///
/// Edits of the map between slices are allowed: give all of them to [`GoalField::repair`] when the field is there.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, Topology};
/// let mut map = NavMap::new(Grid::new([40, 40].into(), 1)?, Topology::default());
/// let profile = CostProfile::default();
/// map.prepare(&profile);
/// let mut task = map.begin_goal_field(&profile, &[[3, 3].into()])?;
/// let field = loop {
///     if let Some(field) = task.run(&map, 100)? {
///         break field;
///     }
///     // ... the next frame
/// };
/// assert!(field.cost([39, 39].into()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalFieldTask {
    field: Option<GoalField>,
    queue: CostQueue,
    /// The revision of the map that the field is built on.
    revision: u64,
    /// Whether the map was edited since the task began.
    edited: bool,
}

impl GoalFieldTask {
    /// Continues until `slice` cells or a few more were labelled: everything in sight of one cell is labelled in one go. Returns `None` if
    /// the slice is used up, or if the field was returned already.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], or [`GoalFieldError::NotPrepared`] if the map was given another topology or is no longer prepared:
    /// begin the task again.
    pub fn run(&mut self, map: &NavMap, slice: u32) -> Result<Option<GoalField>, GoalFieldError> {
        let Some(field) = &mut self.field else { return Ok(None) };
        let weights = field.weights(map)?;
        if weights.topology() != field.topology {
            return Err(GoalFieldError::NotPrepared);
        }
        if self.revision != map.revision() && !self.edited {
            // Scans rely on other scans that have yet to be made, which may label other cells now.
            self.edited = true;
            field.push_labelled(weights, &mut self.queue);
        }
        let labelled = run(weights, &mut field.labels, &mut self.queue, slice, field.scans && !self.edited);
        Ok(if labelled < slice { self.field.take() } else { None })
    }
}

impl GoalField {
    /// Pushes every cell that has a cost.
    fn push_labelled(&self, weights: &CostField, queue: &mut CostQueue) {
        queue.reset(bucket_width(weights));
        for (cell, &label) in self.labels.iter().enumerate() {
            if label != WALL && label != UNREACHED {
                queue.push(LabelledCell { label, cell: cell as u32 });
            }
        }
    }
}

impl NavMap {
    /// Checks the goals and begins a field that is built in slices.
    ///
    /// # Errors
    /// As [`NavMap::goal_field`].
    pub fn begin_goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<GoalFieldTask, GoalFieldError> {
        let mut field = GoalField::without_labels(self, profile, goals)?;
        let mut queue = CostQueue::default();
        field.begin(field.weights(self)?, &mut queue);
        Ok(GoalFieldTask { field: Some(field), queue, revision: self.revision(), edited: false })
    }
}
