//! Recordings: the start of a game and its inputs play the same game again.

mod bodies;
mod differences;
mod endings;
mod files;
mod hostile;
mod kinds;
mod rare;
mod seek;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../storm/mod.rs"]
mod storm;
mod storms;

use storm::Game;
use tilepath::{
    batch::ScopedThreads,
    fleet::{Recording, Replay, Step},
};

/// Records frames of a game, with a hash of each.
fn recorded(game: &mut Game, frames: u32, mut play: impl FnMut(&mut Game, u32)) -> Recording {
    game.world.record(1).unwrap();
    (0..frames).for_each(|frame| play(game, frame));
    game.world.stop_recording().unwrap()
}

/// The recording after it was written and read.
fn in_a_file(recording: &Recording) -> Recording {
    let read = Recording::read(&recording.write().unwrap()).unwrap();
    assert_eq!(format!("{read:?}"), format!("{recording:?}"));
    read
}

/// Asserts that a recording plays to its end, and that every hash holds. Returns the replay at its end.
fn assert_plays(recording: &Recording, threads: usize, what: &str) -> Replay {
    let mut replay = Replay::new(recording.clone()).unwrap();
    loop {
        match replay.step(&ScopedThreads(threads)) {
            Ok(Step::Played { is_checked }) => {
                let has_hash = recording.frames()[replay.frame() - 1].hash.is_some();
                assert_eq!(is_checked, has_hash, "{what}");
            }
            Ok(Step::Ended) => return replay,
            Err(differs) => panic!("{what}, on {threads} threads: {differs}"),
        }
    }
}
