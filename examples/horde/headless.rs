//! The horde without a window or a graphics card: as fast as it goes, with the figures at the end.

use crate::{
    args::Args,
    board::Board,
    figures,
    probe::{self, Probe},
    rules::{Rules, RulesPlugin},
    script,
    state_hash::state_hash,
    tally::Tally,
};
use bevy::{
    app::TaskPoolPlugin,
    log::{Level, LogPlugin},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_tilepath::PathfindingSettings;
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Frames in a game second.
const FRAMES_PER_SECOND: u32 = 30;

/// Runs until every agent is at the base, and prints what it took. Fails where one was in a wall or did not come.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = App::new();
    let engine = MinimalPlugins.set(TaskPoolPlugin { task_pool_options: pools(args.threads) });
    let rules = Rules { agents: args.agents, seed: args.seed, endless: false };
    app.add_plugins((engine, LogPlugin { level: Level::WARN, ..default() }))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / FRAMES_PER_SECOND))
        .insert_resource(PathfindingSettings { max_threads: args.threads.unwrap_or(usize::MAX), ..default() })
        .add_plugins((RulesPlugin { board, rules }, probe::plugin));
    script::plugin(&mut app, args.seed, Some(args.placements));
    app.finish();
    app.cleanup();
    let begun = Instant::now();
    let mut frames = 0;
    while frames < args.seconds.saturating_mul(FRAMES_PER_SECOND) && !is_over(app.world(), args) {
        app.update();
        frames += 1;
    }
    let took = begun.elapsed();
    report(app.world_mut(), args, frames, took)
}

fn pools(threads: Option<usize>) -> TaskPoolOptions {
    threads.map_or_else(default, TaskPoolOptions::with_num_threads)
}

fn is_over(world: &World, args: &Args) -> bool {
    let tally = world.resource::<Tally>();
    tally.arrived == u64::from(args.agents) && tally.placed >= args.placements
}

fn report(world: &mut World, args: &Args, frames: u32, took: Duration) -> ExitCode {
    let (tally, in_walls) = (*world.resource::<Tally>(), world.resource::<Probe>().in_walls);
    let seconds = f64::from(frames) / f64::from(FRAMES_PER_SECOND);
    println!("seed {}, {} agents, {seconds:.0} game seconds, {frames} frames", args.seed, args.agents);
    println!("arrived: {} of {}; in walls: {in_walls}", tally.arrived, args.agents);
    println!("{}", figures::report(world, frames, took));
    let complete = tally.arrived == u64::from(args.agents) && tally.placed >= args.placements;
    if !complete {
        println!("VIOLATION: not all arrived, or not all towers were put up");
    }
    if in_walls > 0 {
        println!("VIOLATION: agents were in walls");
    }
    println!("state: {:016x}", state_hash(world));
    if complete && in_walls == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
