//! Measuring landmarks, in slices.

use super::{
    correction::Correction,
    flood::FloodQueue,
    landmarks::{Landmarks, is_large},
    lines::{COUNT, Lines},
    metric::UNKNOWN,
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, CostProfile},
    undo::{Image, Lasting, UndoArray, Visit},
};
use core::{ops::Range, task::Poll};

/// Landmarks that are being measured.
///
/// A survey takes one landmark after the other: it spreads distances over the map, then stores them beside the distances from the other
/// landmarks. At the end it corrects all of them where steps became shorter meanwhile. In every connected part of the map, the first
/// landmark is the first cell; each further landmark is the cell furthest from its nearest landmark.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    pub(super) profile: CostProfile,
    /// The distances stored so far. Until the last landmark is stored, its place holds the number of the part that each cell is in.
    pub(super) lines: Lasting<Lines>,
    /// The distances from the current landmark. They get their full length in [`Stage::Beginning`].
    pub(super) current: Lasting<UndoArray<u32>>,
    pub(super) queue: FloodQueue,
    /// The number of landmarks that are stored.
    pub(super) lane: usize,
    /// For each part, the cell that is furthest from all landmarks so far, with its stored distance.
    pub(super) furthest: Vec<(u32, u32)>,
    /// The distance from the first landmark to the cell that is furthest from it.
    pub(super) far: u32,
    pub(super) stage: Stage,
    /// The number of restarts.
    pub(super) restarts: u32,
    /// What is to be corrected when all landmarks are stored.
    pub(super) correction: Correction,
}

/// After this many restarts, large edits are applied as all others, so that a survey ends.
const MAX_RESTARTS: u32 = 3;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// Memory for distances is made ready.
    Beginning,
    /// Distances are spread. For the first landmark cells from this one on may be in a part that was not found yet.
    Spreading(usize),
    /// Distances are stored for all cells before this one.
    Storing(usize),
}

/// Preparing or storing this many cells, or searching them for another part, takes as long as spreading distances from one cell.
const CELLS_PER_STEP: usize = 16;

impl Survey {
    /// The most bytes for each cell of the field: for what is stored, and for the current landmark.
    pub(crate) const BYTES_PER_CELL: u64 = (Lines::BYTES + size_of::<u32>()) as u64;

    /// Begins to measure landmarks for the profile of this field.
    pub(crate) fn new(field: &CostField) -> Self {
        let mut queue = FloodQueue::default();
        queue.reset(field.topology());
        Self {
            profile: field.profile().clone(),
            lines: Lasting::new(Lines::zeroed(field.padded_len())),
            current: Lasting::new(Vec::with_capacity(field.padded_len()).into()),
            queue,
            lane: 0,
            furthest: Vec::new(),
            far: 0,
            stage: Stage::Beginning,
            restarts: 0,
            correction: Correction::default(),
        }
    }

    pub(crate) const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Continues until everything is measured or the budget is used up: one unit for each cell that distances spread from.
    pub(crate) fn run(&mut self, field: &CostField, budget: &mut Budget) -> Poll<()> {
        while self.lane < COUNT {
            if budget.is_spent() {
                return Poll::Pending;
            }
            match self.stage {
                Stage::Beginning => self.begin(field, budget),
                Stage::Spreading(next) => self.spread(field, next, budget),
                Stage::Storing(stored) => self.store(field, stored, budget),
            }
        }
        self.correction.run(field, &mut self.lines, budget)
    }

    /// The landmarks, once everything is measured.
    pub(crate) fn finish(self, field: &CostField) -> Landmarks {
        Landmarks::of_lines(self.profile, field.topology(), self.lines)
    }

    /// Notes edits of the cells in some rectangles on the map, and the rectangles in which steps became shorter. Restarts instead if the
    /// edits are large, but at most [`MAX_RESTARTS`] times, so that the survey ends.
    pub(crate) fn update(&mut self, field: &CostField, rects: &[CellRect], shorter: &[CellRect]) {
        if is_large(field, rects) && self.restarts < MAX_RESTARTS {
            *self = Self { restarts: self.restarts + 1, ..Self::new(field) };
        } else {
            self.correction.note(shorter);
        }
    }

