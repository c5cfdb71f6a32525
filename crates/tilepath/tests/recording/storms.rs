//! Storms that are recorded play again.

use crate::{
    assert_plays, in_a_file,
    kinds::{all_kinds, kind},
    rare, recorded,
    storm::{Game, Moment, SMALL},
};
use glam::IVec2;
use std::collections::BTreeSet;
use tilepath::{DiagonalRule, HexLayout, Shape, Topology, fleet::FleetSettings};

/// Every shape of cells, squares with each diagonal rule.
fn topologies() -> impl Iterator<Item = Topology> {
    let layouts = [HexLayout::OddRows, HexLayout::EvenRows, HexLayout::OddColumns, HexLayout::EvenColumns];
    let hexagons = layouts.into_iter().chain([HexLayout::Axial]).map(Topology::hex);
    let squares = DiagonalRule::ALL.into_iter().map(Topology::square);
    squares.chain([Topology::default().with_shape(Shape::Staggered)]).chain(hexagons)
}

fn game(topology: Topology, seed: u64) -> Game {
    let origin = [IVec2::ZERO, IVec2::new(-40_000, 16), IVec2::new(6, -34)][seed as usize % 3];
    // With small budgets, searches, fields and preparations are under way.
    let settings = match seed % 2 {
        0 => FleetSettings {
            expansions_per_update: 300,
            prepared_cells_per_update: 700,
            ..FleetSettings::default()
        },
        _ => FleetSettings::default(),
    };
    Game::with_topology(topology, origin, SMALL, seed, true, settings)
}

fn play(game: &mut Game, frame: u32, may_replace: bool) {
    game.is_wild = frame % 60 < 40;
    if frame.is_multiple_of(2) {
        rare::play(game, frame, may_replace);
    }
    game.step();
}

#[test]
fn recorded_storms_of_every_shape_play_again_on_any_number_of_threads() {
    let mut seen = BTreeSet::new();
    for (seed, topology) in (0..).zip(topologies()) {
        let mut game = game(topology, seed);
        // In the beginning, or in mid-game.
        (0..[0, 1, 77][seed as usize % 3]).for_each(|_| drop(game.step()));
        let recording = recorded(&mut game, 240, |game, frame| play(game, frame, true));
        assert_eq!((recording.frames().len(), recording.stopped()), (240, None));
        assert!(recording.frames().iter().all(|frame| frame.hash.is_some()));
        let read = in_a_file(&recording);
        for threads in [1, 3] {
            let replay = assert_plays(&read, threads, &format!("seed {seed}"));
            assert_eq!(replay.world().state_hash(), game.world.state_hash(), "seed {seed}");
        }
        seen.extend(recording.frames().iter().flat_map(|frame| &frame.inputs).map(kind));
    }
    // A single edit is the first of its session.
    let missing: Vec<_> = all_kinds().difference(&seen).copied().collect();
    assert_eq!(missing, ["Restored", "Restored map", "WalkBodies"], "what no storm does");
}

#[test]
fn saves_snapshots_and_copies_do_not_change_a_recording() {
    for seed in 0..4 {
        let [mut plain, mut busy] = [(); 2].map(|()| game(Topology::default(), seed));
        let plain = recorded(&mut plain, 120, |game, frame| play(game, frame, false));
        let busy = recorded(&mut busy, 120, |game, frame| {
            let mut copy = game.clone();
            assert!(game.world.is_recording() && !copy.world.is_recording());
            assert_eq!(copy.world.stop_recording(), None);
            copy.step();
            let _snapshot = game.world.snapshot();
            drop((game.world.save().unwrap(), game.hash()));
            play(game, frame, false);
        });
        assert_eq!(format!("{busy:?}"), format!("{plain:?}"), "seed {seed}");
    }
}

/// Of frames that were undone nothing is left in the recording.
#[test]
fn a_game_that_plays_frames_again_has_the_same_recording() {
    for seed in 0..4 {
        let [mut plain, mut again] = [(); 2].map(|()| game(Topology::default(), seed));
        let plain = recorded(&mut plain, 90, |game, frame| play(game, frame, false));
        let again = recorded(&mut again, 90, |game, frame| {
            let moment = Moment::of(game);
            (frame..frame + 1 + frame % 5).for_each(|frame| play(game, frame, false));
            moment.restore(game).unwrap();
            play(game, frame, false);
        });
        assert_eq!(format!("{again:?}"), format!("{plain:?}"), "seed {seed}");
    }
}

#[test]
fn a_game_that_goes_back_takes_its_recording_back() {
    for seed in 0..6 {
        let mut game = game(Topology::default(), seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut frames = 0;
        let recording = recorded(&mut game, 120, |game, frame| {
            // In the middle of a frame.
            play(game, frame, seed % 2 == 0);
            game.play();
            // No part is replaced between an update and a snapshot: a save of such a moment is not exact yet (see RELIABILITY.md).
            rare::play(game, 30, false);
            let moment = Moment::of(game);
            let undone = random.u32(..7);
            for nth in 0..undone {
                play(game, 3 * frame + nth, seed % 2 == 0);
            }
            moment.restore(game).unwrap();
            game.update();
            frames += 2;
        });
        assert_eq!((recording.frames().len(), recording.stopped()), (frames, None), "seed {seed}");
        let replay = assert_plays(&in_a_file(&recording), 1, &format!("seed {seed}"));
        assert_eq!(replay.world().state_hash(), game.world.state_hash());
    }
}

/// Also after the map, the graph or the fleet was replaced as a whole, recorded or not.
#[test]
fn a_game_that_goes_back_after_a_part_was_replaced_is_the_same_game() {
    for seed in 0..6 {
        let end = |records: bool, goes_back: bool| {
            let mut game = game(Topology::default(), seed);
            if records {
                game.world.record(16).unwrap();
            }
            let mut hashes = Vec::new();
            for frame in 0..60 {
                play(&mut game, frame, true);
                game.play();
                rare::play(&mut game, 30, true);
                if goes_back {
                    let moment = Moment::of(&mut game);
                    (0..frame % 4).for_each(|nth| play(&mut game, 3 * frame + nth, true));
                    moment.restore(&mut game).unwrap();
                }
                game.update();
                hashes.push(game.hash());
            }
            hashes
        };
        let plain = end(false, false);
        for (records, goes_back) in [(false, true), (true, false), (true, true)] {
            let other = end(records, goes_back);
            let first = plain.iter().zip(&other).position(|(plain, other)| plain != other);
            assert_eq!(first, None, "seed {seed}, recorded: {records}, goes back: {goes_back}");
        }
    }
}

/// A recording may begin in a game that was loaded, and in one that is recorded already.
#[test]
fn a_game_can_be_recorded_again() {
    let mut game = game(Topology::default(), 5);
    game.world.record(1).unwrap();
    (0..20).for_each(|frame| play(&mut game, frame, true));
    let mut game = game.reloaded();
    assert!(!game.world.is_recording());
    game.world.record(3).unwrap();
    (0..20).for_each(|frame| play(&mut game, frame, true));
    game.world.record(7).unwrap();
    (0..20).for_each(|frame| play(&mut game, frame, true));
    let recording = game.world.stop_recording().unwrap();
    let hashes: Vec<usize> = (0..20).filter(|&frame| recording.frames()[frame].hash.is_some()).collect();
    assert_eq!(hashes, [6, 13]);
    let replay = assert_plays(&recording, 1, "again");
    assert_eq!(replay.world().state_hash(), game.world.state_hash());
    // Nothing is noted any more.
    play(&mut game, 0, true);
    assert_eq!((game.world.is_recording(), game.world.stop_recording()), (false, None));
}
