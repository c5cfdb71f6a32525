//! Building a goal field in slices.

use super::{
    build::{bucket_width, run},
    error::GoalFieldError,
    field::GoalField,
    queue::{CostQueue, LabelledCell},
    repair::concern_much,
    scratch::GoalFieldScratch,
};
use crate::{
    cost_field::{
        CostField,
        labels::{UNREACHED, WALL},
    },
    ground::{CellRect, CostProfile},
    map::NavMap,
};
use glam::IVec2;

/// A goal field that is being built in slices. Each task owns its memory, so several fields can be built at the same time.
///
/// The map may be edited between slices. The task reads the edits from the map's own log, and repairs the field before returning it. If
/// the edits concern too many cells, the task begins again (see [`GoalFieldTask::restarts`]).
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
    /// Its revision is that of the last edits that the task has read.
    field: Option<GoalField>,
    scratch: GoalFieldScratch,
    /// What was edited since the build began.
    edited: Vec<CellRect>,
    restarts: u32,
}

impl GoalFieldTask {
    /// Continues until `slice` cells, or a few more, have got their final costs: all cells in sight of one cell get theirs in one go. The
    /// field that is returned includes all edits of the map. Returns `None` if the slice is used up, or if the field was returned already.
    ///
    /// A slice of 0 only reads the edits. Call it for a task that waits while the map is edited: the log of a map holds only
    /// [`Changes::MAX_EDITS`](crate::Changes::MAX_EDITS) edits.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], or [`GoalFieldError::NotPrepared`] if the map was given another topology or is no longer prepared:
    /// begin the task again.
    pub fn run(&mut self, map: &NavMap, slice: u32) -> Result<Option<GoalField>, GoalFieldError> {
        let Some(mut field) = self.field.take() else { return Ok(None) };
        let outcome = self.run_taken(&mut field, map, slice);
        if outcome == Ok(true) {
            return Ok(Some(field));
        }
        self.field = Some(field);
        outcome.map(|_| None)
    }

    /// How many times the task has begun again, because edits concerned more cells than are worth a [repair](GoalField::repair). On a map
    /// that changes in every frame the task may never finish: then give it a slice of `u32::MAX`.
    #[must_use]
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Returns whether the field is complete.
    fn run_taken(&mut self, field: &mut GoalField, map: &NavMap, slice: u32) -> Result<bool, GoalFieldError> {
        let weights = field.weights(map)?;
        if weights.topology() != field.topology {
            return Err(GoalFieldError::NotPrepared);
        }
        self.read_edits(field, map, weights);
        let scans = field.scans && self.edited.is_empty();
        let labelled = run(weights, &mut field.labels, &mut self.scratch.queue, slice, scans);
        if labelled >= slice {
            return Ok(false);
        }
        if !self.edited.is_empty() {
            field.repair_rects(weights, &self.edited, &mut self.scratch);
        }
        Ok(true)
    }

    /// Reads what was edited since the last slice.
    fn read_edits(&mut self, field: &mut GoalField, map: &NavMap, weights: &CostField) {
        if field.is_current(map) {
            field.revision = map.revision();
            return;
        }
        let is_first = self.edited.is_empty();
        let edits = map.edits_since(field.revision);
        let is_known = edits.is_some();
        self.edited.extend(edits.into_iter().flatten().map(|edit| edit.rect));
        field.revision = map.revision();
        if !is_known || concern_much(field.size, self.edited.iter().copied()) {
            self.edited.clear();
            self.restarts += 1;
            field.begin(weights, &mut self.scratch.queue);
        } else if is_first {
            // Scans rely on other scans that have yet to be made, which may label other cells now.
            field.push_labelled(weights, &mut self.scratch.queue);
        }
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
    /// The same as [`NavMap::goal_field`].
    pub fn begin_goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<GoalFieldTask, GoalFieldError> {
        let mut field = GoalField::without_labels(self, profile, goals)?;
        let mut scratch = GoalFieldScratch::default();
        field.begin(field.weights(self)?, &mut scratch.queue);
        Ok(GoalFieldTask { field: Some(field), scratch, edited: Vec::new(), restarts: 0 })
    }
}
