//! Measuring the distances from one landmark after the other, in slices.

use super::{
    distances::Distances,
    flood::{FloodQueue, concerned},
    lines::{COUNT, Lines, UNREACHED},
    metric::{MetricKind, UNKNOWN},
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::CellRect,
    undo::{Lasting, UndoArray},
};

/// A landmark that is being measured.
///
/// Distances are spread over the map, then stored beside those from the other landmarks. In every connected part of the map, the first
/// landmark is the first cell; each further landmark is the cell furthest from its nearest landmark. Until the last landmark is stored, its
/// place holds the number of the part that each cell is in.
#[derive(Clone, Debug)]
pub(super) struct Measuring {
    /// The number of the landmark.
    pub(super) lane: usize,
    /// How the distances from all landmarks are measured.
    pub(super) kind: MetricKind,
    /// The distances so far. They get their full length in [`Stage::Beginning`].
    pub(super) current: Lasting<UndoArray<u32>>,
    pub(super) queue: FloodQueue,
    /// For each part, the cell that is furthest from all landmarks so far, with the upper half of its distance.
    pub(super) furthest: Vec<(u16, u32)>,
    /// The distance from the first landmark to the cell that is furthest from it.
    pub(super) far: u32,
    pub(super) stage: Stage,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// Memory for distances is made ready.
    Beginning,
    /// Distances are spread. For the first landmark, cells from this one on may be in a part that was not found yet.
    Spreading(usize),
    /// Distances are stored for all cells before this one.
    Storing(usize),
}

/// Preparing or storing this many cells, or searching them for another part, takes as long as spreading distances from one cell.
const CELLS_PER_STEP: usize = 16;

impl Measuring {
    pub(super) fn new(field: &CostField, kind: MetricKind) -> Self {
        Self {
            lane: 0,
            kind,
            current: Lasting::new(Vec::with_capacity(field.padded_len()).into()),
            queue: FloodQueue::default(),
            furthest: Vec::new(),
            far: 0,
            stage: Stage::Beginning,
        }
    }

    /// Notes that steps in a rectangle became shorter. Returns the landmark, as a set of bits, if this matters to distances that are stored
    /// already.
    pub(super) fn note_shorter(&mut self, field: &CostField, rect: CellRect) -> u8 {
        match self.stage {
            Stage::Beginning => 0,
            Stage::Storing(_) => 1 << self.lane,
            Stage::Spreading(_) => {
                // Distances spread from there once more.
                for cell in concerned(field, rect) {
                    let distance = self.current[cell];
                    if distance < UNKNOWN {
                        self.queue.reach(&mut self.current, cell, distance);
                    }
                }
                0
            }
        }
    }

    /// Continues for a step, or for as long as the budget goes. Returns what is to be measured further.
    pub(super) fn step(
        mut self,
        all: &mut Distances,
        field: &CostField,
        budget: &mut Budget,
    ) -> Option<Self> {
        match self.stage {
            Stage::Beginning => self.make_ready(all, field, budget),
            Stage::Spreading(next) if self.lane == 0 => self.spread_over_parts(all, field, next, budget),
            Stage::Spreading(_) => {
                self.queue.spread((field, self.kind), &mut self.current, budget, |_, _| {});
                if !budget.is_spent() {
                    // Edits from now on are noted for what is stored.
                    all.renew(self.lane, self.kind);
                    self.stage = Stage::Storing(0);
                }
            }
            Stage::Storing(stored) => return self.store(all, field, stored, budget),
        }
        Some(self)
    }

    /// Continues to prepare memory.
    fn make_ready(&mut self, all: &mut Distances, field: &CostField, budget: &mut Budget) {
        let (from, cells) = (self.current.len(), field.padded_len());
        let end = step_end(from, cells, budget);
        self.current.grow_to(end, UNKNOWN);
        budget.spend((end - from).div_ceil(CELLS_PER_STEP));
        if end == cells {
            all.leave(COUNT - 1);
            self.begin(field);
        }
    }

    /// Begins with the cells of a landmark.
    fn begin(&mut self, field: &CostField) {
        self.queue.reset(field.topology());
        self.stage = Stage::Spreading(0);
        for &(distance, cell) in &self.furthest {
            if distance > 0 && field.weight(cell as usize) > 0 {
                self.queue.reach(&mut self.current, cell as usize, 0);
            }
        }
    }

    /// Continues to spread distances from the first cell of each part.
    fn spread_over_parts(
        &mut self,
        all: &mut Distances,
        field: &CostField,
        next: usize,
        budget: &mut Budget,
    ) {
        let Self { kind, current, queue, furthest, far, .. } = self;
        let part = furthest.len().saturating_sub(1);
        queue.spread((field, *kind), current, budget, |cell, distance| {
            all.lines.set_part(cell, part);
            *far = distance.max(*far);
        });
        if budget.is_spent() {
            return;
        }
        let end = step_end(next, current.len(), budget);
        let is_new = |&cell: &usize| field.weight(cell) > 0 && current[cell] == UNKNOWN;
        if let Some(first) = (next..end).find(is_new) {
            furthest.push((0, first as u32));
            queue.reset(field.topology());
            queue.reach(current, first, 0);
            self.stage = Stage::Spreading(first + 1);
            budget.spend(1 + (first - next) / CELLS_PER_STEP);
        } else if end < current.len() {
            self.stage = Stage::Spreading(end);
            budget.spend(budget.left());
        } else {
            self.stage = Stage::Storing(0);
            budget.spend((end - next) / CELLS_PER_STEP);
            // Hardly any cell is more than twice as far from another landmark. Longer distances count as the greatest that is stored.
            let scale = Lines::scale_of(far.saturating_mul(2));
            if scale < all.lines.scale || all.in_use == 0 {
                all.forget(scale);
            }
            all.renew(0, *kind);
        }
    }

    /// Continues to store distances, and begins with the next landmark when all are stored.
    fn store(
        mut self,
        all: &mut Distances,
        field: &CostField,
        stored: usize,
        budget: &mut Budget,
    ) -> Option<Self> {
        let Self { lane, current, furthest, .. } = &mut self;
        let end = step_end(stored, current.len(), budget);
        if stored == 0 {
            furthest.iter_mut().for_each(|(distance, _)| *distance = 0);
        }
        for cell in stored..end {
            let distance = current[cell];
            current.set(cell, UNKNOWN);
            let part = all.lines.part(cell);
            // Only walls are not reached. A part of one cell has only the first landmark: from others it is as far as can be.
            let is_far = distance == UNKNOWN && field.weight(cell) > 0;
            all.lines.set(cell, *lane, if is_far { UNKNOWN - 1 } else { distance });
            if distance == UNKNOWN || *lane == COUNT - 1 {
                continue;
            }
            let line = &all.lines.upper.all()[cell][..=*lane];
            let nearest = line.iter().fold(UNREACHED, |nearest, &distance| nearest.min(distance));
            if let Some(furthest) = furthest.get_mut(part).filter(|furthest| nearest > furthest.0) {
                *furthest = (nearest, cell as u32);
            }
        }
        budget.spend((end - stored).div_ceil(CELLS_PER_STEP));
        if end < current.len() {
            self.stage = Stage::Storing(end);
            return Some(self);
        }
        all.finish(field, *lane);
        self.lane += 1;
        if self.lane == COUNT {
            return None;
        }
        self.begin(field);
        Some(self)
    }
}

/// The end of a step that begins at cell `from` and goes as far as the budget allows.
fn step_end(from: usize, cells: usize, budget: &Budget) -> usize {
    cells.min((budget.slice() as usize).saturating_mul(CELLS_PER_STEP).saturating_add(from))
}
