//! Correcting the distances from landmarks after edits, in slices.

use super::{
    flood::{FloodQueue, area, concerned},
    lines::{COUNT, Lines},
    metric::{Metric, UNKNOWN, for_each_step},
};
use crate::{
    bucket_queue::LabelledCell,
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, Rule, by_rule},
};
use core::task::Poll;
use glam::IVec2;

/// The rest of the work that edits have caused: distances that must become lower, because steps became shorter.
///
/// The bounds of a landmark are valid if no step is shorter than the difference of the distances of its two cells. So a landmark is out of
/// use while some of its distances may be too high.
#[derive(Clone, Default, Debug)]
pub(super) struct Correction {
    /// Rectangles in which steps became shorter. The distances in them are not compared yet.
    pub(super) unchecked: Vec<CellRect>,
    /// Cells whose distances were lowered, and whose neighbours may be nearer, too: the padded index times [`COUNT`], plus the number of the
    /// landmark.
    pub(super) queue: FloodQueue,
    /// The landmarks of which distances were lowered since the queue was last empty, as bits.
    pub(super) lowered: u8,
}

/// The maximum number of rectangles that are kept apart.
pub(super) const MAX_RECTS: usize = 64;

impl Correction {
    /// Notes rectangles in which steps became shorter.
    pub(super) fn note(&mut self, rects: &[CellRect]) {
        self.unchecked.extend_from_slice(rects);
        if self.unchecked.len() > MAX_RECTS {
            let all = self.unchecked.drain(..).reduce(CellRect::union);
            self.unchecked.extend(all);
        }
    }

    /// The landmarks whose distances may be too high, as bits.
    pub(super) const fn out_of_use(&self) -> u8 {
        if self.unchecked.is_empty() { self.lowered } else { u8::MAX }
    }

    /// Corrects distances as far as the budget goes: one unit for each cell that is compared with its neighbours, and for each distance
    /// that spreads.
    pub(super) fn run(&mut self, field: &CostField, lines: &mut Lines, budget: &mut Budget) -> Poll<()> {
        while let Some(rect) = self.unchecked.pop() {
            if budget.is_spent() {
                self.unchecked.push(rect);
                return Poll::Pending;
            }
            let (rows, rest) = part_of(rect, budget);
            self.unchecked.extend(rest);
            budget.spend(area(&[rows.grown(field.topology().reach())]));
            by_rule!(field.topology().moves(), check_by(self, field, lines, rows));
        }
        if self.lowered != 0 {
            by_rule!(field.topology().moves(), spread_by(&mut self.queue, field, lines, budget));
            if budget.is_spent() {
                return Poll::Pending;
            }
            self.lowered = 0;
        }
        Poll::Ready(())
    }
}

/// The first rows of a rectangle that a budget is enough for, at least one, and the other rows.
fn part_of(rect: CellRect, budget: &Budget) -> (CellRect, Option<CellRect>) {
    let size = rect.size();
    let rows = (budget.slice() / size.x).max(1);
    if rows >= size.y {
        return (rect, None);
    }
    let next = rect.min.y + rows as i32;
    let first = CellRect { max: IVec2::new(rect.max.x, next - 1), ..rect };
    (first, Some(CellRect { min: IVec2::new(rect.min.x, next), ..rect }))
}

/// Lowers the distances of cells that are nearer to a landmark through a neighbour, after an edit of a rectangle.
fn check_by<R: Rule>(correction: &mut Correction, field: &CostField, lines: &mut Lines, rect: CellRect) {
    let metric = Metric::of(field.topology());
    for cell in concerned(field, rect) {
        let here = lines.line(cell);
        let mut least = here;
        for_each_step::<R>(field, metric, cell, |next, step| {
            for (least, distance) in least.iter_mut().zip(lines.line(next)) {
                *least = (*least).min(distance + step);
            }
        });
        for lane in (0..COUNT).filter(|&lane| least[lane] < here[lane]) {
            if correction.lowered == 0 {
                correction.queue.reset(field.topology());
            }
            correction.lowered |= 1 << lane;
            reach(&mut correction.queue, lines, (cell, lane), least[lane]);
        }
    }
}

/// Spreads lowered distances until the queue is empty or the budget is spent.
fn spread_by<R: Rule>(queue: &mut FloodQueue, field: &CostField, lines: &mut Lines, budget: &mut Budget) {
    let metric = Metric::of(field.topology());
    while queue.0.next_bucket() {
        while !budget.is_spent() {
            let Some(LabelledCell { label: distance, cell: place }) = queue.0.pop() else { break };
            let (cell, lane) = (place as usize / COUNT, place as usize % COUNT);
            budget.spend(1_u32);
            if lines.get(cell, lane) != distance {
                continue;
            }
            for_each_step::<R>(field, metric, cell, |next, step| {
                let through = (distance + step).min(UNKNOWN);
                if through < lines.get(next, lane) {
                    reach(queue, lines, (next, lane), through);
                }
            });
        }
        if budget.is_spent() {
            return;
        }
    }
}

/// Lowers the distance of a cell from the landmark with number `lane`.
#[inline]
fn reach(queue: &mut FloodQueue, lines: &mut Lines, (cell, lane): (usize, usize), distance: u32) {
    lines.set(cell, lane, distance);
    queue.0.push(LabelledCell { label: distance, cell: (cell * COUNT + lane) as u32 });
}
