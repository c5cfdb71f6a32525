//! `grid_pathfinding`: jump point search on a uniform grid.
//!
//! With diagonals it takes every diagonal step between free cells, even between two walls that touch at their corner, which is the
//! rule `Always`; without, it has four neighbours. A diagonal step is 99/70 of a straight one there.

use crate::{
    entrant::{Entrant, Side, Solver},
    scenario::{Case, Edits},
    world::{Edit, World},
};
use glam::IVec2;
use grid_pathfinding::PathingGrid;
use grid_util::{grid::ValueGrid, point::Point};
use tilepath::DiagonalRule;

/// Without its improved pruning, which its own benchmark runs it with.
pub const PLAIN: Entrant = Entrant {
    name: "grid_pathfinding, plain",
    side: Side::Peer,
    takes,
    enter: |world| Box::new(Jumper::new(world, false)),
};

/// With its improved pruning, its default.
pub const PRUNED: Entrant = Entrant {
    name: "grid_pathfinding, improved pruning",
    side: Side::Peer,
    takes,
    enter: |world| Box::new(Jumper::new(world, true)),
};

fn takes(case: &Case) -> bool {
    let rule = matches!(case.rule, DiagonalRule::Always | DiagonalRule::Never);
    rule && case.is_uniform() && case.edits == Edits::None
}

struct Jumper {
    grid: PathingGrid,
    last: Vec<Point>,
}

impl Jumper {
    fn new(world: &World, improved_pruning: bool) -> Self {
        let mut grid = PathingGrid::new(world.size.x as usize, world.size.y as usize, false);
        grid.allow_diagonal_move = world.rule == DiagonalRule::Always;
        grid.improved_pruning = improved_pruning;
        for index in 0..world.cell_count() {
            let cell = world.cell(index);
            grid.grid.set(cell.x, cell.y, !world.is_free(cell));
        }
        grid.initialize();
        grid.generate_components();
        Self { grid, last: Vec::new() }
    }
}

impl Solver for Jumper {
    fn edit(&mut self, edits: &[Edit]) {
        for edit in edits {
            match *edit {
                Edit::Block(cell) => self.grid.set(cell.x, cell.y, true),
                Edit::Unblock(cell, _) => self.grid.set(cell.x, cell.y, false),
                Edit::AddDanger(_) | Edit::RemoveDanger(_) => unreachable!("a uniform grid has no danger"),
            }
        }
        self.grid.update();
    }

    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
        let point = |cell: IVec2| Point::new(cell.x, cell.y);
        match self.grid.get_path_single_goal(point(start), point(goal), false) {
            Some(points) => {
                self.last = points;
                true
            }
            None => false,
        }
    }

    fn cells(&self) -> Vec<IVec2> {
        self.last.iter().map(|point| IVec2::new(point.x, point.y)).collect()
    }

    fn forget(&mut self) {
        self.last = Vec::new();
    }
}
