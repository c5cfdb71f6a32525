//! Building a goal field, in one go or in slices.

use super::{
    FieldError, FieldScratch, GoalField, UNREACHED,
    queue::CostQueue,
    steps::{Steps, by_rule},
};
use crate::{cost_field::CostField, nav_map::NavMap, profile::CostProfile, search::Rule};
use glam::IVec2;

impl NavMap {
    /// Builds the field of the costs to the nearest of these goals, by Dijkstra's algorithm from the goals outwards.
    /// Of several goals only those count that are on the map and free, and the field stays ready for the others to become free.
    ///
    /// The map must be [prepared](NavMap::prepare) for the profile. Costs O(cells) with the memory of `scratch`.
    ///
    /// # Errors
    /// [`FieldError::NotPrepared`], or [`FieldError::Goals`] where no goal is legal.
    pub fn goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
        scratch: &mut FieldScratch,
    ) -> Result<GoalField, FieldError> {
        let mut field = GoalField::unreached(self, profile, goals)?;
        field.rebuild(field.weights(self)?, scratch);
        Ok(field)
    }

    /// Checks the goals and begins a field that is built in slices.
    ///
    /// # Errors
    /// As [`NavMap::goal_field`].
    pub fn begin_goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<GoalFieldTask, FieldError> {
        let mut field = GoalField::unreached(self, profile, goals)?;
        let mut queue = CostQueue::default();
        field.begin(field.weights(self)?, &mut queue);
        Ok(GoalFieldTask { field: Some(field), queue })
    }
}

/// A goal field that is being built slice by slice. It owns what it needs, so that several can be under way.
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
}

impl GoalFieldTask {
    /// Goes on for at most `slice` expansions. `None` means that the slice is used up, or that the field was handed out already.
    ///
    /// # Errors
    /// [`FieldError::OtherMap`], or [`FieldError::NotPrepared`] where the map was given another topology or is no longer prepared:
    /// begin anew.
    pub fn run(&mut self, map: &NavMap, slice: u32) -> Result<Option<GoalField>, FieldError> {
        let Some(field) = &mut self.field else { return Ok(None) };
        let weights = field.weights(map)?;
        if weights.topology() != field.topology {
            return Err(FieldError::NotPrepared);
        }
        let done = run(weights, &mut field.costs, &mut self.queue, slice) < slice;
        Ok(if done { self.field.take() } else { None })
    }
}

impl GoalField {
    /// Forgets all costs and finds them anew on the same map. Tells how many cells were settled.
    pub(super) fn rebuild(&mut self, weights: &CostField, scratch: &mut FieldScratch) -> usize {
        self.topology = weights.topology();
        self.exact = true;
        self.costs.fill(UNREACHED);
        self.begin(weights, &mut scratch.queue);
        run(weights, &mut self.costs, &mut scratch.queue, u32::MAX) as usize
    }

    /// Pushes the goals.
    fn begin(&mut self, weights: &CostField, queue: &mut CostQueue) {
        queue.reset(bucket_width(weights));
        for &goal in &self.goal_cells {
            if weights.weight(goal as usize) != 0 {
                self.costs[goal as usize] = 0;
                queue.push(0, goal);
            }
        }
    }
}

/// The cheapest step that any map can have for this topology: within a bucket of this width no cell improves another.
pub(super) fn bucket_width(weights: &CostField) -> u32 {
    weights.topology().lengths().straight() * crate::cost::UNITS_PER_TILE
}

/// Settles cells until the queue is empty, at most `slice` of them. Tells how many.
pub(super) fn run(weights: &CostField, costs: &mut [u32], queue: &mut CostQueue, slice: u32) -> u32 {
    by_rule!(weights, run_by(weights, costs, queue, slice))
}

fn run_by<R: Rule>(weights: &CostField, costs: &mut [u32], queue: &mut CostQueue, slice: u32) -> u32 {
    let steps = Steps::<R>::new(weights);
    let mut settled = 0;
    while settled < slice {
        let Some(entry) = queue.pop() else { break };
        let cell = entry.cell as usize;
        // Cells are pushed with the cost that they have, or with one that they get only now; dearer entries are stale.
        if entry.cost <= costs[cell] {
            costs[cell] = entry.cost;
            steps.relax(costs, queue, cell, entry.cost);
            settled += 1;
        }
    }
    settled
}
