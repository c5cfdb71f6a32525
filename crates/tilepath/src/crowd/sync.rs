//! Updates a crowd after edits of its map.

use super::{
    agent::{Member, MemberId, NONE, State, WHOLE},
    answer::CrowdAnswer,
    bodies::Bodies,
    cell_changes::CellChanges,
    corridor::Corridors,
    edge_stops::EdgeStops,
    ground::CrowdGround,
    members::Crowd,
    occupancy::Occupancy,
    rules::{CrowdRules, InvalidCrowdRule, RuleTimes},
    token::Token,
};
use crate::{ground::CostProfile, map::NavMap};
use glam::IVec2;
use smallvec::SmallVec;

/// If more than one cell in this many has changed, cells are not updated one by one.
const MANY: usize = 256;

/// The cell in which an agent is now, between the cells of its step. `None` if nobody knows.
type Here<'a> = &'a dyn Fn(MemberId) -> Option<IVec2>;

impl Crowd {
    /// Sets the capacity: how many agents each cell has room for. Agents without room lose their places, and the next call of
    /// [`Crowd::begin_call`] gives them new places. With a capacity of 0, no agent has a place. Agents that are on a step during the
    /// change may come closer to each other than usual.
    pub(crate) fn set_capacity(&mut self, capacity: u8, now: u64) {
        if capacity == self.occupancy.capacity() {
            return;
        }
        self.forget_jams(now);
        for number in 0..self.agents.len() as u32 {
            let Member { cell, place, .. } = self.agents[number as usize];
            if cell != NONE && place >= capacity {
                self.take_place(number, false, &|_| None, now);
            }
        }
        self.occupancy = Occupancy::new(self.ground.len(), capacity);
        for number in 0..self.agents.len() as u32 {
            let Member { cell, place, .. } = self.agents[number as usize];
            if cell != NONE {
                self.take_cells(number, cell, place);
            }
        }
        // The crowd no longer knows which agent leaves which place.
        self.paces.noted.extend_from_slice(&self.paces.halted);
        self.forget_failures();
    }

    /// Sets the rules for the next calls of [`Crowd::begin_call`]. A time that has begun to run for an agent, such as its
    /// [`push_time`](CrowdRules::push_time), still ends as before.
    ///
    /// # Errors
    /// [`InvalidCrowdRule`] if a rule is out of its range. The crowd then keeps all its rules.
    pub(crate) fn set_rules(&mut self, rules: CrowdRules, now: u64) -> Result<(), InvalidCrowdRule> {
        rules.check()?;
        let has_same_passages = rules.has_passages_of(&self.rules);
        (self.rules, self.work.times) = (rules, RuleTimes::of(&rules));
        if !has_same_passages {
            self.find_corridors(now);
        }
        Ok(())
    }

    /// Updates the crowd after edits of its map, or for another map:
    ///
    /// - Agents in cells that have become walls lose their places.
    /// - On another map, or after a change of the cell shape or the map size, all agents lose their places.
    /// - After a change of the diagonal rule or the step lengths, all agents continue from where they are.
    ///
    /// The next call of [`Crowd::begin_call`] gives new places to the agents that lost theirs.
    pub(crate) fn sync(&mut self, map: &NavMap, now: u64) {
        self.sync_agents_in(map, &|_| None, now);
    }

    /// Like [`Crowd::sync`], for a mover that knows in which cell each agent is (`here`). `None`: the agent's progress on its step decides.
    pub(crate) fn sync_agents_in(&mut self, map: &NavMap, here: Here, now: u64) {
        let is_same = self.revision.has_same_origin(map.revision())
            && self.ground.topology.shape() == map.topology().shape()
            && self.ground.bounds == map.grid().bounds();
        if is_same && map.looks_as_at(self.revision, &[]) {
            self.revision = map.revision();
            return;
        }
        self.forget_failures();
        self.forget_surroundings();
        let changes = map.changes_since(self.revision);
        self.revision = map.revision();
        if !is_same {
            return self.change_ground(map, here, now);
        }
        if !self.ground.walls.are_of(map) {
            self.take_walls(map, now);
        }
        if self.ground.topology != map.topology() {
            // Agents finish steps that are no longer legal.
            return self.sync_all(map, here, now);
        }
        let rects = changes.terrain_rects();
        let edited = rects.map_or(usize::MAX, |rects| rects.map(|rect| rect.cells().count()).sum());
        match changes.terrain_rects().filter(|_| self.are_few(edited)) {
            Some(rects) => {
                rects.flat_map(|rect| rect.cells()).for_each(|cell| self.sync_cell(map, cell, here, now));
                self.tighten(now);
            }
            None => self.sync_all(map, here, now),
        }
    }

