//! A maze: corridors one cell wide between walls one cell wide.

use crate::board::{Board, Cell};
use bevy::math::IVec2;

/// Carves a spanning tree of the cells with odd coordinates by walking at random and turning back at dead ends.
///
/// *Source:* the recursive backtracker in Buck, "Mazes for Programmers" (2015), with a stack of its own.
pub fn paint(board: &mut Board, random: &mut fastrand::Rng) {
    let size = board.size().as_ivec2();
    board.fill(Cell::WALL);
    let first = IVec2::ONE.min(size - 1);
    board.set(first, Cell::PLAIN);
    let mut trail = vec![first];
    while let Some(&here) = trail.last() {
        let steps = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|step| step * 2);
        let is_new = |&step: &IVec2| board.cell(here + step).is_some_and(|cell| cell.terrain == 0);
        let ways: Vec<IVec2> = steps.into_iter().filter(is_new).collect();
        match random.choice(&ways) {
            Some(&step) => {
                board.set(here + step / 2, Cell::PLAIN);
                board.set(here + step, Cell::PLAIN);
                trail.push(here + step);
            }
            None => drop(trail.pop()),
        }
    }
}
