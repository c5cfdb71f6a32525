//! One goal field that is being built, slice by slice.

use crate::request::Goals;
use bevy::prelude::*;
use tilepath::{CostProfile, GoalField, GoalFieldTask, NavMap, PathQuery};

/// A goal field that is being built.
#[derive(Debug)]
pub(super) struct FieldBuild {
    task: GoalFieldTask,
    pub(super) goals: Goals,
    /// Builds continue in the order of these numbers.
    pub(super) number: u64,
    pub(super) bytes: usize,
    /// The frame in which it began.
    begun_in: u64,
}

/// The number of frames after which a build runs to its end within one frame, whatever the budget: agents that walk by an older field
/// wait no longer for the right one.
const MAX_FRAMES: u64 = 600;

/// How many times a build may start again because too much was edited under it. After that it runs to its end within one frame, so that
/// a map that changes in every frame can't keep agents waiting forever.
const MAX_RESTARTS: u32 = 4;

/// The number of cells that are labelled before the budget is checked again.
const SLICE: u32 = 16_384;

/// The bytes of a field for this map: a label for each cell and each cell of a margin, and a next cell for each cell.
pub(super) fn bytes_for(map: &NavMap) -> usize {
    let side = |cells: u32| cells as usize + 2;
    let size = map.grid().size();
    side(size.x) * side(size.y) * size_of::<u32>() + map.grid().len()
}

/// The cells that count as one of these targets: the goals of a field.
pub(super) fn goal_cells(goals: &Goals, range: f32, map: &NavMap) -> Vec<IVec2> {
    if range == 0.0 {
        return goals.iter().map(|&(cell, _)| cell).collect();
    }
    let query = PathQuery::to_nearest(IVec2::ZERO, []).within(range);
    let size = map.grid().size();
    let mut cells: Vec<IVec2> = goals.iter().flat_map(|&(cell, _)| query.cells_of_goal(cell, size)).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

impl FieldBuild {
    /// Begins a field. `None` if no goal is legal or the map is not prepared for the profile.
    pub(super) fn begin(
        map: &NavMap,
        profile: &CostProfile,
        goals: Goals,
        range: f32,
        (number, begun_in): (u64, u64),
    ) -> Option<Self> {
        let task = map.begin_goal_field(profile, &goal_cells(&goals, range, map)).ok()?;
        Some(Self { task, goals, number, bytes: bytes_for(map), begun_in })
    }

    /// Reads the edits of the map while its log still has them. After too many the build starts again.
    pub(super) fn note_edits(&mut self, map: &NavMap) {
        // Errors come back when the build continues.
        let _ = self.task.run(map, 0);
    }

    /// Continues as far as the budget of cells goes. Returns the field when it is complete.
    pub(super) fn run(&mut self, map: &NavMap, frame: u64, budget: &mut u32) -> Option<GoalField> {
        let must_end = self.task.restarts() >= MAX_RESTARTS || frame - self.begun_in >= MAX_FRAMES;
        while *budget > 0 || must_end {
            let slice = if must_end { SLICE } else { SLICE.min(*budget) };
            *budget = budget.saturating_sub(slice);
            if let Some(field) = self.task.run(map, slice).ok()? {
                return Some(field);
            }
        }
        None
    }
}