    /// Takes the walls on edges of the map. Agents finish steps that are stopped now.
    fn take_walls(&mut self, map: &NavMap, now: u64) {
        for at in self.ground.set_walls(EdgeStops::of(map, &self.profile)) {
            self.forget_jams_at(at, now);
            self.corridors.loosen(&self.ground, at, self.call);
        }
    }

    /// Returns whether this number of edited cells is small: at most 1 in 256 cells of the map. Few edits are applied one by one.
    fn are_few(&self, cells: usize) -> bool {
        cells <= self.ground.len() / MANY
    }

    /// Sets the crowd's profile: its agents may then enter the cells that are free to `profile`. Agents in other cells lose their
    /// places, and the next call of [`Crowd::begin_call`] gives them new places.
    pub(crate) fn set_profile(&mut self, map: &NavMap, profile: &CostProfile, now: u64) {
        if self.profile.passable() == profile.passable() {
            return;
        }
        self.profile = profile.clone();
        self.forget_failures();
        self.forget_surroundings();
        self.sync(map, now);
        self.take_walls(map, now);
        self.sync_all(map, &|_| None, now);
    }

    /// Compares all cells with the map, and updates the cells that have become free or walls. If there are many of these cells,
    /// recomputes all corridors, which is faster than one update for each cell.
    fn sync_all(&mut self, map: &NavMap, here: Here, now: u64) {
        let cells = 0..self.ground.len() as u32;
        let is_other =
            |at: &u32| self.ground.is_free(*at) != map.is_free(&self.profile, self.ground.cell(*at));
        let others: Vec<u32> = cells.filter(is_other).collect();
        if self.ground.topology == map.topology() && self.are_few(others.len()) {
            others.into_iter().for_each(|at| self.sync_cell(map, self.ground.cell(at), here, now));
            return self.tighten(now);
        }
        self.forget_jams(now);
        for at in others {
            if self.ground.is_free(at) {
                self.clear(at, here, now);
            }
        }
        let Self { ground, profile, .. } = self;
        *ground = CrowdGround::of(map, profile);
        self.find_corridors(now);
    }

    /// Finds all corridors again.
    fn find_corridors(&mut self, now: u64) {
        let Self { ground, corridors, occupancy, agents, states, rules, call, .. } = self;
        corridors.find_all(ground, rules, *call, |token, cell| {
            enter_those_inside(token, (cell, occupancy), (agents, states), *call, now);
        });
    }

    /// Recomputes which cells near the edited cells are in corridors.
    fn tighten(&mut self, now: u64) {
        let Self { ground, corridors, occupancy, agents, states, rules, call, .. } = self;
        corridors.tighten(ground, rules, *call, |token, cell| {
            enter_those_inside(token, (cell, occupancy), (agents, states), *call, now);
        });
    }

    fn sync_cell(&mut self, map: &NavMap, cell: IVec2, here: Here, now: u64) {
        let Some(at) = self.ground.index(cell) else { return };
        let is_free = map.is_free(&self.profile, cell);
        if self.ground.is_free(at) == is_free {
            return;
        }
        self.forget_jams_at(at, now);
        if !is_free {
            self.clear(at, here, now);
        }
        let Self { ground, corridors, call, .. } = self;
        ground.set_free(at, is_free);
        corridors.loosen(ground, at, *call);
    }

    /// Takes away the places of all agents in a cell.
    fn clear(&mut self, at: u32, here: Here, now: u64) {
        for place in 0..self.occupancy.capacity() {
            let owner = self.occupancy.owners(at)[usize::from(place)];
            if owner != NONE {
                self.take_place(owner, true, here, now);
            }
        }
    }

