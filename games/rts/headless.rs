//! The game without a window: as fast as it goes, played by the script, with a summary at the end.

use crate::{
    args::Args,
    board::Board,
    plugin::{GamePlugin, GameSystems},
    script,
    site::Mine,
    state_hash::state_hash,
    tally::Tally,
    unit::Unit,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use kit::{
    headless,
    probes::{self, InWalls, Nearest, count_in_walls, note_nearest},
};
use std::{process::ExitCode, time::Duration};

const FRAMES_PER_SECOND: u32 = 30;
/// Something is wrong with a run of this many seconds in which no ore comes home.
const SECONDS_TO_BRING_ORE: u32 = 30;

/// Plays for the given seconds of game time and prints a summary. Fails if a unit was in a wall, two were in one cell, or no ore came home.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = app(board);
    for _ in 0..args.seconds.saturating_mul(FRAMES_PER_SECOND) {
        app.update();
    }
    report(app.world_mut(), args)
}

/// The game without a window, played by the script.
pub fn app(board: Board) -> App {
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / FRAMES_PER_SECOND);
    let mut app = headless::app(None, frame);
    app.add_plugins((TransformPlugin, GamePlugin(board), script::plugin))
        .add_systems(Startup, |mut commands: Commands, board: Res<Board>| board.spawn(&mut commands, None))
        .init_resource::<InWalls>()
        .init_resource::<Nearest>()
        .add_systems(Update, (count_in_walls::<Unit>, note_nearest::<Unit>).in_set(GameSystems::Show));
    app.finish();
    app.cleanup();
    app
}

fn report(world: &mut World, args: &Args) -> ExitCode {
    let hash = state_hash(world);
    let left: u32 = world.query::<&Mine>().iter(world).map(|mine| mine.ore).sum();
    let mines = world.query::<&Mine>().iter(world).count();
    let units = world.query::<&Unit>().iter(world).count();
    let (tally, in_walls) = (*world.resource::<Tally>(), world.resource::<InWalls>().0);
    let nearest = world.resource::<Nearest>().0;
    println!("seed {}, {} units, {} game seconds", args.seed, units, args.seconds);
    println!("ore at home: {} in {} loads; in the ground: {left} in {mines} mines", tally.ore, tally.loads);
    println!("stuck: {}; without a path: {}", tally.stuck, tally.failed);
    println!("in walls: {in_walls}; the nearest two were {nearest:.2} cells apart");
    let no_ore = args.seconds >= SECONDS_TO_BRING_ORE && tally.ore == 0;
    let violations = [
        (in_walls > 0, "units were in walls"),
        (nearest < probes::LEAST, "two units were in one cell"),
        (no_ore, "no ore came home"),
    ];
    headless::conclude(violations, hash)
}
