//! An app with agents that occupy their cells, and what must hold of them in every frame.

use crate::{in_turn::run_systems_in_turn, watch::Watch};
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::NavMap;
use std::collections::HashMap;
use std::time::Duration;

/// Side of a tile in world units.
pub const TILE: f32 = 10.0;

/// Every event that was sent.
#[derive(Resource, Default)]
pub struct Diary {
    pub reached: Vec<Entity>,
    pub stuck: Vec<AgentStuck>,
    pub failed: Vec<PathFailed>,
}

/// An app with a map, and the agents in it.
pub struct Scene {
    pub app: App,
    pub agents: Vec<Entity>,
    /// Walls that were built a moment ago. Agents that walk out of one may come nearer to others for a moment.
    pub fresh_walls: Vec<IVec2>,
    pub watch: Watch,
}

/// A geometry of tiles of one world unit times `TILE` for each shape of tile.
pub fn geometries() -> [CellGeometry; 5] {
    let size = Vec2::splat(TILE);
    [
        CellGeometry::new(Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::EvenColumns, Vec2::ZERO, size),
        CellGeometry::diamond(Vec2::ZERO, size),
        CellGeometry::staggered(Vec2::ZERO, size),
    ]
    .map(Result::unwrap)
}

fn explain(agent: In<Entity>, mut explain: Explain) -> String {
    explain.agent(*agent).to_string()
}

impl Scene {
    pub fn new(geometry: CellGeometry, grid: Grid) -> Self {
        Self::in_schedule(Update, geometry, grid)
    }

