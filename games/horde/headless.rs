//! The horde without a window: as fast as it goes, with the figures at the end.

use crate::{
    agent::Agent,
    args::Args,
    board::Board,
    figures, meter,
    plugin::HordePlugin,
    rules::{HordeSystems, Rules},
    script,
    state_hash::state_hash,
    tally::Tally,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::PathfindingSettings;
use kit::{
    headless,
    occupying::Occupying,
    probes::{InWalls, count_in_walls},
};
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Frames of a game second.
const FRAMES_PER_SECOND: u32 = 30;

/// Runs until every agent is at the base, and prints the figures. Fails if an agent was in a wall or did not arrive.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / FRAMES_PER_SECOND);
    let mut app = headless::app(args.threads, frame);
    let rules = Rules { agents: args.agents, seed: args.seed, endless: false };
    app.insert_resource(PathfindingSettings { max_threads: args.threads.unwrap_or(usize::MAX), ..default() })
        .add_plugins((HordePlugin { board, rules, occupying: Occupying(args.occupies) }, meter::plugin))
        .init_resource::<InWalls>()
        .add_systems(Update, count_in_walls::<Agent>.in_set(HordeSystems::Resolve));
    script::plugin(&mut app, args.seed, Some(args.placements));
    app.finish();
    app.cleanup();
    let start = Instant::now();
    let mut frames = 0;
    while frames < args.seconds.saturating_mul(FRAMES_PER_SECOND) && !is_over(app.world(), args) {
        app.update();
        frames += 1;
    }
    let took = start.elapsed();
    report(app.world_mut(), args, frames, took)
}

fn is_over(world: &World, args: &Args) -> bool {
    let tally = world.resource::<Tally>();
    tally.arrived == u64::from(args.agents) && tally.placed >= args.placements
}

fn report(world: &mut World, args: &Args, frames: u32, took: Duration) -> ExitCode {
    let (tally, in_walls) = (*world.resource::<Tally>(), world.resource::<InWalls>().0);
    let seconds = f64::from(frames) / f64::from(FRAMES_PER_SECOND);
    println!("seed {}, {} agents, {seconds:.0} game seconds, {frames} frames", args.seed, args.agents);
    let stuck = if args.occupies { format!("; reported as stuck: {}", tally.stuck) } else { String::new() };
    println!("arrived: {} of {}; in walls: {in_walls}{stuck}", tally.arrived, args.agents);
    println!("{}", figures::report(world, frames, took));
    let violations = [
        (!is_over(world, args), "not all arrived, or not all towers were put up"),
        (in_walls > 0, "agents were in walls"),
    ];
    headless::conclude(violations, state_hash(world))
}
