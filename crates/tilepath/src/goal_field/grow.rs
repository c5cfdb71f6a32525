//! Goal fields that are labelled only as far as somebody asks.
//!
//! Labels below `known` are final. Every cell with a greater label waits in the frontier, or is reached from no cell that is known. No cell is
//! labelled by a scan: scans rely on each other, and an edit between two of them would leave gaps.

use super::{
    build::{bucket_width, run_up_to},
    error::GoalFieldError,
    field::GoalField,
    frontier::ALL_KNOWN,
    queue::{CostQueue, LabelledCell},
    scratch::GoalFieldScratch,
};
use crate::{
    cost_field::{
        CostField,
        labels::{GOAL, UNREACHED, WALL},
    },
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;
use smallvec::SmallVec;

/// The cells that are labelled before it is looked again whether that is enough.
const SLICE: u32 = 256;

impl NavMap {
    /// Begins a field that [grows](GoalField::grow) only as far as its costs are needed. This takes time for the cells up to there, not for
    /// the whole map. Until the field grows, it [knows](GoalField::knows) only its goals.
    ///
    /// # Errors
    /// The same as [`NavMap::goal_field`].
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
    /// Returns whether the cost from a cell is known. In a field that [grows](NavMap::growing_goal_field), cells beyond the frontier are
    /// not known. Walls are known; cells outside the map are not.
    #[must_use]
    pub fn knows(&self, cell: IVec2) -> bool {
        let is_final = |index: usize| self.is_complete() || self.labels[index] < self.known;
        self.padded(cell).is_some_and(is_final)
    }

    /// Returns whether the cost from every cell is known: always, unless the field [grows](NavMap::growing_goal_field).
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.known == ALL_KNOWN
    }

    /// Returns whether the field may grow to a cell: its cost is not known yet, and a goal is connected with it.
    #[must_use]
    pub fn may_grow_to(&self, map: &NavMap, cell: IVec2) -> bool {
        let connected = |&goal: &IVec2| {
            let regions = map.regions(&self.profile);
            regions.is_some_and(|regions| regions.connected(cell, goal))
        };
        !self.knows(cell) && self.goals.iter().any(connected)
    }

    /// Grows until the costs from these cells are known, or until `budget` cells, or a few more, have got their final costs. Subtracts
    /// these cells from the budget. Returns whether the field has grown far enough. It does not grow for walls, for cells outside the map,
    /// or for cells from which no goal can be reached.
    ///
    /// A field that has missed edits is [repaired](GoalField::repair) first. The budget does not limit the repair.
    ///
    /// ```
    /// use tilepath::{CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([400, 400].into(), 1)?, Topology::default());
    /// let profile = CostProfile::default();
    /// map.prepare(&profile);
    /// let mut scratch = GoalFieldScratch::default();
    /// let mut field = map.growing_goal_field(&profile, &[[200, 200].into()])?;
    /// let agent = [190, 203].into();
    /// let mut budget = 10_000;
    /// assert!(field.grow(&map, &[agent], &mut budget, &mut scratch)?);
    /// assert!(field.cost(agent).is_some() && budget > 9_000);
    /// assert!(!field.knows([0, 0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`GoalField::repair`].
    pub fn grow(
        &mut self,
        map: &NavMap,
        cells: &[IVec2],
        budget: &mut u32,
        scratch: &mut GoalFieldScratch,
    ) -> Result<bool, GoalFieldError> {
        self.repair(map, scratch)?;
        if self.is_complete() {
            return Ok(true);
        }
        let weights = self.weights(map)?;
        let mut regions: SmallVec<[u32; 4]> = SmallVec::new();
        let label = |cell: IVec2| map.regions(&self.profile)?.label(map.grid().index(cell)?);
        for region in self.goals.iter().filter_map(|&goal| label(goal)) {
            if !regions.contains(&region) {
                regions.push(region);
            }
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
                return Ok(true);
            }
            if *budget == 0 {
                return Ok(false);
            }
            self.grow_by(weights, SLICE.min(*budget), ALL_KNOWN, budget);
        }
    }

    /// Does the same as [`GoalField::grow`], until the field is complete.
    ///
    /// # Errors
    /// The same as [`GoalField::repair`].
    pub fn grow_everywhere(
        &mut self,
        map: &NavMap,
        budget: &mut u32,
        scratch: &mut GoalFieldScratch,
    ) -> Result<bool, GoalFieldError> {
        self.repair(map, scratch)?;
        let weights = self.weights(map)?;
        while !self.is_complete() && *budget > 0 {
            self.grow_by(weights, *budget, ALL_KNOWN, budget);
        }
        Ok(self.is_complete())
    }

    /// Gives a field other goals, from which it begins to grow. All known costs are forgotten, which takes time for the rows of the map
    /// that have them. Call it to reuse the memory of any field.
    ///
    /// # Errors
    /// The same as [`NavMap::goal_field`], and [`GoalFieldError::OtherMap`]. On an error the field is unchanged.
    pub fn regrow(&mut self, map: &NavMap, goals: &[IVec2]) -> Result<(), GoalFieldError> {
        let weights = self.weights(map)?;
        self.goal_cells = self.legal_goals(weights, goals)?;
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        let edits = map.edits_since(self.revision);
        let keeps = self.topology == weights.topology() && self.exact && self.frontier.is_some();
        let edited: Option<SmallVec<[_; 8]>> =
            edits.filter(|_| keeps).map(|edits| edits.map(|edit| edit.rect).collect());
        self.revision = map.revision();
        let Some(edited) = edited else {
            self.begin_growing(weights);
            return Ok(());
        };
        self.label_walls(weights, &edited);
        let touched = self.frontier.as_mut().and_then(|frontier| frontier.touched.take());
        if let Some((first, last)) = touched {
            for (index, label) in (first..).zip(&mut self.labels[first..=last]) {
                *label = if weights.weight(index) == 0 { WALL } else { UNREACHED };
            }
        }
        self.push_goals(weights);
        Ok(())
    }

    /// Forgets all labels, and begins to grow at the goals.
    pub(super) fn begin_growing(&mut self, weights: &CostField) {
        self.topology = weights.topology();
        self.exact = true;
        self.label_ground(weights);
        self.frontier.get_or_insert_default().touched = None;
        self.push_goals(weights);
    }

    /// Notes that any cell may have been labelled.
    pub(super) fn touch_all(&mut self) {
        let last = self.labels.len() - 1;
        if let Some(frontier) = &mut self.frontier {
            frontier.touch(0, last);
        }
    }

    fn push_goals(&mut self, weights: &CostField) {
        let frontier = self.frontier.get_or_insert_default();
        frontier.queue.reset(bucket_width(weights));
        for &cell in &self.goal_cells {
            if self.labels[cell as usize] != WALL {
                self.labels[cell as usize] = GOAL;
                frontier.queue.push(LabelledCell { label: GOAL, cell });
                frontier.touch(cell as usize, cell as usize);
            }
        }
        self.known = GOAL + 1;
    }

    /// Grows by a slice or a few cells more, at most to labels of `limit`.
    fn grow_by(&mut self, weights: &CostField, slice: u32, limit: u32, budget: &mut u32) {
        let Some(frontier) = &mut self.frontier else { return };
        let ran = run_up_to(weights, &mut self.labels, &mut frontier.queue, slice, limit);
        frontier.touch_beside(ran.cells, weights);
        self.known = frontier.queue.least().max(GOAL + 1);
        *budget = budget.saturating_sub(ran.labelled.max(1));
    }

    /// Rebuilds a field that is not complete as far as it had grown. Returns the number of cells that were labelled.
    pub(super) fn grow_again(&mut self, weights: &CostField) -> usize {
        let known = self.known;
        self.begin_growing(weights);
        let mut budget = u32::MAX;
        self.grow_by(weights, u32::MAX, known, &mut budget);
        (u32::MAX - budget) as usize
    }

    /// Ends the repair of a field that is not complete: expands the cells of a queue as far as the field had grown, and leaves the others to
    /// the frontier. Returns the number of cells that were labelled.
    pub(super) fn settle_known(
        &mut self,
        weights: &CostField,
        queue: &mut CostQueue,
        lowered: &[u32],
    ) -> usize {
        let ran = run_up_to(weights, &mut self.labels, queue, u32::MAX, self.known);
        let Some(frontier) = &mut self.frontier else { return 0 };
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
