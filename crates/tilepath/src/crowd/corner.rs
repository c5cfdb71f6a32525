//! Diagonal steps: only one of two crossing diagonals is in use at a time.

use super::ground::{CrowdGround, back};
use crate::undo::{Image, Lasting, UndoArray, Visit};

/// The diagonals that agents use.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    /// For each cell, the directions of the used diagonals that begin or end in the cell, as a set of bits.
    taken: Lasting<UndoArray<u8>>,
}

impl Image for Corners {
    fn visit(&mut self, visit: &mut Visit) {
        self.taken.visit(visit);
    }
}

impl Corners {
    pub(super) fn new(cells: usize) -> Self {
        Self { taken: vec![0; cells].into() }
    }

    /// Returns whether no agent uses a diagonal or the diagonal that crosses it.
    #[inline]
    pub(super) fn are_free(&self, ground: &CrowdGround, at: u32, direction: u8) -> bool {
        if !ground.is_diagonal(direction) {
            return true;
        }
        let is_taken = |at: u32, direction: u8| self.taken[at as usize] & 1 << direction != 0;
        !is_taken(at, direction)
            && !ground.crossing(at, direction).is_some_and(|(at, direction)| is_taken(at, direction))
    }

    /// Takes a diagonal for an agent that begins a step on it or may do so. Does nothing in other directions.
    pub(super) fn take(&mut self, ground: &CrowdGround, at: u32, direction: u8) {
        self.set(ground, at, direction, true);
    }

    /// Releases a diagonal at the end of the step.
    pub(super) fn release(&mut self, ground: &CrowdGround, at: u32, direction: u8) {
        self.set(ground, at, direction, false);
    }

    fn set(&mut self, ground: &CrowdGround, at: u32, direction: u8, is_taken: bool) {
        if !ground.is_diagonal(direction) {
            return;
        }
        let ends = [(at, direction), (ground.beside(at, direction), back(direction))];
        for (at, direction) in ends {
            let taken = self.taken.element_mut(at as usize);
            *taken = if is_taken { *taken | 1 << direction } else { *taken & !(1 << direction) };
        }
    }
}
