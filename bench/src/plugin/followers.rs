//! Followers of a goal field: a frame of the plugin in which 100,000 of them walk, compared with a system that adds a constant to as
//! many `Transform`s.

use crate::{clock, generate, map::Map, report::number};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use fastrand::Rng;
use std::{fmt::Write, time::Duration};

/// How many agents walk.
pub const AGENTS: usize = 100_000;

/// Frames that are timed.
const FRAMES: usize = 300;

/// World units along the side of a cell.
const CELL: f32 = 16.0;

/// The plugin's schedule.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Walk;

/// The schedule of the system that it is compared with.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Add;

/// The figures of followers on one map, each the median over the frames.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The map.
    pub map: String,
    /// Tiles per second.
    pub speed: f32,
    /// The maximum number of threads that move agents.
    pub threads: usize,
    /// Nanoseconds for each agent and frame, all systems of the plugin together.
    pub nanoseconds: f64,
    /// The time of a frame over that of the system that adds a constant.
    pub over_add: f64,
    /// Milliseconds of the frame after a cell became a wall.
    pub edited: f64,
}

fn add(mut transforms: Query<&mut Transform, With<PathRequest>>) {
    for mut transform in &mut transforms {
        // Too little to leave the place, enough to be written.
        transform.translation.z += 1.0;
    }
}

/// Lets agents walk across the generated maps of 512² cells to one goal.
///
/// # Panics
/// If fewer than nine in ten agents are on the field, or one is in a wall.
pub fn measure(speed: f32, threads: usize, rounds: usize) -> Vec<Walked> {
    generate::wide(512).iter().map(|map| measure_on(map, speed, threads, rounds)).collect()
}

fn measure_on(map: &Map, speed: f32, threads: usize, rounds: usize) -> Walked {
    eprintln!("followers, {speed} tiles per second: {}", map.name);
    let mut app = app_on(map, threads);
    spawn(&mut app, map, speed);
    // Until the field is complete and no agent walks a path of its own.
    for _ in 0..60 {
        frame(&mut app);
    }
    verify(&mut app);
    let times: Vec<(f64, f64)> = (0..FRAMES * rounds.max(1)).map(|_| frame(&mut app)).collect();
    verify(&mut app);
    let edited = (0..9).map(|nth| {
        let goal = map.queries[0].goal;
        let free = |&cell: &IVec2| is_free(map, cell) && cell != goal;
        let cell = (nth * 50..).map(|x| IVec2::new(x % 512, 256)).find(free).expect("a free cell");
        app.world_mut().resource_mut::<NavGrid>().map_mut().expect("a map").block(cell);
        let (walk, _) = frame(&mut app);
        app.world_mut().resource_mut::<NavGrid>().map_mut().expect("a map").unblock(cell);
        frame(&mut app);
        walk / 1e6
    });
    let edited = clock::median(&edited.collect::<Vec<_>>());
    let walks: Vec<f64> = times.iter().map(|&(walk, _)| walk / AGENTS as f64).collect();
    let ratios: Vec<f64> = times.iter().map(|(walk, add)| walk / add).collect();
    Walked {
        map: map.name.to_string(),
        speed,
        threads,
        nanoseconds: clock::median(&walks),
        over_add: clock::median(&ratios),
        edited,
    }
}

fn is_free(map: &Map, cell: IVec2) -> bool {
    map.free[(cell.y * map.size.x + cell.x) as usize]
}

fn app_on(map: &Map, threads: usize) -> App {
    let mut app = App::new();
    let grid = Grid::from_fn(map.size.as_uvec2(), |cell| u8::from(is_free(map, cell)));
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).expect("square cells");
    app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Walk)))
        .insert_resource(NavGrid::from_grid(grid.expect("a small map"), geometry))
        .insert_resource(PathfindingSettings { max_threads: threads, ..default() })
        .add_systems(Add, add);
    for one_thread in [Walk.intern(), Add.intern()] {
        app.edit_schedule(one_thread, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    app.update();
    app
}

/// Agents on random free cells, each somewhere in its cell, so that not all enter the next one in the same frame.
fn spawn(app: &mut App, map: &Map, speed: f32) {
    let mut random = Rng::with_seed(map.seed());
    let request = PathRequest::to_cell(map.queries[0].goal).within(3.0);
    let mut spawned = 0;
    while spawned < AGENTS {
        let index = random.usize(..map.free.len());
        if map.free[index] {
            let width = map.size.x as usize;
            let cell = Vec2::new((index % width) as f32, (index / width) as f32);
            let inside = Vec2::new(random.f32(), random.f32()) * 0.9 - 0.45;
            let place = Transform::from_translation(((cell + inside) * CELL).extend(0.0));
            app.world_mut().spawn((place, request.clone(), PathFollower::with_speed(speed * CELL)));
            spawned += 1;
        }
    }
}

/// Wall-clock nanoseconds of a frame of the plugin, and of the system that adds a constant.
fn frame(app: &mut App) -> (f64, f64) {
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_micros(16_667));
    let (walk, ()) = clock::wall_nanoseconds(|| app.world_mut().run_schedule(Walk));
    let (add, ()) = clock::wall_nanoseconds(|| app.world_mut().run_schedule(Add));
    (walk, add)
}

fn verify(app: &mut App) {
    let mut agents = app.world_mut().query::<(&PathResult, &Transform)>();
    let nav_grid = app.world().resource::<NavGrid>();
    let mut shared = 0;
    for (result, transform) in agents.iter(app.world()) {
        shared += usize::from(result.is_shared());
        let cell = nav_grid.cell_at(transform.translation.truncate());
        assert!(cell.is_some_and(|cell| !nav_grid.is_blocked(cell)), "an agent is in a wall: {cell:?}");
    }
    assert!(shared * 10 >= AGENTS * 9, "only {shared} agents are on the field");
}

/// A table of all.
pub fn table(rounds: usize) -> String {
    let mut table = format!(
        "### {AGENTS} followers of one goal field (`followers`)\n\n| map | tiles/s | threads | ns/agent | × adding a constant | ms after an edit |\n|---|--:|--:|--:|--:|--:|\n"
    );
    for (speed, threads) in [(2.0, 1), (2.0, usize::MAX), (4.0, 1), (4.0, usize::MAX)] {
        for walked in measure(speed, threads, rounds) {
            let figures = [walked.nanoseconds, walked.over_add, walked.edited].map(number);
            let threads = if threads == 1 { "1" } else { "all" };
            let _ = writeln!(table, "| {} | {speed} | {threads} | {} |", walked.map, figures.join(" | "));
        }
    }
    table + "\n"
}
