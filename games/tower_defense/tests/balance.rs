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
