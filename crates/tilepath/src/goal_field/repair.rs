//! Bringing a goal field in step with edits, in time that grows with the cells that they concern.

use super::{
    build::{GoalFieldScratch, bucket_width, run},
    error::GoalFieldError,
    field::{GoalField, goal_cells},
    steps::FieldSteps,
};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    cost_field::{
        CostField,
        labels::{GOAL, UNREACHED, WALL},
    },
    ground::{CellRect, Rule, by_rule},
    map::NavMap,
};
use core::cmp::Ordering;
use glam::IVec2;
use smallvec::SmallVec;

/// What a repair of a [`GoalField`] did: how many costs were dropped and how many were written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoalFieldRepair {
    /// The number of cells whose old cost was dropped, because no path at this cost is left. 0 if the field was rebuilt.
    pub raised: usize,
    /// The number of costs that were written after the old costs were dropped. A cell whose cost was written several times counts
    /// several times.
    pub settled: usize,
    /// Whether the costs from all cells were computed again. [`GoalField::repair`] lists the reasons.
    pub rebuilt: bool,
    /// Whether the field is as it was before, because a rebuild is needed ([`GoalField::repair_unless_rebuilt`]).
    pub gave_up: bool,
}

impl GoalField {
    /// A field is rebuilt instead of repaired if more than 1/12 of the cells of the map, and more than [`Self::REBUILD_LEAST`]
    /// cells, were edited or lost their cost.
    const REBUILD_SHARE: usize = 12;
    /// A field is always repaired if at most 256 cells were edited or lost their cost, even if these are more than 1/12 of the
    /// cells of a small map.
    const REBUILD_LEAST: usize = 256;

    /// Returns whether [`GoalField::repair`] would compute the whole field again. `true` in each of these cases:
    ///
    /// - The edits since the last repair concern more than 256 cells and more than a twelfth of the map. Neighbours of edited
    ///   cells count too.
    /// - There were more edits since the last repair than the [log](NavMap::changes_since) of the map holds.
    /// - The topology of the map has changed.
    /// - The field belongs to another map. In this case [`GoalField::repair`] fails, so build a new field.
    ///
    /// After `false`, a repair still rebuilds the field if too many cells lose their cost during the repair.
    ///
    /// A rebuild may take too long for one frame. To avoid this, call [`GoalField::repair_unless_rebuilt`], and let the field
    /// [grow again](GoalField::regrow) in slices if that gives up.
    #[must_use]
    pub fn needs_rebuild(&self, map: &NavMap) -> bool {
        if !self.is_of(map) || self.topology != map.topology() {
            return true;
        }
        let edits = map.edits_since(self.revision);
        edits.is_none_or(|edits| {
            concern_much(self.lattice.bounds(), edits.map(|edit| edit.rect.grown(self.profile.reach())))
        })
    }

