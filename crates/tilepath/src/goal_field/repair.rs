//! Bringing a goal field in step with edits, in time that grows with the cells that they concern.

use super::{
    build::{bucket_width, run},
    error::GoalFieldError,
    field::GoalField,
    queue::{CostQueue, LabelledCell},
    scratch::GoalFieldScratch,
    steps::Steps,
};
use crate::{
    cost_field::{
        CostField,
        labels::{GOAL, UNREACHED, WALL},
    },
    ground::{CellRect, Rule, by_rule},
    map::NavMap,
};
use core::cmp::Ordering;
use glam::{IVec2, UVec2};
use smallvec::SmallVec;

/// What a repair did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoalFieldRepair {
    /// The number of cells whose cost was dropped, because no neighbour leads to a goal at this cost any more. 0 for a rebuild.
    pub raised: usize,
    /// The number of costs written afterwards; a cell may have got several. `raised + settled` is an upper bound on the cells that changed.
    pub settled: usize,
    /// Whether the field was rebuilt, because too much had changed.
    pub rebuilt: bool,
}

impl GoalField {
    /// A field is rebuilt if more than one in this many cells of the map was edited or has lost its path.
    const REBUILD_SHARE: usize = 12;
    /// Up to this many cells are never a reason to rebuild, however small the map is.
    const REBUILD_LEAST: usize = 256;

    /// Returns whether [`GoalField::repair`] rebuilds the field, for one of these reasons:
    ///
    /// - More than one cell in twelve, and more than 256 cells, were edited since the last repair.
    /// - The [log](NavMap::changes_since) of the map no longer holds all edits since the last repair.
    /// - The topology has changed.
    /// - The field was [lowered](GoalField::repair_as_lower_bound).
    ///
    /// Also returns `true` for a field of another map, which must be built again for this map.
    ///
    /// If a rebuild takes too long for one frame, call this first, and build the field in slices instead ([`NavMap::begin_goal_field`]). A
    /// repair may still rebuild the field, if too many cells have lost their path.
    #[must_use]
    pub fn needs_rebuild(&self, map: &NavMap) -> bool {
        if self.map != map.id() || !self.exact || self.topology != map.topology() {
            return true;
        }
        let edits = map.edits_since(self.revision);
        edits.is_none_or(|edits| concern_much(self.size, edits.map(|edit| edit.rect)))
    }

    /// Updates the costs for all edits of the map since the last update. The map's own log lists these edits.
    ///
    /// The field then equals a new field. The time grows with the number of cells whose cost changes, not with the map, and nothing is
    /// allocated once the scratch has grown. If all goals are in walls now, no cell has a cost. A field that
    /// [grows](NavMap::growing_goal_field) is repaired as far as it has grown: up to the same cost, so fewer cells are
    /// [known](GoalField::knows) if costs rise.
    ///
    /// The field is rebuilt:
    ///
    /// - if more than one cell in twelve, and more than 256 cells, were edited or have lost their path,
    /// - after more than [`Changes::MAX_EDITS`](crate::Changes::MAX_EDITS) edits,
    /// - after [`GoalField::repair_as_lower_bound`],
    /// - and after a change of topology.
    ///
    /// *Source:* after Ramalingam, Reps, "An incremental algorithm for a generalization of the shortest-path problem" (1996). A cost is
    /// dropped if no neighbour leads to a goal at this cost any more. Dropped costs are then found again, together with all costs that
    /// became lower.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], or [`GoalFieldError::NotPrepared`]. On an error the field is unchanged.
    pub fn repair(
        &mut self,
        map: &NavMap,
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let weights = self.weights(map)?;
        if self.exact && self.is_current(map) {
            self.revision = map.revision();
            return Ok(GoalFieldRepair::default());
        }
        let rebuilds = self.needs_rebuild(map);
        let mut edited = core::mem::take(&mut scratch.edited);
        edited.clear();
        edited.extend(map.edits_since(self.revision).into_iter().flatten().map(|edit| edit.rect));
        self.revision = map.revision();
        let repair = if rebuilds {
            self.rebuilt(weights, scratch)
        } else {
            self.repair_rects(weights, &edited, scratch)
        };
        scratch.edited = edited;
        Ok(repair)
    }

    /// Brings the costs in step with edits of some rectangles.
    pub(super) fn repair_rects(
        &mut self,
        weights: &CostField,
        edited: &[CellRect],
        scratch: &mut GoalFieldScratch,
    ) -> GoalFieldRepair {
        by_rule!(weights.topology().moves(), repair_by(self, weights, edited, &[], scratch))
    }