    /// The plugin runs in a schedule of the app.
    pub fn in_schedule(schedule: impl ScheduleLabel + Clone, geometry: CellGeometry, grid: Grid) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin::in_schedule(schedule.clone())))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .init_resource::<Diary>()
            .insert_resource(NavGrid::from_grid(grid, geometry))
            .edit_schedule(schedule, |schedule| {
                schedule.set_build_settings(ScheduleBuildSettings {
                    ambiguity_detection: LogLevel::Error,
                    ..default()
                });
            });
        app.add_observer(|event: On<GoalReached>, mut diary: ResMut<Diary>| diary.reached.push(event.entity))
            .add_observer(|event: On<AgentStuck>, mut diary: ResMut<Diary>| diary.stuck.push(*event))
            .add_observer(|event: On<PathFailed>, mut diary: ResMut<Diary>| diary.failed.push(*event));
        run_systems_in_turn(&mut app);
        // No time passes in the first frame.
        app.update();
        Self { app, agents: Vec::new(), fresh_walls: Vec::new(), watch: Watch::default() }
    }

    /// Squares of class 1.
    pub fn open(width: u32, height: u32) -> Self {
        Self::new(geometries()[0], Grid::new(UVec2::new(width, height), 1).unwrap())
    }

    /// Squares by rows of text, the top row first: `#` is a wall, `~` class 7, everything else class 1.
    pub fn of_rows(rows: &[&str]) -> Self {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let class = |at: IVec2| match rows[rows.len() - 1 - at.y as usize].as_bytes()[at.x as usize] {
            b'#' => 0,
            b'~' => 7,
            _ => 1,
        };
        Self::new(geometries()[0], Grid::from_fn(size, class).unwrap())
    }

    pub fn nav(&self) -> &NavGrid {
        self.app.world().resource()
    }

    pub fn diary(&self) -> &Diary {
        self.app.world().resource()
    }

    pub fn settings(&mut self) -> Mut<'_, PathfindingSettings> {
        self.app.world_mut().resource_mut()
    }

    pub fn set_frame(&mut self, time: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(time));
        self.app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(100));
    }

    pub fn centre(&self, cell: IVec2) -> Transform {
        Transform::from_translation(self.nav().geometry().unwrap().center_of(cell).extend(0.0))
    }

    /// An agent that walks so many tiles a second, without a request.
    pub fn spawn_idle(&mut self, at: [i32; 2], tiles: f32) -> Entity {
        let follower = PathFollower::with_speed(tiles * TILE);
        let agent = (self.centre(at.into()), follower, CrowdAgent::default());
        let agent = self.app.world_mut().spawn(agent).id();
        self.agents.push(agent);
        agent
    }

    pub fn spawn(&mut self, at: [i32; 2], tiles: f32, request: PathRequest) -> Entity {
        let agent = self.spawn_idle(at, tiles);
        self.insert(agent, request);
        agent
    }

    pub fn insert(&mut self, agent: Entity, bundle: impl Bundle) {
        self.app.world_mut().entity_mut(agent).insert(bundle);
    }

    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut NavMap) -> T) -> T {
        edit(self.app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap())
    }

    pub fn at(&self, agent: Entity) -> Vec2 {
        self.app.world().get::<Transform>(agent).unwrap().translation.truncate()
    }

    pub fn cell(&self, agent: Entity) -> IVec2 {
        self.nav().geometry().unwrap().cell_at(self.at(agent)).unwrap()
    }

    pub fn has_arrived(&self, agent: Entity) -> bool {
        self.app.world().get::<PathFollower>(agent).unwrap().has_arrived()
    }

    /// What an agent does and why.
    pub fn why(&mut self, agent: Entity) -> String {
        self.app.world_mut().run_system_cached_with(explain, agent).unwrap()
    }

    /// Runs frames, and asserts after each what must hold.
    pub fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            self.update();
            self.check(0.45);
        }
    }

    /// Runs a frame, and asserts that no agent enters a wall or is faster than its speed, whatever becomes of its cell.
    pub fn update(&mut self) {
        let agents = core::mem::take(&mut self.agents);
        self.watch.begin(self.app.world(), &agents);
        self.app.update();
        self.watch.end(self.app.world());
        self.agents = agents;
    }

    /// Runs as long as something holds, for so many frames at most.
    pub fn run_while(&mut self, frames: usize, holds: impl Fn(&Self) -> bool) {
        for _ in 0..frames {
            if !holds(self) {
                return;
            }
            self.run(1);
        }
        panic!("it still holds after {frames} frames");
    }

    /// Runs until all agents have arrived.
    pub fn run_to_end(&mut self, frames: usize) {
        for _ in 0..frames {
            self.run(1);
            if self.agents.iter().all(|&agent| self.has_arrived(agent)) {
                return;
            }
        }
        let late: Vec<_> = self
            .agents
            .iter()
            .filter(|&&agent| !self.has_arrived(agent))
            .map(|&agent| self.cell(agent))
            .collect();
        panic!("{} of {} have not arrived: {late:?}", late.len(), self.agents.len());
    }

    /// Asserts that nobody is in a wall, and that no two centres are nearer to each other than so many tiles.
    pub fn check(&self, distance: f32) {
        let nav = self.nav();
        let geometry = nav.geometry().unwrap();
        let mut seen: HashMap<IVec2, Vec<Vec2>> = HashMap::new();
        for &agent in &self.agents {
            let Ok(agent) = self.app.world().get_entity(agent) else { continue };
            let at = agent.get::<Transform>().unwrap().translation.truncate();
            let cell = geometry.cell_at(at).unwrap();
            if self.watch.walks_out(agent.id()) {
                continue;
            }
            assert!(!nav.is_blocked(cell), "{} is in the wall at {cell}, at {at}", agent.id());
            let tiles = geometry.tiles_at(at);
            let here = tiles.round().as_ivec2();
            for beside in (-1..=1).flat_map(|y| (-1..=1).map(move |x| here + IVec2::new(x, y))) {
                for other in seen.get(&beside).into_iter().flatten() {
                    let apart = other.distance(tiles);
                    let near = |wall: &IVec2| geometry.tiles_of(*wall).distance(tiles) < 2.0;
                    let distance = if self.fresh_walls.iter().any(near) { 0.35 } else { distance };
                    assert!(apart >= distance, "{} is {apart} tiles from another at {at}", agent.id());
                }
            }
            seen.entry(here).or_default().push(tiles);
        }
    }

    /// The positions of all agents, for comparison to the bit.
    pub fn positions(&self) -> Vec<[u32; 2]> {
        self.agents.iter().map(|&agent| self.at(agent).to_array().map(f32::to_bits)).collect()
    }
}
