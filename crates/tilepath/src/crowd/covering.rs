//! The cells that an agent of a crowd covers, and where it finds room.

use super::{
    agent::{MemberId, NONE},
    bodies::{Bodies, Cover},
    members::Crowd,
};
use glam::IVec2;

impl Crowd {
    /// Sets how wide an agent is: as [`CostProfile::size`](crate::CostProfile::size). An agent that has a place loses it, and the next call of
    /// [`Crowd::begin_call`] gives it the nearest one with room.
    pub(crate) fn set_size(&mut self, agent: MemberId, size: u8, now: u64) {
        if !self.contains(agent) || self.agents[agent.index()].size == size {
            return;
        }
        if let Some(cell) = self.cell(agent) {
            self.displace(agent, cell, now);
        }
        self.agents[agent.index()].size = size;
        if !self.bodies.reach(size) {
            self.bodies = Bodies::up_to(self.ground.topology.shape(), size);
        }
    }

    /// The cell of each place that an agent has.
    pub(crate) fn places_of(&self, agent: MemberId) -> impl Iterator<Item = IVec2> {
        let at = self.agents.get(agent.index()).filter(|_| self.contains(agent)).map(|member| member.cell);
        let cells = at.filter(|&at| at != NONE).into_iter().flat_map(move |at| self.cells_of(agent.0, at));
        let places = if self.is_wide(agent.0) { self.occupancy.capacity().into() } else { 1 };
        cells.flat_map(move |cell| core::iter::repeat_n(self.ground.cell(cell), places))
    }

    /// How many agents like this one a cell has room for.
    pub(crate) fn capacity_for(&self, agent: MemberId) -> u8 {
        if self.is_wide(agent.0) { 1 } else { self.capacity() }
    }

    pub(super) fn is_wide(&self, number: u32) -> bool {
        self.agents[number as usize].size > 1
    }

    /// The cells that an agent covers whose middle is in a cell.
    pub(super) fn cells_of(&self, number: u32, at: u32) -> impl Iterator<Item = u32> {
        self.bodies.cells(&self.ground, self.agents[number as usize].size, at)
    }

    /// Whether an agent covers a cell if its middle is in the cell `at`.
    pub(super) fn covers(&self, number: u32, at: u32, cell: u32) -> bool {
        at == cell || self.is_wide(number) && self.cells_of(number, at).any(|covered| covered == cell)
    }

    /// Whether all cells that an agent would cover are free cells of the map.
    pub(super) fn fits(&self, number: u32, at: u32) -> bool {
        let Self { bodies, ground, agents, .. } = self;
        bodies.fit(ground, agents[number as usize].size, at)
    }

    /// The place that an agent finds in a cell: a free one. A wide agent takes all places of the cells that it covers, and needs them all.
    #[inline]
    pub(super) fn room_for(&self, number: u32, at: u32) -> Option<u8> {
        if !self.is_wide(number) {
            return self.occupancy.room(at);
        }
        self.others_at(number, at).next().is_none().then_some(0).filter(|_| self.occupancy.capacity() > 0)
    }

    /// The owner of each place in the cells that an agent covers if its middle is in the cell `at`. [`NONE`] for a free place.
    pub(super) fn owners_at(&self, number: u32, at: u32) -> impl Iterator<Item = u32> {
        self.cells_of(number, at).flat_map(|cell| self.occupancy.owners(cell)).copied()
    }

    /// The other agents in the cells that an agent would cover in a place. A wide one may be listed several times.
    pub(super) fn others_at(&self, number: u32, at: u32) -> impl Iterator<Item = u32> {
        self.owners_at(number, at).filter(move |&owner| owner != NONE && owner != number)
    }

    /// Gives an agent the cells that it covers.
    pub(super) fn take_cells(&mut self, number: u32, at: u32, place: u8) {
        if !self.is_wide(number) {
            return self.occupancy.take(at, place, number);
        }
        for cell in self.cells_of(number, at).collect::<Cover>() {
            self.occupancy.take_all(cell, number);
        }
    }

    /// Frees the cells that an agent leaves with a step, or all that it covers if it is gone at once (`to` is `None`). Notes that they have room.
    pub(super) fn free_cells(&mut self, number: u32, (at, place): (u32, u8), to: Option<u32>) {
        if !self.is_wide(number) {
            match to {
                Some(_) => self.occupancy.leave(at, place),
                None => self.occupancy.vacate(at, place),
            }
            return self.note_event(at);
        }
        let left: Cover = self.cells_left(number, at, to).collect();
        for &cell in &left {
            match to {
                Some(_) => self.occupancy.leave_all(cell),
                None => self.occupancy.take_all(cell, NONE),
            }
        }
        left.into_iter().for_each(|cell| self.note_event(cell));
    }

    /// The cells that an agent covers before a step and not after it.
    pub(super) fn cells_left(&self, number: u32, from: u32, to: Option<u32>) -> impl Iterator<Item = u32> {
        self.cells_of(number, from).filter(move |&cell| to.is_none_or(|to| !self.covers(number, to, cell)))
    }
}
