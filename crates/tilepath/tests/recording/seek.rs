//! A replay goes to any frame.

use crate::{
    rare, recorded,
    storm::{Game, SMALL},
};
use glam::IVec2;
use tilepath::{
    HexLayout, Topology,
    batch::ScopedThreads,
    fleet::{FleetSettings, FleetWorld, Recording, Replay, Step},
};

/// Engines keep a replay as a resource, and recordings in other threads.
#[test]
fn a_replay_may_be_sent_to_another_thread() {
    fn assert_is_sent<T: Send + Sync + 'static>() {}
    assert_is_sent::<Replay>();
    assert_is_sent::<Recording>();
    assert_is_sent::<FleetWorld>();
}

#[test]
fn a_replay_that_goes_to_a_frame_is_the_game_in_this_frame() {
    for (seed, topology) in [(1, Topology::default()), (2, Topology::hex(HexLayout::OddRows))] {
        let mut game =
            Game::with_topology(topology, IVec2::ZERO, SMALL, seed, true, FleetSettings::default());
        let frames = 1200;
        let recording = recorded(&mut game, frames, |game, frame| {
            game.is_wild = frame % 50 < 30;
            if frame % 100 == 0 {
                rare::play(game, frame + 30, true);
            }
            game.step();
        });
        let mut replay = Replay::new(recording.clone()).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        let threads = ScopedThreads(1);
        for round in 0..40 {
            let frame = match round % 4 {
                0 => random.usize(..=frames as usize),
                1 => (replay.frame() + random.usize(..30)).min(replay.len()),
                2 => replay.frame().saturating_sub(random.usize(..50)),
                _ => random.usize(..20),
            };
            replay.seek(frame, &threads).unwrap();
            assert_eq!(replay.frame(), frame);
            if let Some(last) = frame.checked_sub(1) {
                assert_eq!(replay.world().state_hash(), recording.frames()[last].hash, "frame {frame}");
            }
        }
        replay.seek(usize::MAX, &threads).unwrap();
        assert_eq!((replay.frame(), replay.len()), (1200, 1200));
        assert_eq!(replay.step(&threads), Ok(Step::Ended));
        assert_eq!(replay.into_world().state_hash(), game.world.state_hash());
    }
}