    /// Takes away the place of an agent that may not stay in its cell, for example because the cell is a wall to the agent's own
    /// profile. In the next call of [`Crowd::begin_call`], the agent gets the place nearest to `near`, and walks there.
    pub(crate) fn displace(&mut self, agent: MemberId, near: IVec2, now: u64) {
        if !self.contains(agent) {
            return;
        }
        if self.cell(agent).is_some() {
            self.take_place(agent.0, true, &|_| Some(near), now);
        }
        let near = self.nearest_index(near);
        let agent = &mut self.agents[agent.index()];
        (agent.from, agent.no_room_at) = (near, 0);
    }

    /// Takes an agent's place away. The next call of [`Crowd::begin_call`] gives the agent a new place, if there is room. If `walks`,
    /// the agent walks there, for example out of a wall. Otherwise, the agent is put there at once, for example after the map was
    /// replaced or the capacity was reduced.
    ///
    /// If `walks`, an agent that is still in the cell that it leaves (`here`) goes back to this cell. An agent on its way into this cell
    /// makes room: it goes back, too, and so on.
    fn take_place(&mut self, number: u32, walks: bool, here: Here, now: u64) {
        let agent = &self.agents[number as usize];
        let is_moving = self.states[number as usize] == State::Moving;
        let here = here(MemberId(number)).and_then(|here| self.ground.index(here));
        let is_behind = match here {
            Some(here) if here == agent.from || here == agent.cell => here == agent.from,
            _ => agent.done_at(now) < WHOLE / 2,
        };
        let goes_back = is_moving && is_behind;
        let near = if goes_back { agent.from } else { agent.cell };
        self.lose_place(number, near, walks, now);
        let mut backwards: SmallVec<[(u32, u32); 4]> = SmallVec::new();
        if goes_back && walks {
            backwards.push((number, near));
        }
        while let Some(&(number, cell)) = backwards.last() {
            let comes_in = |&other: &u32| {
                let agent = &self.agents[other as usize];
                self.states[other as usize] == State::Moving && agent.from != agent.cell
            };
            let comer = match self.room_for(number, cell) {
                Some(_) => None,
                None => self.others_at(number, cell).find(comes_in),
            };
            let Some(comer) = comer else {
                backwards.pop();
                continue;
            };
            let from = self.agents[comer as usize].from;
            self.lose_place(comer, from, walks, now);
            backwards.push((comer, from));
        }
    }

    fn lose_place(&mut self, number: u32, near: u32, walks: bool, now: u64) {
        self.lift(number, now);
        let agent = &mut self.agents[number as usize];
        (agent.from, agent.is_displaced) = (near, walks);
        self.displaced.push((MemberId(number), CrowdAnswer::Displaced));
    }

    fn change_ground(&mut self, map: &NavMap, here: Here, now: u64) {
        self.forget_jams(now);
        for number in 0..self.agents.len() as u32 {
            if self.states[number as usize] != State::Vacant && self.states[number as usize] != State::Outside
            {
                self.take_place(number, false, here, now);
            }
        }
        let homes: Vec<IVec2> = self.agents.iter().map(|agent| self.ground.cell(agent.from)).collect();
        self.ground = CrowdGround::of(map, &self.profile);
        self.corridors = Corridors::new(&self.ground, &self.rules);
        self.occupancy = Occupancy::new(self.ground.len(), self.occupancy.capacity());
        let widest = self.agents.iter().map(|agent| agent.size).max().unwrap_or(1);
        self.bodies = Bodies::up_to(self.ground.topology.shape(), widest);
        self.cell_changes = CellChanges::new(self.ground.len());
        self.work.change_cells(self.ground.len());
        for (number, home) in homes.into_iter().enumerate() {
            self.agents[number].from = self.nearest_index(home);
        }
    }
}

/// Tells a new corridor how many agents in one of its cells are not at rest. The corridor needs this number to decide in which
/// direction it is open.
fn enter_those_inside(
    token: &mut Token,
    (cell, occupancy): (u32, &Occupancy),
    (agents, states): (&[Member], &[State]),
    call: u32,
    now: u64,
) {
    // A wide agent is where its middle is.
    let is_there = |owner: u32, place: u8| {
        agents.get(owner as usize).is_some_and(|agent| (agent.cell, agent.place) == (cell, place))
    };
    let owners = occupancy.owners(cell).iter().zip(0..).filter(|&(&owner, place)| is_there(owner, place));
    let inside = owners.filter(|&(&owner, _)| states[owner as usize] != State::Resting);
    inside.for_each(|_| token.enter(2, false, call, now));
}
