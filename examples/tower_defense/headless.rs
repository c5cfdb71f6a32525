//! The game without a window or a graphics card: as fast as it goes, played by the script, with a report at the end.

use crate::{
    args::Args,
    board::Board,
    game::{GamePlugin, TICKS_PER_SECOND, Tick},
    probe::{self, Probe},
    script,
    summary::{self, Summary},
};
use bevy::{
    log::{Level, LogPlugin},
    prelude::*,
    time::TimeUpdateStrategy,
};
use std::process::ExitCode;

/// A run of this many seconds in which no virus ever comes to its goal has something wrong with it.
const SECONDS_TO_ARRIVE: u32 = 60;

/// Plays so many seconds of the game and prints what came of them. Fails where a virus was in a wall or none ever arrived.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, LogPlugin { level: Level::WARN, ..default() }))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, |mut commands: Commands, board: Res<Board>| board.spawn(&mut commands, None))
        .add_plugins((GamePlugin { board, seed: args.seed }, probe::plugin));
    script::plugin(&mut app, args.seed);
    summary::plugin(&mut app, args.seed);
    app.finish();
    app.cleanup();
    // The first update only starts the clock; every other is exactly one tick.
    while app.world().resource::<Tick>().0 < args.seconds.saturating_mul(TICKS_PER_SECOND) {
        app.update();
    }
    report(app.world_mut(), args.seconds)
}

fn report(world: &mut World, seconds: u32) -> ExitCode {
    let hash = summary::state_hash(world);
    let (summary, probe) = (world.resource::<Summary>(), world.resource::<Probe>());
    println!("{}", summary.report(world));
    println!("in walls: {}", probe.in_walls);
    println!(
        "placements that changed a route: {} of {}; within at most {} ticks",
        probe.changed, probe.placements, probe.slowest
    );
    let nobody_came = seconds >= SECONDS_TO_ARRIVE && summary.goals_reached == 0;
    if nobody_came {
        println!("VIOLATION: no virus ever came to its goal");
    }
    if probe.in_walls > 0 {
        println!("VIOLATION: viruses were in walls");
    }
    println!("state: {hash:016x}");
    if nobody_came || probe.in_walls > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
