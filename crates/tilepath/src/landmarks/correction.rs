//! Lowering distances after edits, in slices.

use super::{
    flood::{FloodQueue, area, concerned},
    lines::{COUNT, Lines, UNREACHED},
    metric::{Metric, MetricKind, UNKNOWN, for_each_step},
};
use crate::{
    bucket_queue::LabelledCell,
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, Rule, by_rule},
};
use core::task::Poll;

/// The rest of the work that edits have caused: distances that must become lower, because steps became shorter.
///
/// Landmarks are corrected one after the other. Only the one whose distances are being lowered is out of use; those of the others are
/// folded.
#[derive(Clone, Default, Debug)]
pub(super) struct Correction {
    /// Rectangles in which steps became shorter, with the landmarks, as bits, that are not compared there yet.
    pub(super) shorter: Vec<(CellRect, u8)>,
    /// The landmark whose distances are being lowered.
    pub(super) lane: Option<usize>,
    /// Cells whose distances were lowered, and whose neighbours may be nearer, too.
    pub(super) queue: FloodQueue,
}

/// What is known of the cells in and beside a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    /// The landmarks from which a cell is nearer than its distance says, through a neighbour, as bits.
    pub(super) lowered: u8,
    /// Whether each free cell has distances from all landmarks. If not, it was a wall before.
    pub(super) are_reached: bool,
}

/// The maximum number of rectangles that are kept apart.
pub(super) const MAX_RECTS: usize = 256;

/// Rectangles of more cells are not compared before their landmarks are corrected.
const MOST_COMPARED: usize = 1 << 12;

impl Correction {
    /// Notes that steps in a rectangle became shorter, which matters to these landmarks.
    pub(super) fn note(&mut self, rect: CellRect, lanes: u8) {
        if lanes == 0 {
            return;
        }
        if self.shorter.len() == MAX_RECTS {
            // Edits that follow each other are often near each other.
            let union = |(one, some): (CellRect, u8), (other, others)| (one.union(other), some | others);
            self.shorter =
                self.shorter.chunks(2).filter_map(|pair| pair.iter().copied().reduce(union)).collect();
        }
        self.shorter.push((rect, lanes));
    }

    /// The landmark that is being corrected, as a set of bits.
    pub(super) fn under_way(&self) -> u8 {
        self.lane.map_or(0, |lane| 1 << lane)
    }

    /// Drops all that is to be corrected of a landmark. Call it before the landmark is measured again.
    pub(super) fn forget(&mut self, lane: usize) {
        self.shorter.iter_mut().for_each(|(_, lanes)| *lanes &= !(1 << lane));
        self.shorter.retain(|&(_, lanes)| lanes != 0);
        self.lane = self.lane.filter(|&under_way| under_way != lane);
    }

    /// The next landmark of a set that has anything to correct, and begins with it.
    pub(super) fn begin(&mut self, field: &CostField, in_use: u8) -> Option<usize> {
        if self.lane.is_none() {
            let waiting = self.shorter.iter().fold(0, |all, &(_, lanes)| all | lanes & in_use);
            self.lane = Some((0..COUNT).find(|lane| waiting >> lane & 1 == 1)?);
            self.queue.reset(field.topology());
        }
        self.lane
    }

    /// Corrects a landmark as far as the budget goes.
    pub(super) fn run(
        &mut self,
        (field, kind): (&CostField, MetricKind),
        (lines, lane): (&mut Lines, usize),
        budget: &mut Budget,
    ) -> Poll<()> {
        while !budget.is_spent() {
            let Some(rect) = self.next_for(lane) else {
                let queue = &mut self.queue;
                by_rule!(field.topology().moves(), spread_by(queue, (field, kind), (lines, lane), budget));
                if budget.is_spent() {
                    break;
                }
                self.lane = None;
                return Poll::Ready(());
            };
            let (rows, rest) = part_of(rect, budget);
            rest.into_iter().for_each(|rest| self.note(rest, 1 << lane));
            budget.spend(area(&[rows.grown(field.topology().reach())]).div_ceil(COUNT));
            let queue = &mut self.queue;
            by_rule!(field.topology().moves(), check_by(queue, (field, kind), lines, (rows, lane)));
        }
        Poll::Pending
    }

    /// The next rectangle to compare for a landmark.
    fn next_for(&mut self, lane: usize) -> Option<CellRect> {
        let nth = self.shorter.iter().rposition(|(_, lanes)| lanes >> lane & 1 == 1)?;
        let (rect, lanes) = &mut self.shorter[nth];
        *lanes &= !(1 << lane);
        let rect = *rect;
        if self.shorter[nth].1 == 0 {
            self.shorter.remove(nth);
        }
        Some(rect)
    }
}

