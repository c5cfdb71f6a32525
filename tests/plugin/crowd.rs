//! A crowd of agents with the same request, on a map that does not come from a tilemap.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::{NavMap, PathQuery, SearchScratch};

/// An app, and agents in it that walk two tiles a second.
pub struct Crowd {
    pub app: App,
    pub agents: Vec<Entity>,
}

impl Crowd {
    pub fn on(grid: Grid) -> Self {
        let mut app = app();
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
        app.insert_resource(NavGrid::from_grid(grid, geometry));
        app.update();
        Self { app, agents: Vec::new() }
    }

    pub fn on_rows<const W: usize>(rows: &[[u8; W]]) -> Self {
        let size = UVec2::new(W as u32, rows.len() as u32);
        Self::on(Grid::from_fn(size, |at| rows[rows.len() - 1 - at.y as usize][at.x as usize]).unwrap())
    }

    pub fn spawn(&mut self, at: IVec2, request: &PathRequest) -> Entity {
        let follower = PathFollower::with_speed(2.0 * TILE);
        let agent = self.app.world_mut().spawn((middle(at.x, at.y), request.clone(), follower)).id();
        self.agents.push(agent);
        agent
    }

    /// Spawns `count` agents on random free cells.
    pub fn spawn_anywhere(&mut self, count: usize, request: &PathRequest, random: &mut fastrand::Rng) {
        let size = nav(&self.app).size().as_ivec2();
        let mut spawned = 0;
        while spawned < count {
            let at = cell(random.i32(0..size.x), random.i32(0..size.y));
            if !nav(&self.app).is_blocked(at) {
                self.spawn(at, request);
                spawned += 1;
            }
        }
    }

    pub fn settings(&mut self) -> Mut<'_, PathfindingSettings> {
        self.app.world_mut().resource_mut()
    }

    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut NavMap) -> T) -> T {
        edit(self.app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap())
    }

    pub fn run(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.app.update());
    }

    /// Runs `frames` frames and asserts after each that no agent is in a wall.
    pub fn run_outside_walls(&mut self, frames: usize) {
        for _ in 0..frames {
            self.app.update();
            for &agent in &self.agents {
                let at = cell_of(&self.app, agent);
                assert!(!nav(&self.app).is_blocked(at), "{agent} is in the wall at {at}");
            }
        }
    }

    pub fn shared(&self) -> usize {
        self.agents.iter().filter(|&&agent| result(&self.app, agent).is_shared()).count()
    }

    pub fn all_at(&self, goal: IVec2) -> bool {
        self.agents.iter().all(|&agent| cell_of(&self.app, agent) == goal)
    }

    pub fn place(&self, agent: Entity) -> Vec2 {
        self.app.world().get::<Transform>(agent).unwrap().translation.truncate()
    }

    /// Asserts that the path of every agent is legal and costs what a search from its first cell finds.
    pub fn verify_paths(&self, goals: &[IVec2]) {
        let map = nav(&self.app).map().unwrap();
        let profile = CostProfile::default();
        for &agent in &self.agents {
            let found = result(&self.app, agent);
            let path = found.cells(nav(&self.app));
            let query = PathQuery::to_nearest(path[0], goals.iter().copied());
            let best = map.find_path(&profile, query, &mut SearchScratch::new(), &mut ()).unwrap();
            assert_eq!(map.priced(&profile).path_cost(&path), Some(best.cost()), "{agent}: {path:?}");
            assert_eq!(found.cost(nav(&self.app)), best.cost());
            assert!((path[0] - cell_of(&self.app, agent)).abs().max_element() <= 1);
        }
    }

    /// Returns whether something built on this cell would cover an agent.
    pub fn is_occupied(&self, at: IVec2) -> bool {
        let near = |&agent: &Entity| (self.place(agent) / TILE - at.as_vec2()).abs().max_element() < 1.0;
        self.agents.iter().any(near)
    }
}

/// Ground of cost 1 to 3 in which about every seventh cell is a wall, except in the lowest row and the first column.
pub fn rough_grid(side: u32, random: &mut fastrand::Rng) -> Grid {
    Grid::from_fn(UVec2::splat(side), |at| match random.u8(..7) {
        0 if at.x > 0 && at.y > 0 => 0,
        class => 1 + class % 3,
    })
    .unwrap()
}

/// A winding corridor with a single path.
pub const CORRIDOR: [[u8; 9]; 7] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0],
    [1, 1, 1, 3, 3, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 1, 1, 1, 1],
];
