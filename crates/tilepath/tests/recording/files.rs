//! Recordings that were made earlier play to their hashes. Others differ in a frame, if agents decide otherwise now.

use crate::{assert_plays, rare, storm::Game};
use glam::IVec2;
use std::{env, fs, path::PathBuf};
use tilepath::{
    DiagonalRule, HexLayout, Shape, Topology,
    batch::ScopedThreads,
    fleet::{FleetSettings, Recording},
};

/// The side of the maps. Landmarks take most of the start.
const SIDE: i32 = 12;

/// The bytes of a recording in `tests/recordings`. If the environment variable `WRITE_RECORDINGS` is set, plays a game and overwrites the file
/// first.
fn in_file(name: &str, topology: Topology, seed: u64) -> Vec<u8> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recordings").join(name);
    if env::var_os("WRITE_RECORDINGS").is_some() {
        let origin = IVec2::new(6, -34);
        let mut game = Game::with_topology(topology, origin, SIDE, seed, true, FleetSettings::default());
        (0..seed * 5).for_each(|_| drop(game.step()));
        game.world.record(16).unwrap();
        for frame in 0..400 {
            game.is_wild = frame % 80 < 40;
            if frame % 8 == 0 {
                rare::play(&mut game, frame, false);
            }
            game.step();
        }
        fs::write(&file, game.world.stop_recording().unwrap().write().unwrap()).unwrap();
    }
    fs::read(&file).unwrap()
}

#[test]
fn recordings_of_this_version_play_to_their_hashes() {
    let recordings = [
        ("squares", Topology::default()),
        ("squares_without_diagonals", Topology::square(DiagonalRule::Never)),
        ("staggered", Topology::default().with_shape(Shape::Staggered)),
        ("hexagons_in_rows", Topology::hex(HexLayout::OddRows)),
        ("hexagons_in_columns", Topology::hex(HexLayout::EvenColumns)),
    ];
    let what_to_do = "if games play otherwise on purpose, run this test with WRITE_RECORDINGS=1";
    for (seed, (name, topology)) in (0..).zip(recordings) {
        let bytes = in_file(name, topology, seed);
        assert!(bytes.len() < 60_000, "{name}: {} bytes", bytes.len());
        let recording =
            Recording::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}; {what_to_do}"));
        assert_eq!(recording.frames().iter().filter(|frame| frame.hash.is_some()).count(), 25, "{name}");
        assert!(recording.write().unwrap() == bytes, "{name}: other bytes; {what_to_do}");
        assert_plays(&recording, 1, &format!("{name}; {what_to_do}"));
        assert_eq!(recording.difference(&recording.clone(), &ScopedThreads(1)), Ok(None), "{name}");
    }
}
