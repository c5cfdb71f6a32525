//! A game of the plugin that was recorded is played again by the core alone, to the same hashes.

mod endings;
mod files;
mod going_back;
mod storms;

use bevy_tilepath::tilepath::{
    batch::ScopedThreads,
    fleet::{Recording, Replay, Step},
};

/// Asserts that a recording plays to its end, and that every hash holds. Returns the replay at its end.
fn assert_plays(recording: &Recording, what: &str) -> Replay {
    let read = Recording::read(&recording.write().unwrap()).unwrap();
    let mut replay = Replay::new(read).unwrap();
    loop {
        match replay.step(&ScopedThreads(1)) {
            Ok(Step::Played { .. }) => {}
            Ok(Step::Ended) => return replay,
            Err(differs) => panic!("{what}: {differs}"),
        }
    }
}
