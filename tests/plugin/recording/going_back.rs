//! A game that goes back takes its recording back.

use super::assert_plays;
use crate::rollback::{Game, game_in_which_all_happens};
use bevy_tilepath::{
    PathfindingRecorder, PathfindingRecorderPlugin,
    tilepath::fleet::{Recording, Stopped},
};

fn game(seed: u64) -> Game {
    game_in_which_all_happens(seed, |app| _ = app.add_plugins(PathfindingRecorderPlugin))
}

fn recorded(seed: u64) -> Game {
    let mut game = game(seed);
    game.world().resource_mut::<PathfindingRecorder>().begin(1);
    game
}

#[test]
fn a_recording_of_a_game_that_goes_back_is_that_of_the_game_that_never_did() {
    for seed in 10..13 {
        let (mut game, mut plain) = (recorded(seed), recorded(seed));
        // The recording begins in the first frame.
        game.advance();
        plain.advance();
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..60 {
            let saved = game.save();
            let frames = random.usize(1..6);
            (0..frames).for_each(|_| game.advance());
            game.load(&saved);
            (0..frames).for_each(|_| game.advance());
            (0..frames).for_each(|_| plain.advance());
        }
        let [back, plain] = [&mut game, &mut plain]
            .map(|it| it.world().resource_mut::<PathfindingRecorder>().stop().unwrap());
        assert_eq!(back.stopped(), None);
        let hashes = |recording: &Recording| -> Vec<Option<u64>> {
            recording.frames().iter().map(|frame| frame.hash).collect()
        };
        assert_eq!(hashes(&back), hashes(&plain), "seed {seed}");
        assert_plays(&back, &format!("seed {seed}, after going back"));
        assert_plays(&plain, &format!("seed {seed}"));
    }
}

#[test]
fn a_game_that_goes_back_to_before_its_recording_ends_it() {
    let mut game = game(14);
    let saved = game.save();
    (0..3).for_each(|_| game.advance());
    game.world().resource_mut::<PathfindingRecorder>().begin(1);
    (0..3).for_each(|_| game.advance());
    assert!(game.world().resource::<PathfindingRecorder>().is_recording());
    game.load(&saved);
    game.advance();
    let mut recorder = game.world().resource_mut::<PathfindingRecorder>();
    assert!(!recorder.is_recording());
    let recording = recorder.stop().unwrap();
    assert_eq!(recording.stopped(), Some(Stopped::WentBack));
    assert_eq!(recording.frames().len(), 3);
    assert_plays(&recording, "until the game went back");
}
