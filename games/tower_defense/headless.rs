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
use bevy::{ecs::entity::EntityHashMap, prelude::*, time::TimeUpdateStrategy};
use kit::{
    headless::{self, fnv_1a},
    occupying::Occupying,
    probes::{self, InWalls, Nearest, count_in_walls, note_nearest},
    recording,
};
use std::process::ExitCode;

/// A virus that lives this long reaches the base or a tower: in this time the slowest kind walks a hundred tiles. Towers may kill all that come
/// before they get there, however long the run is.
const SECONDS_TO_ARRIVE: u32 = 60;

/// The longest life of a virus, in ticks.
#[derive(Resource, Default)]
struct LongestLife(u32);

fn note_ages(
    mut longest: ResMut<LongestLife>,
    mut ages: Local<EntityHashMap<u32>>,
    viruses: Query<Entity, With<Virus>>,
) {
    for virus in &viruses {
        let age = ages.entry(virus).or_default();
        *age += 1;
        longest.0 = longest.0.max(*age);
    }
}

/// Plays for the given seconds of game time and prints a report. Fails if a virus was in a wall, or had time to arrive and did not.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = app(board, args.difficulty, args.seed, !args.idle);
    app.insert_resource(Occupying(args.distance));
    recording::begin(app.world_mut(), args.tilerec.as_ref());
    if args.distance {
        app.init_resource::<Nearest>().add_systems(FixedPostUpdate, note_nearest::<Virus>);
    }
    // The first update only starts the clock. Each later update is exactly one tick.
    while app.world().resource::<Tick>().0 < args.seconds.saturating_mul(TICKS_PER_SECOND) {
        app.update();
    }
    recording::finish(app.world_mut());
    report(app.world_mut())
}

/// The game without a window, in which the script builds or nobody does.
pub fn app(board: Board, difficulty: Difficulty, seed: u64, builds: bool) -> App {
    headless::app(None, TimeUpdateStrategy::FixedTimesteps(1), |app| {
        app.add_plugins(TransformPlugin)
            .add_systems(Startup, board::spawn_bare)
            .add_plugins((GamePlugin { board, difficulty, seed, occupying: Occupying(false) }, probe::plugin))
            .add_plugins(recording::plugin)
            .init_resource::<InWalls>()
            .init_resource::<LongestLife>()
            .add_systems(FixedPostUpdate, (count_in_walls::<Virus>, note_ages));
        script::plugin(app, seed, Plays(builds));
        summary::plugin(app, seed);
    })
}

fn report(world: &mut World) -> ExitCode {
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
    headless::conclude(violations(world), hash)
}

/// What must not be, each with whether it was.
pub fn violations(world: &World) -> [(bool, &'static str); 3] {
    let longest = world.resource::<LongestLife>().0;
    let had_time = longest >= SECONDS_TO_ARRIVE * TICKS_PER_SECOND;
    let nobody_came = had_time && world.resource::<Summary>().goals_reached == 0;
    let nearest = world.get_resource::<Nearest>();
    [
        (nobody_came, "no virus ever came to its goal"),
        (world.resource::<InWalls>().0 > 0, "viruses were in walls"),
        (nearest.is_some_and(|nearest| nearest.0 < probes::LEAST), "two viruses were in one cell"),
    ]
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
