//! Floods over a cut: making a cell free, the shortest path, and the next cell of the path of an agent.

use super::{
    arrangement::Arrangement,
    cut::{Cut, MOST_CELLS},
};

/// The end of a list.
const NONE: u16 = u16::MAX;

/// The number of lists of open cells in [`Arrangement::next_cell`]. Greater than the cost of any cell.
const BUCKETS: usize = 16;

/// The cost of a free cell on the path of an agent.
const FREE: usize = 2;
/// The cost of a cell whose agent has not been brought to its goal.
const TAKEN: usize = 3;
/// The cost of a cell whose agent was brought to its goal.
const SETTLED: usize = 12;

/// A set of cells.
#[derive(Default)]
struct Cells([u64; MOST_CELLS / 64]);

impl Cells {
    /// Adds a cell. Returns whether it was not in the set.
    fn insert(&mut self, cell: u16) -> bool {
        let (word, bit) = (usize::from(cell / 64), 1 << (cell % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// A flood in breadth: the cells in the order in which it reached them, and where it came from to each.
struct Flood {
    seen: Cells,
    queue: [u16; MOST_CELLS],
    reached: usize,
    parents: [u16; MOST_CELLS],
}

impl Flood {
    fn new(start: u16) -> Self {
        let (seen, queue, parents) = (Cells::default(), [NONE; MOST_CELLS], [NONE; MOST_CELLS]);
        let mut flood = Self { seen, queue, reached: 0, parents };
        flood.reach(start, NONE);
        flood
    }

    /// Reaches a cell from another cell. Returns whether it is new.
    fn reach(&mut self, cell: u16, from: u16) -> bool {
        let is_new = self.seen.insert(cell);
        if is_new {
            self.parents[usize::from(cell)] = from;
            self.queue[self.reached] = cell;
            self.reached += 1;
        }
        is_new
    }

    fn parent(&self, cell: u16) -> u16 {
        self.parents[usize::from(cell)]
    }
}

impl Arrangement {
    /// Makes a cell free: shifts agents along the shortest path to the nearest free cell. The path avoids the cells `held`
    /// and the agents `spared`, one bit each. Returns whether the cell is free.
    pub(super) fn vacate(&mut self, cut: &Cut, cell: u16, held: &[u16], spared: u64) -> bool {
        let is_fixed = |agent: Option<u8>| agent.is_some_and(|agent| spared >> agent & 1 == 1);
        if self.is_free(cell) {
            return true;
        }
        if held.contains(&cell) || is_fixed(self.agent(cell)) {
            return false;
        }
        let mut flood = Flood::new(cell);
        let mut next = 0;
        while next < flood.reached {
            let from = flood.queue[next];
            next += 1;
            self.units += 1;
            for to in cut.neighbours(from) {
                if held.contains(&to) || is_fixed(self.agent(to)) || !flood.reach(to, from) {
                    continue;
                }
                if self.is_free(to) {
                    self.shift(&flood, to);
                    return true;
                }
            }
        }
        false
    }

    /// Moves each agent on the way of a flood to a free cell by one cell.
    fn shift(&mut self, flood: &Flood, mut free: u16) {
        while let Some(agent) =
            Some(flood.parent(free)).filter(|&cell| cell != NONE).and_then(|cell| self.agent(cell))
        {
            let from = self.place(agent);
            self.step(agent, free);
            free = from;
        }
    }

    /// The shortest path to a cell that avoids another cell, without its start. Agents don't count.
    pub(super) fn path(&mut self, cut: &Cut, from: u16, to: u16, avoided: u16) -> Option<Vec<u16>> {
        let mut flood = Flood::new(to);
        let mut next = 0;
        while next < flood.reached {
            let mut cell = flood.queue[next];
            next += 1;
            self.units += 1;
            if cell == from {
                let mut path = Vec::new();
                while cell != to {
                    cell = flood.parent(cell);
                    path.push(cell);
                }
                return Some(path);
            }
            for neighbour in cut.neighbours(cell).filter(|&neighbour| neighbour != avoided) {
                flood.reach(neighbour, cell);
            }
        }
        None
    }

    /// The next cell of an agent on the cheapest path to its goal: around the agents `settled`, one bit each, if that is not much
    /// longer. `None` if no path leads there.
    pub(super) fn next_cell(&mut self, cut: &Cut, agent: u8, goal: u16, settled: u64) -> Option<u16> {
        let start = self.place(agent);
        let mut firsts = [NONE; BUCKETS];
        let mut nexts = [NONE; MOST_CELLS];
        let (mut seen, mut waiting, mut cost) = (Cells::default(), 1, 0);
        seen.insert(goal);
        firsts[self.price(goal, settled) % BUCKETS] = goal;
        // All neighbours of a cell pay the same price for it, so the first to reach a cell is the cheapest.
        while waiting > 0 {
            let cell = firsts[cost % BUCKETS];
            if cell == NONE {
                cost += 1;
                continue;
            }
            firsts[cost % BUCKETS] = nexts[usize::from(cell)];
            waiting -= 1;
            self.units += 1;
            for to in cut.neighbours(cell) {
                if to == start {
                    return Some(cell);
                }
                if seen.insert(to) {
                    let bucket = (cost + self.price(to, settled)) % BUCKETS;
                    nexts[usize::from(to)] = core::mem::replace(&mut firsts[bucket], to);
                    waiting += 1;
                }
            }
        }
        None
    }

    /// What an agent pays for a cell on its path.
    fn price(&self, cell: u16, settled: u64) -> usize {
        match self.agent(cell) {
            None => FREE,
            Some(agent) if settled >> agent & 1 == 1 => SETTLED,
            Some(_) => TAKEN,
        }
    }
}
