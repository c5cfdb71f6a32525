//! `bevy_northstar`: its A* and its hierarchical search, refined, on its default chunks of 16 by 16 cells.
//!
//! A diagonal step costs it what a straight one does, and its estimate for eight neighbours is a thousand a step: with the costs of
//! its examples, 1 for plain ground, its A* is greedy, and its paths cost more than the cheapest. With four neighbours it is exact.
//! Where its chunks meet, HPA* may take a diagonal step past a wall that its filter against corner cutting forbids.

use crate::{
    entrant::{Entrant, Side, Solver},
    scenario::Case,
    world::{Edit, PLAIN_WEIGHT, World},
};
use bevy_northstar::{
    filter::NoCornerCutting,
    grid::{Grid, GridSettingsBuilder},
    nav::Nav,
    neighbor::{CardinalNeighborhood, Neighborhood, OrdinalNeighborhood},
    path::Path,
    pathfind::PathfindArgs,
};
use glam::{IVec2, UVec3};
use tilepath::DiagonalRule;

/// Both of its searches.
pub(super) const ENTRANTS: &[Entrant] = &[ASTAR, REFINED];

/// Its A*.
pub const ASTAR: Entrant = Entrant {
    name: "bevy_northstar, A*",
    side: Side::Peer,
    takes,
    enter: |world| enter(world, |start, goal| PathfindArgs::new(start, goal).astar()),
};

/// Its HPA*, refined, which is its default.
pub const REFINED: Entrant = Entrant {
    name: "bevy_northstar, HPA* refined",
    side: Side::Peer,
    takes,
    enter: |world| enter(world, |start, goal| PathfindArgs::new(start, goal).refined()),
};

fn takes(case: &Case) -> bool {
    case.rule != DiagonalRule::IfAtMostOneObstacle
}

type Ask = fn(UVec3, UVec3) -> PathfindArgs<'static>;

fn enter(world: &World, ask: Ask) -> Box<dyn Solver> {
    if world.rule == DiagonalRule::Never {
        Box::new(Northstar::<CardinalNeighborhood>::new(world, ask))
    } else {
        Box::new(Northstar::<OrdinalNeighborhood>::new(world, ask))
    }
}

struct Northstar<N: Neighborhood> {
    world: World,
    grid: Grid<N>,
    ask: Ask,
    start: IVec2,
    last: Option<Path>,
}

impl<N: Neighborhood + 'static> Northstar<N> {
    fn new(world: &World, ask: Ask) -> Self {
        let settings = GridSettingsBuilder::new_2d(world.size.x as u32, world.size.y as u32);
        let settings = if world.rule == DiagonalRule::OnlyWhenNoObstacles {
            settings.add_neighbor_filter(NoCornerCutting)
        } else {
            settings
        };
        let mut northstar = Self {
            world: world.clone(),
            grid: Grid::new(&settings.build()),
            ask,
            start: IVec2::ZERO,
            last: None,
        };
        (0..world.cell_count()).for_each(|index| northstar.show(index));
        northstar.grid.build();
        northstar
    }

    /// Costs are whole tiles, as in its examples; finer costs only make its A* open nodes again more often.
    fn show(&mut self, index: usize) {
        let nav = match self.world.weight(index) {
            0 => Nav::Impassable,
            weight => Nav::Passable((weight + PLAIN_WEIGHT / 2) / PLAIN_WEIGHT),
        };
        self.grid.set_nav(position(self.world.cell(index)), nav);
    }
}

fn position(cell: IVec2) -> UVec3 {
    cell.as_uvec2().extend(0)
}

impl<N: Neighborhood + 'static> Solver for Northstar<N> {
    fn edit(&mut self, edits: &[Edit]) {
        for &edit in edits {
            self.world.apply(edit);
            self.world.touched(edit).into_iter().for_each(|index| self.show(index));
        }
        self.grid.build();
    }

    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
        self.start = start;
        match self.grid.pathfind(&mut (self.ask)(position(start), position(goal))) {
            Some(path) => {
                self.last = Some(path);
                true
            }
            None => false,
        }
    }

    /// Its paths leave the start out.
    fn cells(&self) -> Vec<IVec2> {
        let steps = self.last.clone().into_iter().flatten().map(|position| position.truncate().as_ivec2());
        std::iter::once(self.start).chain(steps.skip_while(|&cell| cell == self.start)).collect()
    }

    fn forget(&mut self) {
        self.last = None;
    }
}
