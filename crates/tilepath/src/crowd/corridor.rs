//! Corridors: chains of cells that have only two neighbours, in which nobody can pass another.

use super::{agent::NONE, ground::Ground, token::Token};

/// A chain of cells with at most two neighbours each.
#[derive(Clone, Debug)]
pub(super) struct Corridor {
    /// Its first and its last cell: one is entered by end 0, the other by end 1. A corridor of one cell has one cell for both.
    ends: [u32; 2],
    /// The cells beyond, or [`NONE`] at a dead end.
    beyond: [u32; 2],
    pub(super) cells: u32,
    pub(super) token: Token,
}

/// All corridors of a ground.
#[derive(Clone, Debug, Default)]
pub(super) struct Corridors {
    /// The corridor of each cell, or [`NONE`].
    of_cell: Vec<u32>,
    all: Vec<Corridor>,
    vacant: Vec<u32>,
    /// Cells whose corridors have to be found again.
    loose: Vec<u32>,
}

impl Corridors {
    pub(super) fn new(ground: &Ground) -> Self {
        let mut corridors = Self { of_cell: vec![NONE; ground.len()], ..Self::default() };
        (0..ground.len() as u32).for_each(|cell| corridors.trace(ground, cell));
        corridors
    }

    /// The corridor that a cell is part of.
    #[inline]
    pub(super) fn at(&self, cell: u32) -> Option<u32> {
        let corridor = self.of_cell[cell as usize];
        (corridor != NONE).then_some(corridor)
    }

    pub(super) fn get(&self, corridor: u32) -> &Corridor {
        &self.all[corridor as usize]
    }

    pub(super) fn get_mut(&mut self, corridor: u32) -> &mut Corridor {
        &mut self.all[corridor as usize]
    }

    /// By which end a step from outside enters a corridor: 0 or 1.
    pub(super) fn end_of_step(&self, corridor: u32, from: u32, to: u32) -> u8 {
        let Corridor { ends, beyond, .. } = self.get(corridor);
        u8::from(!(beyond[0] == from && ends[0] == to))
    }

    /// Dissolves the corridors that an edit concerns: from this cell other steps are legal than before.
    pub(super) fn loosen(&mut self, ground: &Ground, cell: u32) {
        self.dissolve(ground, cell);
        for direction in 0..8 {
            if let Some(beside) = ground.beside_on_map(cell, direction) {
                self.dissolve(ground, beside);
            }
        }
        self.loose.push(cell);
    }

    fn dissolve(&mut self, ground: &Ground, cell: u32) {
        let Some(corridor) = self.at(cell) else { return };
        self.vacant.push(corridor);
        self.of_cell[cell as usize] = NONE;
        // Steps within it may have become illegal: all that lies side by side is looked at.
        let mut next = self.loose.len();
        self.loose.push(cell);
        while let Some(&cell) = self.loose.get(next) {
            next += 1;
            for beside in (0..8).filter_map(|direction| ground.beside_on_map(cell, direction)) {
                if self.of_cell[beside as usize] == corridor {
                    self.of_cell[beside as usize] = NONE;
                    self.loose.push(beside);
                }
            }
        }
    }

    /// Finds the corridors again that were dissolved. Calls `found` with each of their cells and the token.
    pub(super) fn tighten(&mut self, ground: &Ground, mut found: impl FnMut(&mut Token, u32)) {
        let loose = core::mem::take(&mut self.loose);
        loose.iter().for_each(|&cell| self.trace(ground, cell));
        let mut cells = loose;
        cells.sort_unstable();
        cells.dedup();
        for &cell in &cells {
            if let Some(corridor) = self.at(cell) {
                found(&mut self.all[corridor as usize].token, cell);
            }
        }
        cells.clear();
        self.loose = cells;
    }

    /// Finds the corridor of a cell if it has none yet.
    fn trace(&mut self, ground: &Ground, cell: u32) {
        if self.at(cell).is_some() || !is_narrow(ground, cell) {
            return;
        }
        let number = self.vacant.pop().unwrap_or(self.all.len() as u32);
        self.of_cell[cell as usize] = number;
        let mut corridor = Corridor { ends: [cell; 2], beyond: [NONE; 2], cells: 1, token: Token::default() };
        let mut is_loop = false;
        for (end, beside) in neighbours(ground, cell).enumerate() {
            let (mut last, mut next) = (cell, beside);
            while is_narrow(ground, next) && next != cell {
                self.of_cell[next as usize] = number;
                corridor.cells += 1;
                let Some(beyond) = neighbours(ground, next).find(|&beyond| beyond != last) else { break };
                (last, next) = (next, beyond);
            }
            is_loop = next == cell;
            if is_loop {
                break;
            }
            let is_dead_end = is_narrow(ground, next);
            corridor.ends[end] = if is_dead_end { next } else { last };
            corridor.beyond[end] = if is_dead_end { NONE } else { next };
        }
        if is_loop {
            // Nobody comes in from outside.
            corridor.beyond = [NONE; 2];
        }
        match self.all.get_mut(number as usize) {
            Some(vacant) => *vacant = corridor,
            None => self.all.push(corridor),
        }
    }
}

fn neighbours(ground: &Ground, cell: u32) -> impl Iterator<Item = u32> {
    let legal = ground.legal(cell);
    (0..8)
        .filter(move |direction| legal & 1 << direction != 0)
        .map(move |direction| ground.beside(cell, direction))
}

/// Returns whether a cell has one neighbour or two.
fn is_narrow(ground: &Ground, cell: u32) -> bool {
    matches!(ground.legal(cell).count_ones(), 1 | 2)
}
