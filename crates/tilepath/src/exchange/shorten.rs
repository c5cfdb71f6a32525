//! Shorter moves: loops of single agents are cut out.

use super::arrangement::{Arrangement, MOVES_PER_UNIT, Move};

/// A cell without a visitor, or a visitor that has not left.
const NONE: u32 = u32::MAX;

impl Arrangement {
    /// Cuts the loops of agents: an agent that comes back to a cell, which no other agent has entered in the meantime, stays there.
    /// Moves in circles stay. Returns whether a loop was cut: then the next call may find others.
    ///
    /// Takes O(moves).
    pub(super) fn shorten(&mut self) -> bool {
        // For each cell its last visitor, and the index of the move by which the visitor left.
        let mut visits = vec![(u8::MAX, NONE); self.cells()];
        // For each agent the moves that may be part of a loop.
        let mut trails = vec![Vec::new(); self.agents()];
        let mut is_cut = vec![false; self.moves().len()];
        for (nth, &Move { agent, from, to, circle }) in (0_u32..).zip(self.moves()) {
            let trail = &mut trails[usize::from(agent)];
            if circle.is_some() {
                trail.clear();
                visits[usize::from(from)] = (agent, NONE);
            } else {
                trail.push(nth);
                visits[usize::from(from)] = (agent, nth);
            }
            let (visitor, left) = visits[usize::from(to)];
            if visitor == agent
                && circle.is_none()
                && let Ok(begin) = trail.binary_search(&left)
            {
                trail.drain(begin..).for_each(|nth| is_cut[nth as usize] = true);
            }
            visits[usize::from(to)] = (agent, NONE);
        }
        self.units += self.moves().len() as u64 / MOVES_PER_UNIT;
        self.cut_moves(&is_cut)
    }
}
