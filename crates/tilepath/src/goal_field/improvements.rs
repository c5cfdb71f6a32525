//! The labels around the cells of a batch, and which of them a step would lower.

use super::neighbour_labels::NeighbourLabels;
use crate::{
    bucket_queue::BATCH,
    cost_field::labels::WALL,
    ground::{EdgeMask, Rule},
};

/// The number of cells that are compared at once. The size of a batch is a multiple of it.
const LANES: usize = 8;

/// A number for each cell of a batch.
type Lanes = [u32; BATCH];

/// The labels around the cells of a batch, and the labels that steps into these cells would give. They are stored direction by direction,
/// so that one instruction compares many cells.
pub(super) struct Improvements {
    labels: [Lanes; 8],
    /// The labels that straight and diagonal steps would give.
    sums: [Lanes; 2],
    /// The directions of legal steps that would lower a label, as a set of bits.
    improved: Lanes,
}

impl Default for Improvements {
    fn default() -> Self {
        Self { labels: [[0; BATCH]; 8], sums: [[0; BATCH]; 2], improved: [0; BATCH] }
    }
}

impl Improvements {
    /// Notes the labels around a cell of the batch, and the labels that straight and diagonal steps into the cell would give.
    #[inline]
    pub(super) fn note<R: Rule>(&mut self, nth: usize, around: &NeighbourLabels<R>, sums: [u32; 2]) {
        for (direction, labels) in self.labels.iter_mut().enumerate() {
            labels[nth % BATCH] = around.label(direction);
        }
        for (known, sum) in self.sums.iter_mut().zip(sums) {
            known[nth % BATCH] = sum;
        }
    }

    /// Compares the noted labels, for the first `count` cells of the batch.
    #[inline]
    pub(super) fn compare<R: Rule>(&mut self, count: usize) {
        for first in (0..count.min(BATCH)).step_by(LANES) {
            for nth in first..first + LANES {
                self.improved[nth] = self.compare_one::<R>(nth);
            }
        }
    }

    /// Free of branches, so that the compiler can vectorise the loop over cells.
    #[inline(always)]
    fn compare_one<R: Rule>(&self, nth: usize) -> u32 {
        // The label of a wall is 0: no step lowers it.
        let (mut free, mut improved) = (0, 0);
        for direction in 0..8 {
            let label = self.labels[direction][nth];
            improved |= u32::from(self.sums[direction / 4][nth] < label) << direction;
            if direction < 4 {
                free |= u32::from(label != WALL) << direction;
            }
        }
        R::MOVES.allowed(free) & improved
    }

    /// Leaves out the steps into a cell of the batch that walls on edges stop.
    #[cold]
    pub(super) fn stop<R: Rule>(&mut self, nth: usize, mask: EdgeMask) {
        let nth = nth % BATCH;
        let is_free = |direction: usize| u8::from(self.labels[direction][nth] != WALL) << direction;
        let legal = R::MOVES.legal_past((0..8).fold(0, |free, direction| free | is_free(direction)), mask);
        let improved =
            (0..8).filter(|&direction| self.sums[direction / 4][nth] < self.labels[direction][nth]);
        self.improved[nth] =
            improved.fold(0, |improved, direction| improved | 1 << direction) & u32::from(legal);
    }

    /// The directions of legal steps into a cell of the batch that would lower a label, as a set of bits.
    #[inline]
    pub(super) fn of(&self, nth: usize) -> u32 {
        self.improved[nth % BATCH]
    }

    /// The label that a step into a cell of the batch would give the neighbour in a direction.
    #[inline]
    pub(super) fn sum(&self, nth: usize, direction: usize) -> u32 {
        self.sums[direction / 4 % 2][nth % BATCH]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{
        Always, Hex, HexLayout, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Topology,
        directions::{DX, DY},
    };
    use glam::IVec2;

    fn assert_exact<R: Rule>() {
        const SIDE: usize = 20;
        let mut random = fastrand::Rng::with_seed(7);
        let known = [WALL, 1, 9_000, 20_000, 3_000_000_000, u32::MAX];
        let labels: Vec<u32> = (0..SIDE * SIDE).map(|_| known[random.usize(..known.len())]).collect();
        let label = |cell: IVec2| labels[cell.y as usize * SIDE + cell.x as usize];
        let mut improvements = Improvements::default();
        for count in 0..=BATCH {
            let inside = 1..SIDE as i32 - 1;
            let cell = |_| IVec2::new(random.i32(inside.clone()), random.i32(inside.clone()));
            let cells: Vec<IVec2> = (0..count).map(cell).collect();
            let sums = [10_000, 2_000_000_000];
            for (nth, cell) in cells.iter().enumerate() {
                let index = cell.y as usize * SIDE + cell.x as usize;
                improvements.note(nth, &NeighbourLabels::<R>::new(&labels, index, SIDE), sums);
            }
            improvements.compare::<R>(count);
            for (nth, &cell) in cells.iter().enumerate() {
                for direction in 0..8 {
                    let next = cell + IVec2::new(DX[direction] as i32, DY[direction] as i32);
                    let free = |cell| label(cell) != WALL;
                    let topology =
                        if R::IS_HEX { Topology::hex(HexLayout::Axial) } else { Topology::square(R::RULE) };
                    let legal = topology.step_length(next, cell, free).is_some();
                    let expected = legal && improvements.sum(nth, direction) < label(next);
                    assert_eq!(improvements.of(nth) >> direction & 1 == 1, expected);
                }
            }
        }
    }

    #[test]
    fn labels_are_improved_by_legal_steps_that_come_to_less() {
        assert_exact::<Never>();
        assert_exact::<OnlyWhenNoObstacles>();
        assert_exact::<IfAtMostOneObstacle>();
        assert_exact::<Always>();
        assert_exact::<Hex>();
    }
}
