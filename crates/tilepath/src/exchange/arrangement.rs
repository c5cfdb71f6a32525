//! `Arrangement`: where the agents are, and the moves that brought them there.

/// The entry of a cell without an agent.
const NOBODY: u8 = u8::MAX;

/// How many moves are read in one unit of work.
pub(super) const MOVES_PER_UNIT: u64 = 4;

/// A move of an agent to a neighbour of its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) agent: u8,
    pub(super) from: u16,
    pub(super) to: u16,
    /// The number of the circle in which the agent moves. Its agents move at the same time.
    pub(super) circle: Option<u32>,
}

/// Where the agents are, the moves so far, and the work so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arrangement {
    /// The cell of each agent.
    places: Vec<u16>,
    /// The agent in each cell, or [`NOBODY`].
    agents: Vec<u8>,
    moves: Vec<Move>,
    circles: u32,
    /// The work so far, in units of a [`Budget`](crate::Budget).
    pub(super) units: u64,
}

impl Arrangement {
    /// The arrangement of agents in these cells.
    pub(super) fn new(cells: u16, places: &[u16]) -> Self {
        let mut agents = vec![NOBODY; usize::from(cells)];
        (0..).zip(places).for_each(|(agent, &place)| agents[usize::from(place)] = agent);
        Self { places: places.to_vec(), agents, moves: Vec::new(), circles: 0, units: 0 }
    }

    /// The cell of an agent.
    pub(super) fn place(&self, agent: u8) -> u16 {
        self.places[usize::from(agent)]
    }

    /// The agent in a cell.
    pub(super) fn agent(&self, cell: u16) -> Option<u8> {
        Some(self.agents[usize::from(cell)]).filter(|&agent| agent != NOBODY)
    }

    /// Returns whether no agent is in a cell.
    pub(super) fn is_free(&self, cell: u16) -> bool {
        self.agents[usize::from(cell)] == NOBODY
    }

    /// The number of moves so far.
    pub(super) fn len(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of agents.
    pub(super) fn agents(&self) -> usize {
        self.places.len()
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.agents.len()
    }

    /// Removes moves that don't change where the agents are at the end. Returns whether there were any.
    pub(super) fn cut_moves(&mut self, is_cut: &[bool]) -> bool {
        let before = self.moves.len();
        let mut is_cut = is_cut.iter();
        self.moves.retain(|_| is_cut.next() != Some(&true));
        self.moves.len() < before
    }

    /// Moves an agent to a free neighbour of its cell.
    pub(super) fn step(&mut self, agent: u8, to: u16) {
        let from = self.place(agent);
        debug_assert!(self.is_free(to), "agent {agent} steps into the cell {to}, which is not free");
        self.agents[usize::from(from)] = NOBODY;
        self.put(agent, to);
        self.moves.push(Move { agent, from, to, circle: None });
    }

    /// Moves the agents in a circle of cells, each to the next cell.
    pub(super) fn turn(&mut self, circle: &[u16]) {
        let moving: Vec<u8> = circle.iter().filter_map(|&cell| self.agent(cell)).collect();
        for (nth, &agent) in moving.iter().enumerate() {
            let (from, to) = (circle[nth], circle[(nth + 1) % circle.len()]);
            self.put(agent, to);
            self.moves.push(Move { agent, from, to, circle: Some(self.circles) });
        }
        self.circles = self.circles.wrapping_add(1);
    }

    /// Takes back all moves but the first `kept`.
    pub(super) fn take_back(&mut self, kept: u32) {
        for Move { agent, from, to, circle } in self.moves.drain(kept as usize..).rev() {
            // In a circle, an agent comes back into each cell.
            if circle.is_none() {
                self.agents[usize::from(to)] = NOBODY;
            }
            self.agents[usize::from(from)] = agent;
            self.places[usize::from(agent)] = from;
            self.units += 1;
        }
    }

    fn put(&mut self, agent: u8, to: u16) {
        self.agents[usize::from(to)] = agent;
        self.places[usize::from(agent)] = to;
        self.units += 1;
    }
}