    /// Updates only costs that became lower. Every cost is then a lower bound, admissible and consistent: the cost from a cell is never
    /// more than a step plus the cost from the cell that the step enters. Takes almost no time if edits only raised costs.
    ///
    /// The field is then [no longer exact](GoalField::is_exact), and the next [`GoalField::repair`] rebuilds it. If the
    /// [log](NavMap::changes_since) of the map no longer holds all edits since the last update, the field is rebuilt and exact. A field
    /// that [grows](NavMap::growing_goal_field) and is not complete is repaired.
    ///
    /// # Errors
    /// The same as [`GoalField::repair`].
    pub fn repair_as_lower_bound(
        &mut self,
        map: &NavMap,
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let weights = self.weights(map)?;
        if self.is_current(map) {
            self.revision = map.revision();
            return Ok(GoalFieldRepair::default());
        }
        if !self.is_complete() {
            return self.repair(map, scratch);
        }
        let edits = map.edits_since(self.revision);
        self.revision = map.revision();
        let Some(edits) = edits.filter(|_| self.topology == weights.topology()) else {
            return Ok(self.rebuilt(weights, scratch));
        };
        let mut edited = core::mem::take(&mut scratch.edited);
        edited.clear();
        edited.extend(edits.filter(|edit| edit.kind.may_lower_any()).map(|edit| edit.rect));
        self.exact = false;
        let repair = by_rule!(weights.topology().moves(), lower_by(self, weights, &edited, scratch));
        scratch.edited = edited;
        Ok(repair)
    }

    /// Gives the field other goals. The field is repaired if some goals stay and the map was not edited since the last repair. Otherwise it
    /// is rebuilt.
    ///
    /// # Errors
    /// The same as [`NavMap::goal_field`], and [`GoalFieldError::OtherMap`]. On an error the field is unchanged.
    pub fn set_goals(
        &mut self,
        map: &NavMap,
        goals: &[IVec2],
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let weights = self.weights(map)?;
        let cells = self.legal_goals(weights, goals)?;
        let old = core::mem::replace(&mut self.goal_cells, cells);
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        let stays = |cell: &u32| old.binary_search(cell).is_ok() && weights.weight(*cell as usize) != 0;
        let sound = self.exact && self.is_current(map);
        self.revision = map.revision();
        if !sound || !self.goal_cells.iter().any(stays) {
            return Ok(self.rebuilt(weights, scratch));
        }
        let differs = |one: &[u32], other: &[u32]| {
            let missing = one.iter().filter(|&cell| other.binary_search(cell).is_err());
            missing.copied().collect::<SmallVec<[u32; 8]>>()
        };
        let mut changed = differs(&old, &self.goal_cells);
        changed.extend(differs(&self.goal_cells, &old));
        Ok(by_rule!(weights.topology().moves(), repair_by(self, weights, &[], &changed, scratch)))
    }

    fn rebuilt(&mut self, weights: &CostField, scratch: &mut GoalFieldScratch) -> GoalFieldRepair {
        let settled =
            if self.is_complete() { self.rebuild(weights, scratch) } else { self.grow_again(weights) };
        GoalFieldRepair { raised: 0, settled, rebuilt: true }
    }

    /// Labels walls that were built or removed in some rectangles.
    pub(super) fn label_walls(&mut self, weights: &CostField, rects: &[CellRect]) {
        for index in concerned(weights, rects) {
            let label = &mut self.labels[index];
            if weights.weight(index) == 0 {
                *label = WALL;
            } else if *label == WALL {
                *label = UNREACHED;
            }
        }
    }

    /// The label of a free cell as it follows from those of its neighbours.
    #[inline]
    fn offer<R: Rule>(&self, steps: &Steps<R>, index: usize) -> u32 {
        let is_goal = self.goal_cells.binary_search(&(index as u32)).is_ok();
        if is_goal { GOAL } else { steps.offer(&self.labels, index) }
    }
}

/// Returns whether more cells are edited than a repair should take, so that a rebuild is cheaper.
pub(super) fn concern_much(size: UVec2, rects: impl IntoIterator<Item = CellRect>) -> bool {
    let cells = concerned_rects(size, rects.into_iter()).map(|rect| {
        let sides = (rect.max - rect.min + 1).max(IVec2::ZERO).as_uvec2();
        sides.x as usize * sides.y as usize
    });
    cells.sum::<usize>() > most_repaired(size)
}

/// Beyond this many cells a rebuild is cheaper than a repair.
fn most_repaired(size: UVec2) -> usize {
    (size.x as usize * size.y as usize / GoalField::REBUILD_SHARE).max(GoalField::REBUILD_LEAST)
}

/// The parts of the map in which steps change with some rectangles of weights.
fn concerned_rects(size: UVec2, rects: impl Iterator<Item = CellRect>) -> impl Iterator<Item = CellRect> {
    let last = size.as_ivec2() - 1;
    rects.map(move |rect| {
        let grown = rect.grown(1);
        CellRect { min: grown.min.max(IVec2::ZERO), max: grown.max.min(last) }
    })
}

