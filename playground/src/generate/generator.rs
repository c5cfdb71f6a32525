//! The generators of the menu, and what they have in common: a way from start to goal.

use super::{caves, hills, maze, rooms};
use crate::board::{Board, Cell, Layout};
use bevy::math::{IVec2, UVec2};
use tilepath::{CostProfile, NavMap, Topology};

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Generator {
    /// Plain ground.
    Empty,
    /// Ground of all costs with some danger.
    #[default]
    Hills,
    Maze,
    Caves,
    Rooms,
}

impl Generator {
    pub const ALL: [Self; 5] = [Self::Empty, Self::Hills, Self::Maze, Self::Caves, Self::Rooms];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::Hills => "Hills and danger",
            Self::Maze => "Maze",
            Self::Caves => "Caves",
            Self::Rooms => "Rooms",
        }
    }

    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Empty => "An empty board to paint on.",
            Self::Hills => {
                "Ground of all costs, some walls, some danger: the cheapest path is not the shortest."
            }
            Self::Maze => "A maze with a single path between any two places.",
            Self::Caves => "Caves grown by a cellular automaton.",
            Self::Rooms => "Rooms joined by corridors.",
        }
    }
}

/// A board made by a generator: the same from the same seed on every machine. There is always a path from its start to its goal.
#[must_use]
pub fn generate(generator: Generator, size: UVec2, seed: u64, layout: Layout) -> Board {
    let mut board = Board::plain(size).in_layout(layout);
    let mut random = fastrand::Rng::with_seed(seed);
    match generator {
        Generator::Empty => return board,
        Generator::Hills => hills::paint(&mut board, &mut random),
        Generator::Maze => maze::paint(&mut board, &mut random),
        Generator::Caves => caves::paint(&mut board, &mut random),
        Generator::Rooms => rooms::paint(&mut board, &mut random),
    }
    place_ends(&mut board);
    board
}

/// Puts the start at the lower left and the goal at the upper right, each on the nearest free cell, and opens a way where there is none.
fn place_ends(board: &mut Board) {
    let last = board.size().as_ivec2() - 1;
    let profile = CostProfile::default();
    let topology = Topology::default().with_shape(board.layout().shape());
    let mut map = NavMap::new(board.terrain().clone(), topology);
    map.prepare(&profile);
    let inset = (last / 12).max(IVec2::ONE).min(last);
    let start = map.nearest_free(&profile, inset).unwrap_or(IVec2::ZERO);
    let mut goal = map.nearest_free(&profile, last - inset).unwrap_or(last);
    if goal == start {
        goal = if start == last { IVec2::ZERO } else { last };
    }
    let is_joined = map.regions(&profile).is_some_and(|regions| regions.connected(start, goal));
    if !is_joined {
        dig(board, start, goal);
    }
    board.set(start, Cell::PLAIN);
    board.set(goal, Cell::PLAIN);
    board.set_start(start);
    board.set_goal(goal);
}

/// Opens a corridor, first along x, then along y.
fn dig(board: &mut Board, from: IVec2, to: IVec2) {
    let mut at = from;
    while at != to {
        let away = to - at;
        at += if away.x != 0 { IVec2::new(away.x.signum(), 0) } else { IVec2::new(0, away.y.signum()) };
        if board.cell(at).is_some_and(|cell| cell.terrain == 0) {
            board.set(at, Cell::PLAIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilepath::{PathQuery, SearchScratch};

    #[test]
    fn every_generator_in_every_size_leaves_a_path_and_repeats_itself() {
        for generator in Generator::ALL {
            for layout in Layout::ALL {
                for (seed, size) in [[2, 2], [3, 9], [20, 12], [41, 64], [128, 96]].into_iter().enumerate() {
                    let board = generate(generator, size.into(), seed as u64, layout);
                    assert_eq!(board, generate(generator, size.into(), seed as u64, layout));
                    assert_eq!(board.size(), UVec2::from(size));
                    let topology = Topology::default().with_shape(layout.shape());
                    let map = NavMap::new(board.terrain().clone(), topology);
                    let query = PathQuery::new(board.start(), board.goal());
                    let path =
                        map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ());
                    assert!(path.is_ok(), "{generator:?} {layout:?} {size:?}: {path:?}");
                    assert_ne!(board.start(), board.goal());
                }
            }
        }
    }

    #[test]
    fn other_seeds_make_other_maps() {
        for generator in Generator::ALL.into_iter().skip(1) {
            let [one, two] = [1, 2].map(|seed| generate(generator, [30, 30].into(), seed, Layout::Square));
            assert_ne!(one, two, "{generator:?}");
        }
    }
}
