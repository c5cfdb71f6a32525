//! Growing goal fields, which are labelled only as far as needed.
//!
//! Labels below `known` are final. Every cell with a greater label is in the frontier, or can't be reached from a known cell in one step.
//! Growing fields use no scans: scans rely on each other, and an edit between two of them would leave gaps.

use super::{
    build::{GoalFieldScratch, bucket_width, run_up_to},
    error::GoalFieldError,
    field::GoalField,
    frontier::ALL_KNOWN,
};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    budget::Budget,
    cost_field::{
        CostField,
        labels::{GOAL, UNREACHED, WALL},
    },
    ground::{CellRect, CostProfile},
    map::{Along, NavMap, RegionLabels},
};
use core::task::Poll;
use glam::IVec2;
use smallvec::SmallVec;
use std::sync::Arc;

/// The number of cells to label before checking again whether the field has grown enough.
const SLICE: u32 = 256;

impl NavMap {
    /// Begins a goal field in which only the goals have a cost so far (0). [`GoalField::grow`] then computes the costs of the
    /// cells that you name: the cost from each of them to the nearest goal. This is faster than [`NavMap::goal_field`] if you
    /// need only cells near the goals.
    ///
    /// The map must be [prepared](NavMap::prepare) for the profile.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] if no goal is on the map and free.
    pub fn growing_goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<GoalField, GoalFieldError> {
        let mut field = GoalField::without_labels(self, profile, goals)?;
        field.begin_growing(field.weights(self)?);
        Ok(field)
    }
}

impl GoalField {
    /// Returns whether the field knows the cost from a cell:
    ///
    /// - `true` for every cell on the map if the field is [complete](GoalField::is_complete).
    /// - `true` for walls, and for all cells that the field has reached by [growing](GoalField::grow).
    /// - `false` for cells outside the map.
    #[must_use]
    pub fn knows(&self, cell: IVec2) -> bool {
        let is_final = |index: usize| self.is_complete() || self.labels[index] < self.known;
        self.padded(cell).is_some_and(is_final)
    }

