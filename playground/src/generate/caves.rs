//! Caves, grown by a cellular automaton.

use crate::board::{Board, Cell};
use bevy::math::IVec2;

/// Begins with noise. Then, five times over, a cell becomes a wall where most of the nine cells around it are.
///
/// *Source:* Johnson, Yannakakis, Togelius, "Cellular automata for real-time generation of infinite cave levels" (2010).
pub fn paint(board: &mut Board, random: &mut fastrand::Rng) {
    let cells: Vec<IVec2> = (0..board.terrain().len()).map(|index| board.terrain().cell(index)).collect();
    let mut walls: Vec<bool> = cells.iter().map(|_| random.u32(0..100) < 43).collect();
    let around = || (-1..=1).flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y)));
    for _ in 0..5 {
        let is_wall = |at: IVec2| board.terrain().index(at).is_none_or(|index| walls[index]);
        walls = cells.iter().map(|&at| around().filter(|&by| is_wall(at + by)).count() >= 5).collect();
    }
    for (&at, _) in cells.iter().zip(&walls).filter(|(_, wall)| **wall) {
        board.set(at, Cell::WALL);
    }
}
