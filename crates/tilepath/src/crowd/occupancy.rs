//! Who has which place in which cell.

use super::agent::NONE;

/// The places of all cells, `capacity` of them in each.
#[derive(Clone, Debug)]
pub(super) struct Occupancy {
    pub(super) capacity: usize,
    /// The agent that has each place, or [`NONE`].
    pub(super) owners: Vec<u32>,
    /// The agent that left each place last, or [`NONE`]. It may have come far since.
    pub(super) leavers: Vec<u32>,
}

impl Occupancy {
    pub(super) fn new(cells: usize, capacity: u8) -> Self {
        let places = cells * usize::from(capacity);
        Self { capacity: capacity.into(), owners: vec![NONE; places], leavers: vec![NONE; places] }
    }

    #[expect(clippy::cast_possible_truncation, reason = "it came from a u8")]
    pub(super) const fn capacity(&self) -> u8 {
        self.capacity as u8
    }

    /// The agents in a cell, by place; [`NONE`] for a place that nobody has.
    #[inline]
    pub(super) fn owners(&self, cell: u32) -> &[u32] {
        let first = cell as usize * self.capacity;
        &self.owners[first..first + self.capacity]
    }

    /// The first place that nobody has.
    #[inline]
    pub(super) fn room(&self, cell: u32) -> Option<u8> {
        self.owners(cell).iter().position(|&owner| owner == NONE).map(|place| place as u8)
    }

    /// Who left a place last.
    #[inline]
    pub(super) fn leaver(&self, cell: u32, place: u8) -> u32 {
        self.leavers[cell as usize * self.capacity + usize::from(place)]
    }

    pub(super) fn take(&mut self, cell: u32, place: u8, agent: u32) {
        self.owners[cell as usize * self.capacity + usize::from(place)] = agent;
    }

    /// Takes a place from an agent that is gone at once. Who left it before may still be near.
    pub(super) fn vacate(&mut self, cell: u32, place: u8) {
        self.owners[cell as usize * self.capacity + usize::from(place)] = NONE;
    }

    /// Frees the place of an agent that sets out.
    pub(super) fn leave(&mut self, cell: u32, place: u8) {
        let at = cell as usize * self.capacity + usize::from(place);
        self.leavers[at] = core::mem::replace(&mut self.owners[at], NONE);
    }
}
