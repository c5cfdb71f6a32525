//! Diagonal steps: two that cross at a corner exclude each other.

use super::ground::{CrowdGround, back};

/// The diagonals on which agents are.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    /// For each cell the directions of those that end here, seen from here.
    taken: Vec<u8>,
}

impl Corners {
    pub(super) fn new(cells: usize) -> Self {
        Self { taken: vec![0; cells] }
    }

    /// Returns whether nobody is on a diagonal or on the one that crosses it.
    #[inline]
    pub(super) fn are_free(&self, ground: &CrowdGround, at: u32, direction: u8) -> bool {
        if !ground.is_diagonal(direction) {
            return true;
        }
        let is_taken = |at: u32, direction: u8| self.taken[at as usize] & 1 << direction != 0;
        !is_taken(at, direction)
            && !ground.crossing(at, direction).is_some_and(|(at, direction)| is_taken(at, direction))
    }

    /// Takes a diagonal for the agent that sets out on it, or for one that may. Other directions are none of ours.
    pub(super) fn take(&mut self, ground: &CrowdGround, at: u32, direction: u8) {
        self.set(ground, at, direction, true);
    }

    /// Releases a diagonal when the step is over.
    pub(super) fn release(&mut self, ground: &CrowdGround, at: u32, direction: u8) {
        self.set(ground, at, direction, false);
    }

    fn set(&mut self, ground: &CrowdGround, at: u32, direction: u8, is_taken: bool) {
        if !ground.is_diagonal(direction) {
            return;
        }
        let ends = [(at, direction), (ground.beside(at, direction), back(direction))];
        for (at, direction) in ends {
            let taken = &mut self.taken[at as usize];
            *taken = if is_taken { *taken | 1 << direction } else { *taken & !(1 << direction) };
        }
    }
}
