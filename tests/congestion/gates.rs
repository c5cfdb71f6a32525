//! A wall with three gates, and agents that want to the other side.

use crate::in_turn::run_systems_in_turn;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::{prelude::*, tilepath::MapRevision};
use std::time::Duration;

/// Side of a tile in world units.
pub const TILE: f32 = 10.0;
pub const FRAMES_PER_SECOND: u32 = 30;
const SIZE: UVec2 = UVec2::new(60, 41);
/// The column of the wall, and the rows of its gates, each of one cell. The goal is behind the middle one.
const WALL: i32 = 30;
const GATES: [i32; 3] = [8, 20, 32];
const GOAL: IVec2 = IVec2::new(56, 20);

/// An app in which nothing is spawned yet. It panics if the order of two conflicting systems is undefined.
pub fn app(grid: Grid, geometry: CellGeometry) -> App {
    let mut app = App::new();
    let frame = Duration::from_secs(1) / FRAMES_PER_SECOND;
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .add_plugins(PathfindingPlugin)
        .edit_schedule(Update, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
        });
    app.insert_resource(NavGrid::from_grid(grid, geometry));
    run_systems_in_turn(&mut app);
    // No time passes in the first frame.
    app.update();
    app
}

pub fn squares() -> CellGeometry {
    CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap()
}

/// The danger of every cell of a layer, in sixteenths of a tile; empty if there is no such layer.
pub fn danger(app: &App, layer: usize) -> &[u32] {
    let layers = app.world().resource::<NavGrid>().map().unwrap().danger_layers();
    layers.get(layer).map_or(&[], |layer| layer.units())
}

pub fn is_safe(app: &App) -> bool {
    (0..4).all(|layer| danger(app, layer).iter().all(|&units| units == 0))
}

pub fn revision(app: &App) -> MapRevision {
    app.world().resource::<NavGrid>().map().unwrap().revision()
}

/// Agents on their way through the gates.
pub struct Gates {
    pub app: App,
    pub agents: Vec<Entity>,
    /// The gate that each agent has passed.
    passed: Vec<Option<usize>>,
}

impl Gates {
    pub fn new(geometry: CellGeometry, congestion: Option<Congestion>) -> Self {
        let is_open = |at: IVec2| at.x != WALL || GATES.contains(&at.y);
        let mut app = app(Grid::from_fn(SIZE, |at| u8::from(is_open(at))).unwrap(), geometry);
        if let Some(congestion) = congestion {
            app.insert_resource(congestion);
        }
        Self { app, agents: Vec::new(), passed: Vec::new() }
    }

    /// Forbids goal fields, so that every agent has a path of its own.
    pub fn with_own_paths(mut self) -> Self {
        self.app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
        self
    }

    /// A crowd of 300 at random places in front of the middle gate.
    pub fn with_crowd(self, request: &PathRequest) -> Self {
        self.with_drawn_crowd(request, 5)
    }

    /// Spawns the crowd at places and with speeds that are drawn with this seed.
    pub fn with_drawn_crowd(mut self, request: &PathRequest, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..300 {
            let cell = IVec2::new(random.i32(2..18), random.i32(12..28));
            let speed = 2.0 + random.f32() * 2.0;
            self.spawn(cell, speed, request);
        }
        self
    }

    /// Lets all agents keep their cells to themselves.
    pub fn that_occupy_their_cells(mut self) -> Self {
        for &agent in &self.agents {
            self.app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
        }
        self
    }

    /// Spawns an agent that walks so many tiles a second.
    pub fn spawn(&mut self, cell: IVec2, speed: f32, request: &PathRequest) -> Entity {
        let at = self.app.world().resource::<NavGrid>().center_of(cell).unwrap();
        let follower = PathFollower::with_speed(speed * TILE);
        let agent = (Transform::from_translation(at.extend(0.0)), request.clone(), follower);
        let agent = self.app.world_mut().spawn(agent).id();
        self.agents.push(agent);
        self.passed.push(None);
        agent
    }

    pub fn frame(&mut self) {
        self.app.update();
        let nav_grid = self.app.world().resource::<NavGrid>();
        for (&agent, passed) in self.agents.iter().zip(&mut self.passed) {
            if passed.is_none()
                && let Ok(at) = self.app.world().get_entity(agent)
                && let Some(at) = at.get::<Transform>()
                && let Some(cell) = nav_grid.cell_at(at.translation.truncate())
                && cell.x == WALL
            {
                *passed = GATES.iter().position(|&gate| gate == cell.y);
            }
        }
    }

    /// Runs until every agent has passed a gate, or for five minutes. Returns how many passed each.
    pub fn run(&mut self) -> [usize; 3] {
        for _ in 0..300 * FRAMES_PER_SECOND {
            self.frame();
            if self.passed.iter().all(Option::is_some) {
                break;
            }
        }
        [0, 1, 2].map(|gate| self.passed.iter().filter(|&&passed| passed == Some(gate)).count())
    }

    /// Runs for so many seconds.
    pub fn run_seconds(&mut self, seconds: u32) {
        (0..seconds * FRAMES_PER_SECOND).for_each(|_| self.frame());
    }

    pub fn place(&self, agent: usize) -> Vec2 {
        self.app.world().get::<Transform>(self.agents[agent]).unwrap().translation.truncate()
    }

    pub fn searches(&self) -> u64 {
        self.app.world().resource::<PathfindingStats>().searches
    }
}

pub fn to_goal() -> PathRequest {
    PathRequest::to_cell(GOAL)
}