    /// Continues to prepare memory.
    fn begin(&mut self, field: &CostField, budget: &mut Budget) {
        let (from, cells) = (self.current.len(), field.padded_len());
        let end = step_end(from, cells, budget);
        self.current.grow_to(end, UNKNOWN);
        if end == cells {
            self.stage = Stage::Spreading(0);
        }
        budget.spend((end - from).div_ceil(CELLS_PER_STEP));
    }

    /// Continues to spread distances, and begins to store them when there is nothing more to do.
    fn spread(&mut self, field: &CostField, next: usize, budget: &mut Budget) {
        let Self { lines, current, queue, furthest, far, .. } = self;
        if self.lane > 0 {
            queue.spread(field, current, budget, |_, _| {});
            if !budget.is_spent() {
                self.stage = Stage::Storing(0);
            }
            return;
        }
        let part = furthest.len().saturating_sub(1);
        queue.spread(field, current, budget, |cell, distance| {
            lines.set_part(cell, part);
            *far = distance.max(*far);
        });
        if budget.is_spent() {
            return;
        }
        let end = step_end(next, current.len(), budget);
        let is_new = |&cell: &usize| field.weight(cell) > 0 && current[cell] == UNKNOWN;
        match (next..end).find(is_new) {
            Some(first) => {
                furthest.push((0, first as u32));
                queue.reset(field.topology());
                queue.reach(current, first, 0);
                self.stage = Stage::Spreading(first + 1);
                budget.spend(1 + (first - next) / CELLS_PER_STEP);
            }
            None if end == current.len() => {
                // No cell is more than twice as far from another landmark.
                lines.fit(far.saturating_mul(2));
                self.stage = Stage::Storing(0);
                budget.spend((end - next) / CELLS_PER_STEP);
            }
            None => {
                self.stage = Stage::Spreading(end);
                budget.spend(budget.left());
            }
        }
    }

    /// Continues to store distances, and begins with the next landmark when all are stored.
    fn store(&mut self, field: &CostField, stored: usize, budget: &mut Budget) {
        let Self { lines, current, furthest, lane, .. } = self;
        let end = step_end(stored, current.len(), budget);
        if stored == 0 {
            furthest.iter_mut().for_each(|(distance, _)| *distance = 0);
        }
        store_lines(lines, current, furthest, (stored..end, *lane));
        budget.spend((end - stored).div_ceil(CELLS_PER_STEP));
        if end < current.len() {
            self.stage = Stage::Storing(end);
            return;
        }
        *lane += 1;
        self.stage = Stage::Spreading(0);
        self.queue.reset(field.topology());
        for &(distance, cell) in furthest.iter().filter(|_| self.lane < COUNT) {
            if distance > 0 && field.weight(cell as usize) > 0 {
                self.queue.reach(current, cell as usize, 0);
            }
        }
    }
}

impl Image for Survey {
    fn visit(&mut self, visit: &mut Visit) {
        self.lines.visit(visit);
        self.current.visit(visit);
        if matches!(visit, Visit::Revive) && self.lane == 0 && !matches!(self.stage, Stage::Storing(_)) {
            self.lines.forget_scale();
        }
    }
}

/// The end of a step that begins at cell `from` and goes as far as the budget allows.
fn step_end(from: usize, cells: usize, budget: &Budget) -> usize {
    cells.min((budget.slice() as usize).saturating_mul(CELLS_PER_STEP).saturating_add(from))
}

/// Stores the distances of some cells from the landmark with number `lane`, and finds the furthest cell of each part.
fn store_lines(
    lines: &mut Lines,
    current: &mut UndoArray<u32>,
    furthest: &mut [(u32, u32)],
    (cells, lane): (Range<usize>, usize),
) {
    for cell in cells {
        let distance = current[cell];
        current.set(cell, UNKNOWN);
        let part = lines.part(cell);
        lines.set(cell, lane, distance);
        if distance == UNKNOWN || lane == COUNT - 1 {
            continue;
        }
        let nearest =
            lines.scaled()[cell][..=lane].iter().fold(UNKNOWN, |nearest, &scaled| nearest.min(scaled));
        if let Some(furthest) = furthest.get_mut(part).filter(|furthest| nearest > furthest.0) {
            *furthest = (nearest, cell as u32);
        }
    }
}