/// Compares the distances of the cells in and beside a rectangle with those of their neighbours. `exact` are the landmarks, as bits, whose
/// distances are exact.
pub(super) fn compare(lines: &Lines, field: &CostField, rect: CellRect, exact: u8) -> Comparison {
    if area(&[rect]) > MOST_COMPARED {
        return Comparison { lowered: u8::MAX, are_reached: false };
    }
    let by = |kind, lanes: u8| {
        if lanes == 0 {
            return Comparison { lowered: 0, are_reached: true };
        }
        let metric = Metric::of(field.topology(), kind);
        let comparison = by_rule!(field.topology().moves(), compare_by(lines, (field, metric), rect));
        Comparison { lowered: comparison.lowered & lanes, ..comparison }
    };
    // Mostly all distances are of one kind.
    let [mean, exact] = [by(MetricKind::Mean, !exact), by(MetricKind::Exact, exact)];
    Comparison { lowered: mean.lowered | exact.lowered, are_reached: mean.are_reached && exact.are_reached }
}

/// The first rows of a rectangle that a budget is enough for, at least one, and the other rows.
fn part_of(rect: CellRect, budget: &Budget) -> (CellRect, Option<CellRect>) {
    let size = rect.size();
    let rows = (budget.slice() / size.x).max(1);
    if rows >= size.y {
        return (rect, None);
    }
    let next = rect.min.y + rows as i32;
    let first = CellRect { max: glam::IVec2::new(rect.max.x, next - 1), ..rect };
    (first, Some(CellRect { min: glam::IVec2::new(rect.min.x, next), ..rect }))
}

/// Compares the distances of the cells in and beside a rectangle with those of their neighbours.
fn compare_by<R: Rule>(lines: &Lines, (field, metric): (&CostField, Metric), rect: CellRect) -> Comparison {
    let mut comparison = Comparison { lowered: 0, are_reached: true };
    for cell in concerned(field, rect).filter(|&cell| field.weight(cell) > 0) {
        let here = lines.line(cell);
        let mut least = here;
        for_each_step::<R>(field, metric, cell, |next| {
            for (least, distance) in least.iter_mut().zip(lines.line(next.cell)) {
                *least = (*least).min(distance + next.back);
            }
        });
        for lane in 0..COUNT {
            comparison.lowered |= u8::from(least[lane] < here[lane]) << lane;
        }
        comparison.are_reached &= !lines.upper.all()[cell].contains(&UNREACHED);
    }
    comparison
}

/// Lowers the distances of cells in and beside a rectangle that are nearer to a landmark through a neighbour.
fn check_by<R: Rule>(
    queue: &mut FloodQueue,
    (field, kind): (&CostField, MetricKind),
    lines: &mut Lines,
    (rect, lane): (CellRect, usize),
) {
    let metric = Metric::of(field.topology(), kind);
    for cell in concerned(field, rect) {
        let here = lines.get(cell, lane);
        let mut least = here;
        for_each_step::<R>(field, metric, cell, |next| {
            least = least.min(lines.get(next.cell, lane) + next.back);
        });
        if least < here {
            reach(queue, (lines, lane), cell, least);
        }
    }
}

/// Spreads lowered distances until the queue is empty or the budget is spent.
fn spread_by<R: Rule>(
    queue: &mut FloodQueue,
    (field, kind): (&CostField, MetricKind),
    (lines, lane): (&mut Lines, usize),
    budget: &mut Budget,
) {
    let metric = Metric::of(field.topology(), kind);
    while queue.0.next_bucket() {
        while !budget.is_spent() {
            let Some(LabelledCell { label: distance, cell }) = queue.0.pop() else { break };
            let cell = cell as usize;
            budget.spend(1_u32);
            if lines.get(cell, lane) != distance {
                continue;
            }
            for_each_step::<R>(field, metric, cell, |next| {
                let through = (distance + next.out).min(UNKNOWN);
                if through < lines.get(next.cell, lane) {
                    reach(queue, (lines, lane), next.cell, through);
                }
            });
        }
        if budget.is_spent() {
            return;
        }
    }
}

/// Lowers the distance of a cell from a landmark.
#[inline]
fn reach(queue: &mut FloodQueue, (lines, lane): (&mut Lines, usize), cell: usize, distance: u32) {
    lines.set(cell, lane, distance);
    queue.0.push(LabelledCell { label: distance, cell: cell as u32 });
}