/// The padded indices of the cells in those parts. A cell in several rectangles comes several times.
fn concerned(weights: &CostField, rects: &[CellRect]) -> impl Iterator<Item = usize> {
    rects.iter().flat_map(|&rect| weights.lattice().near(rect, weights.topology().reach()))
}

/// Repairs a field after edits of rectangles, or after cells have become goals or stopped being goals.
fn repair_by<R: Rule>(
    field: &mut GoalField,
    weights: &CostField,
    rects: &[CellRect],
    cells: &[u32],
    scratch: &mut GoalFieldScratch,
) -> GoalFieldRepair {
    let steps = Steps::<R>::new(weights);
    field.label_walls(weights, rects);
    let cells = cells.iter().map(|&cell| cell as usize);
    look_over(field, &steps, concerned(weights, rects).chain(cells), scratch);
    if !raise(field, &steps, scratch) {
        return field.rebuilt(weights, scratch);
    }
    let GoalFieldScratch { queue, raised, lowered, .. } = scratch;
    queue.reset(bucket_width(weights));
    for raised in raised.iter() {
        // No goal among them: a goal that is free is supported by itself.
        let label = steps.offer(&field.labels, raised.cell as usize);
        if label != UNREACHED {
            field.labels[raised.cell as usize] = label;
            queue.push(LabelledCell { label, cell: raised.cell });
        }
    }
    push_lowered(field, &steps, lowered.iter().map(|&cell| cell as usize), queue);
    let settled = if field.is_complete() {
        field.touch_all();
        run(weights, &mut field.labels, queue, u32::MAX, field.scans) as usize
    } else {
        field.settle_known(weights, queue, lowered)
    };
    GoalFieldRepair { raised: raised.len(), settled, rebuilt: false }
}

/// Finds the cells whose label must rise or fall by those of their neighbours. Those that must rise are unreached from now on.
fn look_over<R: Rule>(
    field: &mut GoalField,
    steps: &Steps<R>,
    cells: impl Iterator<Item = usize>,
    scratch: &mut GoalFieldScratch,
) {
    scratch.raised.clear();
    scratch.lowered.clear();
    for index in cells {
        let label = field.labels[index];
        if label == WALL {
            continue;
        }
        match field.offer(steps, index).cmp(&label) {
            Ordering::Less => scratch.lowered.push(index as u32),
            Ordering::Greater => {
                field.labels[index] = UNREACHED;
                scratch.raised.push(LabelledCell { label, cell: index as u32 });
            }
            Ordering::Equal => {}
        }
    }
}

/// Makes all cells unreached whose label came from unreached ones. Returns `false` if there are too many, so that a rebuild is cheaper.
///
/// The order does not matter: a cell is looked at again whenever a neighbour is raised that may have supported it.
fn raise<R: Rule>(field: &mut GoalField, steps: &Steps<R>, scratch: &mut GoalFieldScratch) -> bool {
    let (raised, most) = (&mut scratch.raised, most_repaired(field.size));
    let mut next = 0;
    while let Some(&first) = raised.get(next)
        && raised.len() <= most
    {
        next += 1;
        steps.raise_dependents(&mut field.labels, first, |entry| raised.push(entry));
    }
    raised.len() <= most
}

/// Labels and pushes those of some cells whose label falls by those of their neighbours.
fn push_lowered<R: Rule>(
    field: &mut GoalField,
    steps: &Steps<R>,
    cells: impl Iterator<Item = usize>,
    queue: &mut CostQueue,
) {
    for index in cells {
        let label = field.offer(steps, index);
        if label < field.labels[index] {
            field.labels[index] = label;
            queue.push(LabelledCell { label, cell: index as u32 });
        }
    }
}

/// Takes into account only what became cheaper.
fn lower_by<R: Rule>(
    field: &mut GoalField,
    weights: &CostField,
    rects: &[CellRect],
    scratch: &mut GoalFieldScratch,
) -> GoalFieldRepair {
    field.label_walls(weights, rects);
    // A wall lowers nothing.
    let open =
        rects.iter().filter(|&&rect| weights.lattice().near(rect, 0).any(|cell| weights.weight(cell) != 0));
    let open: SmallVec<[CellRect; 4]> = open.copied().collect();
    if open.is_empty() {
        return GoalFieldRepair { raised: 0, settled: 0, rebuilt: false };
    }
    let queue = &mut scratch.queue;
    queue.reset(bucket_width(weights));
    push_lowered(field, &Steps::<R>::new(weights), concerned(weights, &open), queue);
    let settled = run(weights, &mut field.labels, queue, u32::MAX, field.scans);
    GoalFieldRepair { raised: 0, settled: settled as usize, rebuilt: false }
}
