//! One goal field that is being built, slice by slice.

use super::{
    growth::Wanted,
    ready_field::{ReadyField, TargetCells},
};
use crate::{
    budget::Budget,
    fleet::walking::NextCells,
    goal_field::{GoalField, GoalFieldError, GoalFieldScratch},
    ground::CostProfile,
    map::NavMap,
    path::{Contact, PathQuery},
    undo::{Image, Visit},
};
use core::task::Poll;
use glam::IVec2;

/// A goal field that is being built. It grows only as far as its agents need.
#[derive(Clone, Debug)]
pub(in crate::fleet) struct FieldBuild {
    pub(in crate::fleet) field: GoalField,
    pub(in crate::fleet) goals: TargetCells,
    /// The number of the build. Builds continue in the order of their numbers.
    pub(in crate::fleet) number: u64,
    pub(in crate::fleet) bytes: usize,
    /// The frame in which the build began.
    pub(in crate::fleet) begun_in: u64,
    /// How many times the build has started again because of too many edits.
    pub(in crate::fleet) restarts: u32,
    /// The cache of next cells that belongs to the spare field whose memory the build reuses.
    pub(in crate::fleet) next_cells: Option<NextCells>,
}

/// After this many frames, a build runs to its end within one frame, whatever the budget. Until then, agents may have
/// to walk on an older field.
const MAX_FRAMES: u64 = 600;

/// After starting again this many times because of too many edits, a build runs to its end within one frame.
/// Otherwise, a map that changes in every frame could keep agents waiting forever.
const MAX_RESTARTS: u32 = 4;

/// The bytes of a field for this map: a label for each cell of the map and of a margin around it, and a cached next
/// cell for each cell of the map.
pub(in crate::fleet) fn bytes_for(map: &NavMap) -> usize {
    let side = |cells: u32| cells as usize + 2;
    let size = map.grid().size();
    side(size.x) * side(size.y) * size_of::<u32>() + map.grid().len() * NextCells::BYTES_PER_CELL
}

/// The goal cells of a field: every cell that counts as one of these targets.
pub(in crate::fleet) fn goal_cells(
    goals: &TargetCells,
    contact: Contact,
    (map, profile): (&NavMap, &CostProfile),
) -> Vec<IVec2> {
    let body = map.body(profile);
    let cells: Vec<IVec2> = goals.iter().map(|&(cell, _)| cell).collect();
    if contact.range == 0.0 && body.is_none() {
        return cells;
    }
    let places = contact.places(&cells, body);
    let query = PathQuery::to_nearest(IVec2::ZERO, []).within(contact.range);
    let (shape, bounds) = (map.topology().shape(), map.grid().bounds());
    let mut cells: Vec<IVec2> =
        places.flat_map(|(_, place)| query.cells_of_goal(place, shape, bounds)).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

impl Image for FieldBuild {
    fn visit(&mut self, visit: &mut Visit) {
        self.field.visit(visit);
        self.next_cells.iter_mut().for_each(|cells| cells.visit(visit));
    }
}

impl FieldBuild {
    /// Begins a field. Reuses the memory of a spare field that belongs to the same map and profile. `None` if no goal
    /// is legal, or if the map is not prepared for the profile.
    pub(in crate::fleet) fn begin(
        map: &NavMap,
        profile: &CostProfile,
        goals: TargetCells,
        contact: Contact,
        (number, begun_in): (u64, u64),
        spare: Option<ReadyField>,
    ) -> Option<Self> {
        let cells = goal_cells(&goals, contact, (map, profile));
        if let Some(ReadyField { mut field, next_cells, .. }) = spare
            && field.profile() == profile
            && field.regrow(map, &cells).is_ok()
        {
            let next_cells = Some(next_cells);
            return Some(Self {
                field,
                goals,
                number,
                bytes: bytes_for(map),
                begun_in,
                restarts: 0,
                next_cells,
            });
        }
        let field = map.growing_goal_field(profile, &cells).ok()?;
        Some(Self { field, goals, number, bytes: bytes_for(map), begun_in, restarts: 0, next_cells: None })
    }

    /// Repairs the unfinished field after edits of the map. After too many edits, the build starts again.
    pub(in crate::fleet) fn note_edits(&mut self, map: &NavMap, scratch: &mut GoalFieldScratch) {
        // An error here comes back when the build continues.
        if self.field.needs_rebuild(map) {
            self.restarts += 1;
            let goals = self.field.goals().to_vec();
            let _ = self.field.regrow(map, &goals);
        } else {
            let _ = self.field.repair(map, scratch);
        }
    }

    /// Continues the build, as far as the budget of cells goes, until the field has grown far enough.
    pub(in crate::fleet) fn run(
        &mut self,
        map: &NavMap,
        frame: u64,
        wanted: &Wanted,
        budget: &mut Budget,
        scratch: &mut GoalFieldScratch,
    ) -> Poll<Result<(), GoalFieldError>> {
        if self.restarts >= MAX_RESTARTS || frame - self.begun_in >= MAX_FRAMES {
            budget.spend(budget.left());
            return wanted.grow(&mut self.field, map, &mut Budget::unlimited(), scratch);
        }
        wanted.grow(&mut self.field, map, budget, scratch)
    }
}
