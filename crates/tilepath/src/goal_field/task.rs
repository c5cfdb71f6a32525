//! Building a goal field in slices.

use super::{
    build::{GoalFieldScratch, bucket_width, run},
    error::GoalFieldError,
    field::GoalField,
    queue::{CostQueue, LabelledCell},
    repair::concern_much,
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

/// A goal field that is being built in slices, for example one slice per frame. Made by [`NavMap::begin_goal_field`]. Several
/// fields can be built at the same time: each task has memory of its own.
///
/// The map may be edited between slices. The finished field includes these edits. If too many cells are edited, the task begins
/// again (see [`GoalFieldTask::restarts`]).
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
    /// Continues the build: computes the costs of about `slice` more cells. Returns the field once it is finished. Returns
    /// `None` before that, and also after the field was returned.
    ///
    /// The returned field includes all edits of the map. A call may compute the costs of more cells than `slice`, because a
    /// cell and all cells in sight of it get their costs at once.
    ///
    /// With a `slice` of 0 the task only reads the latest edits of the map. While a task is paused, call this method with 0 in
    /// every frame: the map remembers only its last [`Changes::MAX_EDITS`](crate::Changes::MAX_EDITS) edits, and a task that
    /// misses edits begins again.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`] if the task belongs to another map. [`GoalFieldError::NotPrepared`] if the topology of the
    /// map has changed, or if the map is no longer prepared for the profile: begin a new task.
    pub fn run(&mut self, map: &NavMap, slice: u32) -> Result<Option<GoalField>, GoalFieldError> {
        let Some(mut field) = self.field.take() else { return Ok(None) };
        let outcome = self.run_taken(&mut field, map, slice);
        if outcome == Ok(true) {
            return Ok(Some(field));
        }
        self.field = Some(field);
        outcome.map(|_| None)
    }

    /// How often the task has begun again, because too many cells were edited for a [repair](GoalField::repair).
    ///
    /// On a map that changes in every frame the task may never finish. In this case pass a slice of `u32::MAX`, which builds the
    /// whole field in one call.
    #[must_use]
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Runs one slice of the build. `field` was taken out of the task before. Returns whether the field is complete.
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

    /// Notes the edits of the map since the last slice. If too many cells were edited, begins the build again.
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
    /// Pushes every cell that has a cost onto the queue, so that the neighbours of these cells are checked again.
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
    /// Begins a goal field that is built in slices. Call [`GoalFieldTask::run`] until it returns the field.
    ///
    /// The map must be [prepared](NavMap::prepare) for the profile.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] if no goal is on the map and free.
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
