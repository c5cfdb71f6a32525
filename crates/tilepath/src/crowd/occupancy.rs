//! Which agent has which place in which cell.

use super::agent::NONE;
use crate::undo::{Image, Lasting, UndoArray, Visit};

/// The places of all cells. Each cell has `capacity` places.
#[derive(Clone, Debug)]
pub(super) struct Occupancy {
    pub(super) capacity: usize,
    /// The agent that has each place, or [`NONE`].
    pub(super) owners: Lasting<UndoArray<u32>>,
    /// The agent that left each place last, or [`NONE`]. The agent may be far away now.
    pub(super) leavers: Lasting<UndoArray<u32>>,
}

impl Image for Occupancy {
    fn visit(&mut self, visit: &mut Visit) {
        self.owners.visit(visit);
        self.leavers.visit(visit);
    }
}

impl Occupancy {
    pub(super) fn new(cells: usize, capacity: u8) -> Self {
        let places = cells * usize::from(capacity);
        let nobody = || vec![NONE; places].into();
        Self { capacity: capacity.into(), owners: nobody(), leavers: nobody() }
    }

    #[expect(clippy::cast_possible_truncation, reason = "it came from a u8")]
    pub(super) const fn capacity(&self) -> u8 {
        self.capacity as u8
    }

    /// The agents in a cell, in the order of places. [`NONE`] for a free place.
    #[inline]
    pub(super) fn owners(&self, cell: u32) -> &[u32] {
        let first = cell as usize * self.capacity;
        &self.owners[first..first + self.capacity]
    }

    /// The first free place in a cell.
    #[inline]
    pub(super) fn room(&self, cell: u32) -> Option<u8> {
        self.owners(cell).iter().position(|&owner| owner == NONE).map(|place| place as u8)
    }

    /// The agent that left a place last.
    #[inline]
    pub(super) fn leaver(&self, cell: u32, place: u8) -> u32 {
        self.leavers[cell as usize * self.capacity + usize::from(place)]
    }

    pub(super) fn take(&mut self, cell: u32, place: u8, agent: u32) {
        let at = cell as usize * self.capacity + usize::from(place);
        self.owners.set(at, agent);
    }

    /// Gives all places of a cell to an agent.
    pub(super) fn take_all(&mut self, cell: u32, agent: u32) {
        (0..self.capacity()).for_each(|place| self.take(cell, place, agent));
    }

    /// Frees all places of a cell that an agent begins to leave.
    pub(super) fn leave_all(&mut self, cell: u32) {
        (0..self.capacity()).for_each(|place| self.leave(cell, place));
    }

    /// Frees the place of an agent that is gone at once. Keeps the agent that left the place before: it may still be near.
    pub(super) fn vacate(&mut self, cell: u32, place: u8) {
        self.take(cell, place, NONE);
    }

    /// Frees the place of an agent that begins a step.
    pub(super) fn leave(&mut self, cell: u32, place: u8) {
        let at = cell as usize * self.capacity + usize::from(place);
        self.leavers.set(at, self.owners[at]);
        self.owners.set(at, NONE);
    }
}
