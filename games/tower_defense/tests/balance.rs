//! Danger matters, and so does the player: measured over several seeds.

use super::support::board;
use crate::{
    board::MapKind,
    difficulty::Difficulty,
    game::{Game, Phase},
    headless,
    summary::Summary,
    toll::Tolls,
    virus::VirusKind,
};
use bevy::prelude::*;
use bevy_tilepath::PathFollower;

/// Plays until the first game ends.
fn play(seed: u64, builds: bool, difficulty: Difficulty) -> App {
    let mut app = headless::app(board(MapKind::Motherboard), difficulty, seed, builds);
    for _ in 0..60 * 600 {
        app.update();
        if app.world().resource::<Game>().phase != Phase::Running {
            return app;
        }
    }
    panic!("the game with seed {seed} does not end");
}

/// The faults of a run of some seconds.
fn faults(app: &mut App, seconds: u32) -> Vec<&'static str> {
    (0..=60 * seconds).for_each(|_| app.update());
    let violations = headless::violations(app.world());
    violations.into_iter().filter(|(occurred, _)| *occurred).map(|(_, fault)| fault).collect()
}

/// In a minute, towers may kill all viruses on their way. That is no fault, and viruses that stand still are one.
#[test]
fn a_headless_run_fails_if_viruses_had_time_to_arrive_and_did_not() {
    for (map, seed) in
        [(MapKind::Motherboard, 1), (MapKind::Motherboard, 2), (MapKind::Hex, 1), (MapKind::Hex, 3)]
    {
        let mut app = headless::app(board(map), Difficulty::Normal, seed, true);
        assert_eq!(faults(&mut app, 60), Vec::<&str>::new(), "seed {seed}");
    }
    let mut app = headless::app(board(MapKind::Motherboard), Difficulty::Normal, 1, false);
    app.add_systems(FixedUpdate, |mut viruses: Query<&mut PathFollower>| {
        viruses.iter_mut().for_each(|mut virus| virus.speed = 0.0);
    });
    assert_eq!(faults(&mut app, 75), ["no virus ever came to its goal"]);
}

#[test]
fn a_sensible_player_wins_most_games_and_nobody_wins_without_towers() {
    let games: Vec<App> = (1..=6).map(|seed| play(seed, true, Difficulty::Normal)).collect();
    let won = games.iter().filter(|app| app.world().resource::<Game>().phase == Phase::Won).count();
    assert!(won >= 4, "{won} of {} games are won", games.len());
    for seed in 1..=3 {
        let app = play(seed, false, Difficulty::Easy);
        assert_eq!(app.world().resource::<Game>().phase, Phase::Lost, "seed {seed} is won by doing nothing");
    }
    for app in &games {
        let tolls = app.world().resource::<Tolls>();
        let [coward, _, berserker] = VirusKind::ALL.map(|kind| tolls.of(kind));
        let seed = app.world().resource::<Summary>().seed;
        assert!(coward.tiles() > 1.15 * berserker.tiles(), "seed {seed}: cowards take the long road");
        assert!(coward.danger() * 1.2 < berserker.danger(), "seed {seed}: there is less danger on it");
    }
}
