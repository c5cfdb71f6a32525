//! The labels of a cell and its eight neighbours, and what they say about the steps between them.

use crate::{
    cost_field::labels::WALL,
    ground::{EdgeMask, Rule, directions::PLACE},
};
use core::marker::PhantomData;

/// The labels of a cell and its eight neighbours.
pub(super) struct NeighbourLabels<R> {
    nine: [u32; 9],
    rule: PhantomData<R>,
}

impl<R: Rule> NeighbourLabels<R> {
    #[inline]
    pub(super) fn new(labels: &[u32], index: usize, stride: usize) -> Self {
        let row = |start: usize| {
            let row = &labels[start - 1..start + 2];
            [row[0], row[1], row[2]]
        };
        let [a, b, c] = [row(index - stride), row(index), row(index + stride)];
        Self { nine: [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]], rule: PhantomData }
    }

    #[inline]
    pub(super) const fn label(&self, direction: usize) -> u32 {
        self.nine[PLACE[direction]]
    }

    /// The directions of the legal steps to or from neighbours whose label is lower than `than`, as a set of bits.
    #[inline]
    pub(super) fn lower(&self, than: u32) -> u32 {
        let (mut free, mut lower) = (0, 0);
        for direction in 0..8 {
            let label = self.label(direction);
            // Walls become the greatest number, so that they are not lower.
            lower |= u32::from(label.wrapping_sub(1) < than - 1) << direction;
            if direction < 4 {
                free |= u32::from(label != WALL) << direction;
            }
        }
        R::MOVES.allowed(free) & lower
    }

    /// The same where walls stand on edges.
    pub(super) fn lower_past(&self, than: u32, mask: EdgeMask) -> u32 {
        let set = |is_in: &dyn Fn(u32) -> bool| {
            (0..8).fold(0, |set, direction| set | u8::from(is_in(self.label(direction))) << direction)
        };
        let legal = R::MOVES.legal_past(set(&|label| label != WALL), mask);
        u32::from(legal & set(&|label| (1..than).contains(&label)))
    }
}

/// The positions of the bits that are set.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(lowest)
    })
}
