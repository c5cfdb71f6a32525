//! `hierarchical_pathfinding`: HPA* with paths cached chunk by chunk.
//!
//! It knows no step lengths: a diagonal step costs what a straight one does. So only with four neighbours is its problem the same as
//! that of the others; in other cases its paths are priced like all others, for which it was not made.

use crate::{
    entrant::{Entrant, Side, Solver},
    scenario::{Case, Edits},
    world::{Edit, World},
};
use glam::IVec2;
use hierarchical_pathfinding::{PathCache, PathCacheConfig, neighbors::Neighborhood};
use std::sync::Arc;
use tilepath::DiagonalRule;

/// Its preset for speed.
pub const FAST: Entrant = Entrant {
    name: "hierarchical_pathfinding, fast",
    side: Side::Peer,
    takes,
    enter: |world| Box::new(Hierarchy::new(world, PathCacheConfig::HIGH_PERFORMANCE)),
};

/// Its default, with A* for short paths.
pub const DEFAULT: Entrant = Entrant {
    name: "hierarchical_pathfinding, default",
    side: Side::Peer,
    takes,
    enter: |world| Box::new(Hierarchy::new(world, PathCacheConfig::default())),
};

/// Its neighbourhood below is made for walls that stay.
fn takes(case: &Case) -> bool {
    case.edits != Edits::Walls
}

/// The legal steps of a world.
#[derive(Clone, Debug)]
struct Legal {
    world: Arc<World>,
    cheapest: usize,
}

impl Neighborhood for Legal {
    fn get_all_neighbors(&self, point: (usize, usize), target: &mut Vec<(usize, usize)>) {
        let from = IVec2::new(point.0 as i32, point.1 as i32);
        for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)] {
            let to = from + IVec2::new(x, y);
            if self.world.step_length(from, to).is_some() {
                target.push((to.x as usize, to.y as usize));
            }
        }
    }

    fn heuristic(&self, point: (usize, usize), goal: (usize, usize)) -> usize {
        let (x, y) = (point.0.abs_diff(goal.0), point.1.abs_diff(goal.1));
        self.cheapest * if self.world.rule == DiagonalRule::Never { x + y } else { x.max(y) }
    }
}

struct Hierarchy {
    world: World,
    cache: PathCache<Legal>,
    last: Vec<(usize, usize)>,
}

impl Hierarchy {
    fn new(world: &World, config: PathCacheConfig) -> Self {
        let legal = Legal { world: Arc::new(world.clone()), cheapest: world.cheapest() as usize };
        let size = (world.size.x as usize, world.size.y as usize);
        let cache = PathCache::new(size, |at| cost(world, at), legal, config);
        Self { world: world.clone(), cache, last: Vec::new() }
    }
}

/// What walking over a tile costs, negative for a wall.
fn cost(world: &World, (x, y): (usize, usize)) -> isize {
    match world.weight(y * world.size.x as usize + x) {
        0 => -1,
        weight => weight as isize,
    }
}

impl Solver for Hierarchy {
    fn edit(&mut self, edits: &[Edit]) {
        let width = self.world.size.x as usize;
        let mut tiles = Vec::new();
        for &edit in edits {
            self.world.apply(edit);
            tiles.extend(self.world.touched(edit).into_iter().map(|index| (index % width, index / width)));
        }
        let world = &self.world;
        self.cache.tiles_changed(&tiles, |at| cost(world, at));
    }

    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
        let point = |cell: IVec2| (cell.x as usize, cell.y as usize);
        let world = &self.world;
        let found = self.cache.find_path(point(start), point(goal), |at| cost(world, at));
        match found {
            Some(path) => {
                self.last.clear();
                self.last.push(point(start));
                self.last.extend(path.resolve(|at| cost(world, at)));
                true
            }
            None => false,
        }
    }

    fn cells(&self) -> Vec<IVec2> {
        self.last.iter().map(|&(x, y)| IVec2::new(x as i32, y as i32)).collect()
    }

    fn forget(&mut self) {
        self.last = Vec::new();
    }
}
