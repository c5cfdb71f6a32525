//! Recordings that end before the game does.

use crate::{assert_plays, storm::Game};
use glam::IVec2;
use tilepath::{
    Heuristic,
    batch::ScopedThreads,
    fleet::{
        Differs, FleetInput, Frame, Input, LoadError, Mismatch, Moment, Recording, Replay, Request,
        SaveError, Stopped,
    },
};

fn begun(seed: u64) -> Game {
    let mut game = Game::new(seed, false);
    game.world.record(1).unwrap();
    (0..10).for_each(|_| drop(game.step()));
    game
}

/// What is recorded until then plays.
fn assert_ended(game: &mut Game, why: Stopped) {
    assert!(!game.world.is_recording());
    (0..5).for_each(|_| drop(game.step()));
    let recording = game.world.stop_recording().unwrap();
    assert_eq!((recording.frames().len(), recording.stopped()), (10, Some(why)));
    let read = Recording::read(&recording.write().unwrap()).unwrap();
    assert_eq!(read.stopped(), Some(why));
    assert_plays(&read, 1, "until then");
}

#[test]
fn a_custom_heuristic_ends_a_recording() {
    let mut game = begun(0);
    game.world.ask(game.agents[0], Request::to(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0)));
    game.update();
    assert_ended(&mut game, Stopped::Function);
    game.world.fleet.cancel(game.agents[0]);
    assert_eq!(game.world.record(1), Err(SaveError::Function), "the last request is kept");
}

#[test]
fn a_fleet_or_a_map_that_goes_back_alone_ends_a_recording() {
    let mut game = begun(1);
    let fleet = game.world.fleet.snapshot();
    game.world.fleet.restore(&fleet).unwrap();
    game.update();
    assert_ended(&mut game, Stopped::WentBack);
    let mut game = begun(1);
    let map = game.world.map.snapshot();
    game.world.map.restore(&map).unwrap();
    game.update();
    assert_ended(&mut game, Stopped::WentBack);
}

#[test]
fn a_game_that_goes_back_to_before_its_recording_ends_it() {
    let mut game = Game::new(2, false);
    (0..10).for_each(|_| drop(game.step()));
    let before = game.world.snapshot();
    game.world.record(1).unwrap();
    (0..10).for_each(|_| drop(game.step()));
    game.world.restore(&before).unwrap();
    assert!(!game.world.is_recording());
    let recording = game.world.stop_recording().unwrap();
    assert_eq!((recording.frames().len(), recording.stopped()), (10, Some(Stopped::WentBack)));
    assert_plays(&recording, 1, "until then");
}

#[test]
fn a_replay_names_what_no_game_does() {
    let game = Game::new(3, false);
    let played = |inputs: Vec<FleetInput>| {
        let mut recording = Recording::new(game.world.save().unwrap());
        let inputs = inputs.into_iter().map(Input::Fleet).collect();
        recording.frames_mut().push(Frame { inputs, hash: None });
        Replay::new(recording).unwrap().step(&ScopedThreads(1)).map(drop)
    };
    let differs = |mismatch| Err(Differs { frame: 0, mismatch });
    let at = |seconds| {
        FleetInput::Begin(Moment { frame: 9, time: core::time::Duration::from_secs(seconds) }, false)
    };
    assert_eq!(played(vec![FleetInput::Walk(false)]), differs(Mismatch::Phases));
    assert_eq!(played(vec![at(1), FleetInput::Walk(false)]), differs(Mismatch::Phases));
    assert_eq!(played(vec![FleetInput::Answer(false)]), differs(Mismatch::Phases));
    assert_eq!(played(vec![at(u64::MAX)]), differs(Mismatch::Time));
    assert_eq!(played(vec![at(3), at(2)]), differs(Mismatch::Time));
    assert_eq!(played(vec![FleetInput::Restored]), differs(Mismatch::WentBack));
    assert_eq!(played(vec![at(1), FleetInput::Answer(true), FleetInput::Walk(true)]), Ok(()));
    let error = Replay::new(Recording::new(vec![3; 90])).map(drop);
    assert_eq!(error, Err(LoadError::NoSave));
}
