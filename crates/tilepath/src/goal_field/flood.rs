//! Spreading labels from cells back along the steps that lead into them: by leaps over open ground, else cell by cell.
//!
//! *Source:* Dijkstra's algorithm with the canonical orders of jump point search, after Sturtevant, Rabin, "Canonical Orderings on
//! Grids" (IJCAI 2016). Labels are corrected: a leap may write a cell before its turn, and a cheaper one overwrites it.

use super::{
    UNREACHED, WALL,
    around::{AroundLabels, bits},
    queue::{BATCH, Batch, CostQueue, Entry, Spot},
};
use crate::{
    cost_field::CostField,
    directions::{DX, DY, sides},
    search::{Around, Rule},
};
use core::marker::PhantomData;

/// A cell by its padded coordinates and its padded index.
#[derive(Clone, Copy, Default)]
struct At {
    spot: Spot,
    index: usize,
}

/// A cell that is about to be expanded.
#[derive(Clone, Copy, Default)]
struct Ready {
    at: At,
    label: u32,
    weight: u32,
    /// The labels of the cells from which a straight or a diagonal step leads here.
    sums: [u32; 2],
    /// The directions in which they are improvements.
    improved: u32,
    /// Whether all costs round the cell are the same.
    leaps: bool,
}

/// Labels and the queue of the cells that have yet to be expanded.
pub(super) struct Flood<'a, R> {
    weights: &'a CostField,
    labels: &'a mut [u32],
    queue: &'a mut CostQueue,
    straight: u64,
    diagonal: u64,
    /// How the padded index changes by a step in each direction.
    offsets: [isize; 8],
    /// Whether open ground is crossed by leaps.
    leaps: bool,
    /// Cells that were labelled.
    labelled: u32,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> Flood<'a, R> {
    pub(super) fn new(
        weights: &'a CostField,
        labels: &'a mut [u32],
        queue: &'a mut CostQueue,
        leaps: bool,
    ) -> Self {
        let lengths = weights.topology().lengths();
        let stride = weights.offset(1);
        Self {
            weights,
            labels,
            queue,
            straight: lengths.straight().into(),
            diagonal: lengths.diagonal().into(),
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            // Where a diagonal is as long as two straight steps, ways tie that a leap tells apart.
            leaps: leaps && !weights.topology().diagonals_are_detours(),
            labelled: 0,
            rule: PhantomData,
        }
    }

    /// Expands cells until the queue is empty or `slice` cells or more were labelled. Tells how many were.
    pub(super) fn run(mut self, slice: u32) -> u32 {
        let mut batch = Batch::default();
        let mut ready = [Ready::default(); BATCH];
        while self.labelled < slice {
            let count = self.queue.take(&mut batch);
            if count == 0 {
                break;
            }
            let count = self.look_at(&batch[..count], &mut ready);
            for ready in &ready[..count] {
                if ready.leaps {
                    self.leap(ready);
                } else {
                    self.relax(ready);
                }
            }
            self.labelled += count as u32;
        }
        self.labelled
    }

    /// Looks at what lies round the cells of a batch before any of them is expanded. Leaves out stale entries and tells how many are
    /// left.
    #[inline]
    fn look_at(&mut self, batch: &[Entry], ready: &mut [Ready; BATCH]) -> usize {
        let mut count = 0;
        // A loop of its own and without branches, so that the processor fetches for many of them at a time.
        for &Entry { label, spot } in batch {
            let index = self.weights.index(spot.x(), spot.y());
            let (weight, mixed) = self.weights.weight_and_mixed(index);
            let leaps = self.leaps & !mixed;
            ready[count] = Ready { at: At { spot, index }, label, weight, leaps, ..Ready::default() };
            // Cells are pushed with the label that they have, or with one that they get only now; higher entries are stale.
            // A cell without weight has become a wall since it was pushed.
            count += usize::from((label <= self.labels[index]) & (weight != 0));
        }
        for ready in &mut ready[..count] {
            let (label, weight) = (u64::from(ready.label), u64::from(ready.weight));
            // A step too dear to represent labels nothing.
            ready.sums = [self.straight, self.diagonal]
                .map(|length| u32::try_from(label + length * weight).unwrap_or(UNREACHED));
            let stride = self.offsets[1] as usize;
            let around = AroundLabels::<R>::new(self.labels, ready.at.index, stride);
            ready.improved = around.improved(ready.sums);
            // A cell may be there twice.
            let known = &mut self.labels[ready.at.index];
            *known = ready.label.min(*known);
        }
        count
    }

    /// Labels the neighbours that it improves.
    #[inline]
    fn relax(&mut self, ready: &Ready) {
        for direction in bits(ready.improved) {
            let sum = ready.sums[direction / 4];
            let next = self.moved(ready.at, direction, 1);
            if sum < self.labels[next.index] {
                self.labels[next.index] = sum;
                self.queue.push(sum, next.spot);
            }
        }
    }

    /// Labels what can be seen from a cell round which all costs are the same, as far as that improves it.
    fn leap(&mut self, ready: &Ready) {
        let (at, label) = (ready.at, ready.label);
        let [straight, diagonal] = ready.sums.map(|sum| sum - label);
        for direction in bits(ready.improved) {
            if R::STRAIGHT_ONLY && direction % 2 == 1 {
                self.sweep(at, label, straight, straight, direction);
            } else if direction < 4 {
                self.straight_on(at, label, straight, direction);
            } else {
                self.sweep(at, label, diagonal, straight, direction);
            }
        }
    }

    /// Labels the cells straight on up to the next one where a way must turn, which is pushed, as long as that makes them cheaper.
    #[inline]
    fn straight_on(&mut self, from: At, label: u32, step: u32, direction: usize) {
        let offset = self.offsets[direction];
        let mut index = from.index.wrapping_add_signed(offset);
        let mut sum = label.saturating_add(step);
        if self.labels[index] <= sum {
            return;
        }
        let (steps, wall) = self.weights.run(from.spot.x(), from.spot.y(), direction);
        let free = steps - usize::from(wall);
        for _ in 1..free {
            self.labels[index] = sum;
            self.labelled += 1;
            index = index.wrapping_add_signed(offset);
            sum = sum.saturating_add(step);
            if self.labels[index] <= sum {
                return;
            }
        }
        self.labels[index] = sum;
        if wall {
            self.labelled += 1;
        } else {
            self.queue.push(sum, self.moved(from, direction, free).spot);
        }
    }

    /// Labels the cells diagonally on, or up and down a column, and straight on to the sides from each.
    fn sweep(&mut self, from: At, label: u32, step: u32, straight: u32, direction: usize) {
        let sides = sides(direction);
        let mut at = from;
        let mut sum = label;
        loop {
            let free = |side: usize| self.labels[at.index.wrapping_add_signed(self.offsets[side])] != WALL;
            let legal = R::STRAIGHT_ONLY || R::allows(free(sides[0]), free(sides[1]));
            let next = self.moved(at, direction, 1);
            sum = sum.saturating_add(step);
            if !legal || self.labels[next.index] <= sum {
                return;
            }
            at = next;
            self.labels[at.index] = sum;
            if self.weights.weight_and_mixed(at.index).1 || self.turns(at, direction) {
                self.queue.push(sum, at.spot);
                return;
            }
            self.labelled += 1;
            self.straight_on(at, sum, straight, sides[0]);
            self.straight_on(at, sum, straight, sides[1]);
        }
    }

    /// Whether a diagonal that arrives at a cell may have to turn there, because an obstacle beside it ends.
    #[inline]
    fn turns(&self, at: At, direction: usize) -> bool {
        R::CUTS_CORNERS && Around::<R>::new(self.weights.nine(at.index)).forced_diagonals(direction) != 0
    }

    #[inline]
    fn moved(&self, at: At, direction: usize, steps: usize) -> At {
        At {
            spot: at.spot.moved(DX[direction] * steps as isize, DY[direction] * steps as isize),
            index: at.index.wrapping_add_signed(self.offsets[direction] * steps as isize),
        }
    }
}