    /// Updates the costs after edits of the map. The field is then equal to a new field. The edits are read from the
    /// [log](NavMap::changes_since) of the map.
    ///
    /// - The time grows with the number of cells whose cost changes, not with the size of the map.
    /// - Once `scratch` has grown to the size that is needed, nothing is allocated.
    /// - If every goal is in a wall now, no cell has a cost.
    /// - A [growing](NavMap::growing_goal_field) field knows all costs up to a limit. The repair keeps this limit. So if costs
    ///   rose, the field [knows](GoalField::knows) fewer cells after the repair.
    ///
    /// The whole field is computed again in these cases:
    ///
    /// - The edits concern more than 256 cells and more than a twelfth of the map.
    /// - More than 256 cells and more than a twelfth of the map lose their cost.
    /// - There were more than [`Changes::MAX_EDITS`](crate::Changes::MAX_EDITS) edits.
    /// - The topology has changed.
    ///
    /// *Source:* after Ramalingam, Reps, "An incremental algorithm for a generalization of the shortest-path problem" (1996).
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`] if the field belongs to another map. [`GoalFieldError::NotPrepared`] if the map is no longer
    /// prepared for the profile of the field. On an error the field is unchanged.
    pub fn repair(
        &mut self,
        map: &NavMap,
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let repair = self.repair_unless_rebuilt(map, scratch)?;
        if !repair.gave_up {
            return Ok(repair);
        }
        let weights = self.weights(map)?;
        self.revision = map.revision();
        self.find_goal_cells(map, weights);
        Ok(self.rebuilt(weights, scratch))
    }

    /// Does the same as [`GoalField::repair`], but never computes the whole field again. Where [`GoalField::repair`] would do this, the field
    /// keeps its costs and its revision, and [`GoalFieldRepair::gave_up`] is `true`.
    ///
    /// # Errors
    /// As [`GoalField::repair`].
    pub fn repair_unless_rebuilt(
        &mut self,
        map: &NavMap,
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let weights = self.weights(map)?;
        if self.is_current(map) {
            self.revision = map.revision();
            return Ok(GoalFieldRepair::default());
        }
        if self.needs_rebuild(map) {
            return Ok(GoalFieldRepair { gave_up: true, ..GoalFieldRepair::default() });
        }
        let mut edited = core::mem::take(&mut scratch.edited);
        edited.clear();
        let bounds = self.lattice.bounds();
        let places = map.edits_since(self.revision).into_iter().flatten();
        edited.extend(places.map(|edit| edit.rect.grown(self.profile.reach()).clipped(bounds)));
        // Goals may have become cells through which agents only pass, or ceased to be such cells. They are among the edited cells.
        self.find_goal_cells(map, weights);
        let repair = by_rule!(weights.topology().moves(), repair_by(self, weights, &edited, &[], scratch));
        if !repair.gave_up {
            self.revision = map.revision();
        }
        scratch.edited = edited;
        Ok(repair)
    }

    /// Replaces the goals of the field and updates its costs. The costs are repaired, which is faster than a rebuild, if:
    ///
    /// - a goal of the old list is also in the new list, and is free,
    /// - and the map was not edited since the last repair.
    ///
    /// Otherwise, or if too many costs change, the whole field is computed again.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] if no goal is on the map and
    /// free. On an error the field is unchanged.
    pub fn set_goals(
        &mut self,
        map: &NavMap,
        goals: &[IVec2],
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalFieldRepair, GoalFieldError> {
        let weights = self.weights(map)?;
        let cells = self.legal_goals(map, weights, goals)?;
        let old = core::mem::replace(&mut self.goal_cells, cells);
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        let stays = |cell: &u32| old.binary_search(cell).is_ok() && weights.weight(*cell as usize) != 0;
        let sound = self.is_current(map);
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
        let repair = by_rule!(weights.topology().moves(), repair_by(self, weights, &[], &changed, scratch));
        Ok(if repair.gave_up { self.rebuilt(weights, scratch) } else { repair })
    }

    /// Finds again which goals count.
    fn find_goal_cells(&mut self, map: &NavMap, weights: &CostField) {
        if self.profile.pass_through().is_empty() && self.lattice == *weights.lattice() {
            return;
        }
        self.goal_cells = goal_cells(map, &self.profile, weights.lattice(), &self.goals);
    }

    fn rebuilt(&mut self, weights: &CostField, scratch: &mut GoalFieldScratch) -> GoalFieldRepair {
        let settled =
            if self.is_complete() { self.rebuild(weights, scratch) } else { self.grow_again(weights) };
        GoalFieldRepair { settled, rebuilt: true, ..GoalFieldRepair::default() }
    }

    /// Updates the labels of cells in some rectangles that became walls or free. Passes each such cell with its old label to `note`.
    pub(super) fn label_walls(
        &mut self,
        weights: &CostField,
        rects: &[CellRect],
        mut note: impl FnMut(LabelledCell),
    ) {
        for index in concerned(weights, rects) {
            let old = self.labels[index];
            let new = match (old == WALL, weights.weight(index) == 0) {
                (false, true) => WALL,
                (true, false) => UNREACHED,
                _ => continue,
            };
            note(LabelledCell { label: old, cell: index as u32 });
            self.labels.set(index, new);
        }
    }

    /// The cost plus one that a free cell should have: 1 for a goal, otherwise computed from the costs of its neighbours.
    #[inline]
    fn offer<R: Rule>(&self, steps: &FieldSteps<R>, index: usize) -> u32 {
        let is_goal = self.goal_cells.binary_search(&(index as u32)).is_ok();
        if is_goal { GOAL } else { steps.offer(&self.labels, index) }
    }
}

/// Returns whether more cells are edited than a repair should take, so that a rebuild is cheaper.
pub(super) fn concern_much(bounds: CellRect, rects: impl IntoIterator<Item = CellRect>) -> bool {
    let cells = concerned_rects(bounds, rects.into_iter()).map(|rect| {
        let sides = (rect.max - rect.min + 1).max(IVec2::ZERO).as_uvec2();
        sides.x as usize * sides.y as usize
    });
    cells.sum::<usize>() > most_repaired(bounds)
}

/// The maximum number of cells that a repair changes on a map of this size. For more cells a rebuild is cheaper.
fn most_repaired(bounds: CellRect) -> usize {
    let size = bounds.size();
    (size.x as usize * size.y as usize / GoalField::REBUILD_SHARE).max(GoalField::REBUILD_LEAST)
}

/// The edited rectangles, each grown by one cell on every side and clipped to the map.
fn concerned_rects(
    bounds: CellRect,
    rects: impl Iterator<Item = CellRect>,
) -> impl Iterator<Item = CellRect> {
    rects.map(move |rect| rect.grown(1).clipped(bounds))
}

/// The cells in the edited rectangles and around them, as padded indices (indices into the arrays of `weights`, which have a
/// margin around the map). A cell that belongs to several rectangles is listed several times.
fn concerned(weights: &CostField, rects: &[CellRect]) -> impl Iterator<Item = usize> {
    rects.iter().flat_map(|&rect| {
        weights.lattice().near(rect, weights.topology().reach()).chain(weights.linked_with(rect))
    })
}

/// Repairs a field after the rectangles `rects` were edited, and after `cells` became goals or stopped being goals. Gives up if too many
/// cells lose their cost: the field then has its old labels.
fn repair_by<R: Rule>(
    field: &mut GoalField,
    weights: &CostField,
    rects: &[CellRect],
    cells: &[u32],
    scratch: &mut GoalFieldScratch,
) -> GoalFieldRepair {
    let steps = FieldSteps::<R>::new(weights);
    scratch.walls.clear();
    field.label_walls(weights, rects, |old| scratch.walls.push(old));
    let cells = cells.iter().map(|&cell| cell as usize);
    look_over(field, &steps, concerned(weights, rects).chain(cells), scratch);
    if !raise(field, &steps, scratch) {
        for old in scratch.raised.iter().chain(scratch.walls.iter().rev()) {
            field.labels.set(old.cell as usize, old.label);
        }
        return GoalFieldRepair { raised: scratch.raised.len(), gave_up: true, ..GoalFieldRepair::default() };
    }
    let GoalFieldScratch { queue, raised, lowered, .. } = scratch;
    queue.reset(0, bucket_width(weights));
    for raised in raised.iter() {
        // None of these cells is a free goal: the label of a goal needs no neighbour.
        let label = steps.offer(&field.labels, raised.cell as usize);
        if label != UNREACHED {
            field.labels.set(raised.cell as usize, label);
            queue.push(LabelledCell { label, cell: raised.cell });
        }
    }
    push_lowered(field, &steps, lowered.iter().map(|&cell| cell as usize), queue);
    let settled = if field.is_complete() {
        field.touch_all();
        run(weights, field.labels.cells(), queue, field.scans) as usize
    } else {
        field.settle_known(weights, queue, lowered)
    };
    GoalFieldRepair { raised: raised.len(), settled, ..GoalFieldRepair::default() }
}

/// Compares the stored cost of each cell with the cost that follows from its neighbours. Cells whose cost must fall are added to
/// `scratch.lowered`. Cells whose cost must rise are marked as unreached and added to `scratch.raised`.
fn look_over<R: Rule>(
    field: &mut GoalField,
    steps: &FieldSteps<R>,
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
                field.labels.set(index, UNREACHED);
                scratch.raised.push(LabelledCell { label, cell: index as u32 });
            }
            Ordering::Equal => {}
        }
    }
}

/// Marks a cell as unreached if all its cheapest paths led through cells that are now unreached. Repeats this for the cells that depend on
/// the marked cell. Returns `false` if a rebuild is cheaper because too many cells are marked.
///
/// The order of the cells does not matter: each cell is checked again whenever a neighbour is marked.
fn raise<R: Rule>(field: &mut GoalField, steps: &FieldSteps<R>, scratch: &mut GoalFieldScratch) -> bool {
    let (raised, most) = (&mut scratch.raised, most_repaired(field.lattice.bounds()));
    let mut next = 0;
    while let Some(&first) = raised.get(next)
        && raised.len() <= most
    {
        next += 1;
        steps.raise_dependents(&mut field.labels.cells(), first, |entry| raised.push(entry));
    }
    raised.len() <= most
}

/// Checks whether each of the cells can now be reached at a lower cost. If so, writes this cost and pushes the cell onto the queue.
fn push_lowered<R: Rule>(
    field: &mut GoalField,
    steps: &FieldSteps<R>,
    cells: impl Iterator<Item = usize>,
    queue: &mut BucketQueue,
) {
    for index in cells {
        let label = field.offer(steps, index);
        if label < field.labels[index] {
            field.labels.set(index, label);
            queue.push(LabelledCell { label, cell: index as u32 });
        }
    }
}
