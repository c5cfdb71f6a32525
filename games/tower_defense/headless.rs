//! The game without a window: as fast as it goes, played by the script, with a report at the end.

use crate::{
    args::Args,
    board::{self, Board},
    difficulty::Difficulty,
    game::{Game, Serial, TICKS_PER_SECOND, Tick},
    plugin::GamePlugin,
    probe::{self, Probe},
    script::{self, Plays},
    summary::{self, Summary},
    tower::Tower,
    virus::Virus,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use kit::{
    headless::{self, fnv_1a},
    occupying::Occupying,
    probes::{self, InWalls, Nearest, count_in_walls, note_nearest},
};
use std::process::ExitCode;

/// Something is wrong with a run of this many seconds in which no virus reaches its goal.
const SECONDS_TO_ARRIVE: u32 = 60;

/// Plays for the given seconds of game time and prints a report. Fails if a virus was in a wall or none arrived.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = app(board, args.difficulty, args.seed, !args.idle);
    app.insert_resource(Occupying(args.distance));
    if args.distance {
        app.init_resource::<Nearest>().add_systems(FixedPostUpdate, note_nearest::<Virus>);
    }
    // The first update only starts the clock. Each later update is exactly one tick.
    while app.world().resource::<Tick>().0 < args.seconds.saturating_mul(TICKS_PER_SECOND) {
        app.update();
    }
    report(app.world_mut(), args.seconds)
}

/// The game without a window, in which the script builds or nobody does.
pub fn app(board: Board, difficulty: Difficulty, seed: u64, builds: bool) -> App {
    headless::app(None, TimeUpdateStrategy::FixedTimesteps(1), |app| {
        app.add_plugins(TransformPlugin)
            .add_systems(Startup, board::spawn_bare)
            .add_plugins((GamePlugin { board, difficulty, seed, occupying: Occupying(false) }, probe::plugin))
            .init_resource::<InWalls>()
            .add_systems(FixedPostUpdate, count_in_walls::<Virus>);
        script::plugin(app, seed, Plays(builds));
        summary::plugin(app, seed);
    })
}

fn report(world: &mut World, seconds: u32) -> ExitCode {
    let hash = state_hash(world);
    let (summary, probe) = (world.resource::<Summary>(), world.resource::<Probe>());
    let in_walls = world.resource::<InWalls>().0;
    println!("{}", summary.report(world));
    println!("in walls: {in_walls}");
    let nearest = world.get_resource::<Nearest>().map(|nearest| nearest.0);
    if let Some(tiles) = nearest {
        println!("the nearest two viruses were {tiles:.2} tiles apart");
    }
    println!(
        "placements that changed a route: {} of {}; within at most {} ticks",
        probe.changed, probe.placements, probe.slowest
    );
    let nobody_came = seconds >= SECONDS_TO_ARRIVE && summary.goals_reached == 0;
    let violations = [
        (nobody_came, "no virus ever came to its goal"),
        (in_walls > 0, "viruses were in walls"),
        (nearest.is_some_and(|tiles| tiles < probes::LEAST), "two viruses were in one cell"),
    ];
    headless::conclude(violations, hash)
}

/// Hashes how the game stands, where everything is, and which hit points it has left.
fn state_hash(world: &mut World) -> u64 {
    let game = world.resource::<Game>();
    let mut words = vec![game.money, game.base_hp, game.wave, game.kills];
    let mut pieces: Vec<[u32; 4]> = world
        .query::<(&Serial, &Transform, AnyOf<(&Virus, &Tower)>)>()
        .iter(world)
        .map(|(serial, transform, (virus, tower))| {
            let hp = virus.map(|virus| virus.hp).or(tower.map(|tower| tower.hp)).unwrap_or_default();
            let at = transform.translation;
            [serial.0, at.x.to_bits(), at.y.to_bits(), hp.to_bits()]
        })
        .collect();
    pieces.sort_unstable();
    words.extend(pieces.into_iter().flatten());
    fnv_1a(words)
}