    /// Returns whether the field knows the cost from every cell. `false` only for a field that has not
    /// [grown](NavMap::growing_goal_field) over the whole map yet.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.known == ALL_KNOWN
    }

    /// Returns whether [`GoalField::grow`] can find the cost from a cell: the field does not know this cost yet, and a goal is
    /// connected with the cell.
    #[must_use]
    pub fn may_grow_to(&self, map: &NavMap, cell: IVec2) -> bool {
        let connected = |&goal: &IVec2| {
            let regions = map.regions(&self.profile);
            regions.is_some_and(|regions| map.leads(&self.profile, regions, cell, goal))
        };
        !self.knows(cell) && self.goals.iter().any(connected)
    }

    /// Computes costs until the field knows the costs from all of `cells`, as far as the [budget](Budget) goes: one unit for
    /// each cell whose cost is computed.
    ///
    /// - A call may compute up to 31 cells more than the budget.
    /// - Walls, cells outside the map and cells from which no goal can be reached are ignored.
    /// - If the map was edited, the field is [repaired](GoalField::repair) first. The budget does not limit the repair. If the
    ///   field [needs a rebuild](GoalField::needs_rebuild), you may let it [grow again](GoalField::regrow) instead.
    ///
    /// ```
    /// use tilepath::{Budget, CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([400, 400].into(), 1)?, Topology::default());
    /// let profile = CostProfile::default();
    /// map.prepare(&profile);
    /// let mut scratch = GoalFieldScratch::default();
    /// let mut field = map.growing_goal_field(&profile, &[[200, 200].into()])?;
    /// let agent = [190, 203].into();
    /// let mut budget = Budget::new(10_000);
    /// assert!(field.grow(&map, &[agent], &mut budget, &mut scratch)?.is_ready());
    /// assert!(field.cost(agent).is_some() && budget.left() > 9_000);
    /// assert!(!field.knows([0, 0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`] if the field belongs to another map. [`GoalFieldError::NotPrepared`] if the map is no longer
    /// prepared for the profile of the field.
    pub fn grow(
        &mut self,
        map: &NavMap,
        cells: &[IVec2],
        budget: &mut Budget,
        scratch: &mut GoalFieldScratch,
    ) -> Poll<Result<(), GoalFieldError>> {
        self.repair(map, scratch)?;
        if self.is_complete() {
            return Poll::Ready(Ok(()));
        }
        let weights = self.weights(map)?;
        let mut regions = RegionLabels::new();
        let known = map.regions(&self.profile);
        let label = |cell: IVec2| known?.label(map.grid().index(cell)?);
        for region in self.goals.iter().filter_map(|&goal| label(goal)) {
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        if let Some(known) = known {
            map.follow_links(&self.profile, known, Along::Backward, &mut regions);
        }
        let is_reached = |cell: &&IVec2| label(**cell).is_some_and(|region| regions.contains(&region));
        let wanted: SmallVec<[usize; 32]> =
            cells.iter().filter(is_reached).filter_map(|&cell| self.padded(cell)).collect();
        let mut wanted = wanted.as_slice();
        loop {
            while let [first, rest @ ..] = wanted
                && self.labels[*first] < self.known
            {
                wanted = rest;
            }
            if wanted.is_empty() || self.is_complete() {
                return Poll::Ready(Ok(()));
            }
            if budget.is_spent() {
                return Poll::Pending;
            }
            budget.spend(self.grow_by(weights, SLICE.min(budget.slice()), ALL_KNOWN));
        }
    }

    /// Computes costs until the field is [complete](GoalField::is_complete), as far as the [budget](Budget) goes.
    ///
    /// The budget and edits of the map have the same effect as in [`GoalField::grow`].
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`] if the field belongs to another map. [`GoalFieldError::NotPrepared`] if the map is no longer
    /// prepared for the profile of the field.
    pub fn grow_everywhere(
        &mut self,
        map: &NavMap,
        budget: &mut Budget,
        scratch: &mut GoalFieldScratch,
    ) -> Poll<Result<(), GoalFieldError>> {
        self.repair(map, scratch)?;
        let weights = self.weights(map)?;
        while !self.is_complete() {
            if budget.is_spent() {
                return Poll::Pending;
            }
            budget.spend(self.grow_by(weights, budget.slice(), ALL_KNOWN));
        }
        Poll::Ready(Ok(()))
    }

    /// Turns any field into a [growing](NavMap::growing_goal_field) field with other goals. The field forgets all its costs. Then
    /// only the new goals have a cost (0). The memory of the field is reused.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] if no goal is on the map and
    /// free. On an error the field is unchanged.
    pub fn regrow(&mut self, map: &NavMap, goals: &[IVec2]) -> Result<(), GoalFieldError> {
        let weights = self.weights(map)?;
        self.goal_cells = self.legal_goals(map, weights, goals)?;
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        let edits = map.edits_since(self.revision);
        let (bounds, reach) = (self.lattice.bounds(), self.profile.reach());
        let places_on = |rect: CellRect| rect.grown(reach).clipped(bounds);
        let is_alike = self.topology == weights.topology() && self.lattice == *weights.lattice();
        let keeps = is_alike && self.frontier.is_some();
        let edited: Option<SmallVec<[_; 8]>> =
            edits.filter(|_| keeps).map(|edits| edits.map(|edit| places_on(edit.rect)).collect());
        self.revision = map.revision();
        let Some(edited) = edited else {
            self.begin_growing(weights);
            return Ok(());
        };
        self.label_walls(weights, &edited, |_| {});
        let touched = self.frontier_mut().and_then(|frontier| frontier.touched.take());
        if let Some((first, last)) = touched {
            for index in first..=last {
                self.labels.set(index, if weights.weight(index) == 0 { WALL } else { UNREACHED });
            }
        }
        self.push_goals(weights);
        Ok(())
    }

    /// Forgets all labels, and begins to grow at the goals.
    pub(super) fn begin_growing(&mut self, weights: &CostField) {
        self.topology = weights.topology();
        self.label_ground(weights);
        Arc::make_mut(self.frontier.get_or_insert_default()).touched = None;
        self.push_goals(weights);
    }

    /// Notes that any cell may have been labelled.
    pub(super) fn touch_all(&mut self) {
        let last = self.labels.len() - 1;
        if let Some(frontier) = self.frontier_mut() {
            frontier.touch(0, last);
        }
    }

    fn push_goals(&mut self, weights: &CostField) {
        let frontier = Arc::make_mut(self.frontier.get_or_insert_default());
        frontier.queue.reset(0, bucket_width(weights));
        for &cell in &self.goal_cells {
            if self.labels[cell as usize] != WALL {
                self.labels.set(cell as usize, GOAL);
                frontier.queue.push(LabelledCell { label: GOAL, cell });
                frontier.touch(cell as usize, cell as usize);
            }
        }
        self.known = GOAL + 1;
    }

    /// Expands cells of the frontier until `slice` cells (or up to 31 more) are expanded, or until all costs below `limit` are
    /// final. Returns the number of expanded cells, at least 1.
    fn grow_by(&mut self, weights: &CostField, slice: u32, limit: u32) -> u32 {
        let Some(frontier) = self.frontier.as_mut().map(Arc::make_mut) else { return 1 };
        let ran = run_up_to(weights, self.labels.cells(), &mut frontier.queue, slice, limit);
        frontier.touch_beside(ran.cells, weights);
        self.known = frontier.queue.least().max(GOAL + 1);
        ran.labelled.max(1)
    }

    /// Rebuilds an incomplete field as far as it had grown. Returns the number of cells that were labelled.
    pub(super) fn grow_again(&mut self, weights: &CostField) -> usize {
        let known = self.known;
        self.begin_growing(weights);
        self.grow_by(weights, u32::MAX, known) as usize
    }

    /// Ends the repair of an incomplete field: expands the cells of a queue as far as the field had grown, and adds the other cells to the
    /// frontier. Returns the number of cells that were labelled.
    pub(super) fn settle_known(
        &mut self,
        weights: &CostField,
        queue: &mut BucketQueue,
        lowered: &[u32],
    ) -> usize {
        let ran = run_up_to(weights, self.labels.cells(), queue, u32::MAX, self.known);
        let Some(frontier) = self.frontier_mut() else { return 0 };
        frontier.touch_beside(ran.cells, weights);
        lowered.iter().for_each(|&cell| frontier.touch(cell as usize, cell as usize));
        loop {
            let left = queue.take();
            if left.is_empty() {
                return ran.labelled as usize;
            }
            left.iter().for_each(|&entry| frontier.queue.push(entry));
        }
    }
}
