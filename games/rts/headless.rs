//! The game without a window: as fast as it goes, played by the script, with a summary at the end.

use crate::{
    args::Args,
    board::{self, Board},
    plugin::{GamePlugin, GameSystems},
    script,
    site::Mine,
    tally::Tally,
    unit::{Load, Unit},
};
use bevy::prelude::*;
use kit::{
    headless::{self, fnv_1a},
    probes::{self, InWalls, Nearest, count_in_walls, note_nearest},
    recording,
};
use std::process::ExitCode;

const FRAMES_PER_SECOND: u32 = 30;
/// Something is wrong with a run of this many seconds in which no ore comes home.
const SECONDS_TO_BRING_ORE: u32 = 30;

/// Plays for the given seconds of game time and prints a summary. Fails if a unit was in a wall, two were in one cell, or no ore came home.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = app(board);
    recording::begin(app.world_mut(), args.tilerec.as_ref());
    for _ in 0..args.seconds.saturating_mul(FRAMES_PER_SECOND) {
        app.update();
    }
    recording::finish(app.world_mut());
    report(app.world_mut(), args)
}

/// The game without a window, played by the script.
pub fn app(board: Board) -> App {
    headless::app(None, headless::frames_per_second(FRAMES_PER_SECOND), |app| {
        app.add_plugins((TransformPlugin, GamePlugin(board), script::plugin, recording::plugin))
            .add_systems(Startup, board::spawn_bare)
            .init_resource::<InWalls>()
            .init_resource::<Nearest>()
            .add_systems(Update, (count_in_walls::<Unit>, note_nearest::<Unit>).in_set(GameSystems::Show));
    })
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

/// Hashes where every unit is, bit for bit, what it carries, and the ore in the mines and at home.
pub fn state_hash(world: &mut World) -> u64 {
    let mut units: Vec<[u32; 4]> = world
        .query::<(&Unit, &Transform, Option<&Load>)>()
        .iter(world)
        .map(|(unit, at, load)| {
            let at = at.translation;
            [unit.serial, at.x.to_bits(), at.y.to_bits(), load.map_or(0, |load| load.ore)]
        })
        .collect();
    units.sort_unstable();
    let mut mines: Vec<[u32; 3]> = world
        .query::<&Mine>()
        .iter(world)
        .map(|mine| [mine.cell.x as u32, mine.cell.y as u32, mine.ore])
        .collect();
    mines.sort_unstable();
    let tally = world.resource::<Tally>();
    let home = [tally.ore, tally.loads, tally.stuck, tally.failed];
    fnv_1a(units.into_iter().flatten().chain(mines.into_iter().flatten()).chain(home))
}
