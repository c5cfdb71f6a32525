//! Saves that were written earlier. The bytes of a save don't say what they mean: after a change of the state without another version, an
//! old save would be read as something else.

use crate::{storm::Game, with_budgets};
use std::{env, fs, path::PathBuf};
use tilepath::fleet::{FleetSettings, FleetWorld};

/// The side of the maps. Landmarks take most of a save.
const SIDE: i32 = 16;

/// The bytes of a save in `tests/saves`. If the environment variable `WRITE_SAVES` is set, plays a game and overwrites the file first.
fn save_in_file(name: &str, settings: FleetSettings, frames: usize) -> Vec<u8> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name);
    if env::var_os("WRITE_SAVES").is_some() {
        let mut game = Game::on(SIDE, 0, true, settings);
        (0..frames).for_each(|_| drop(game.step()));
        fs::write(&file, game.world.save_prepared().unwrap()).unwrap();
    }
    fs::read(&file).unwrap()
}

#[test]
fn saves_of_this_version_are_read_as_they_were_written() {
    let saves = [
        ("begun", save_in_file("begun", with_budgets(20, 40), 3)),
        ("gone_on", save_in_file("gone_on", FleetSettings::default(), 200)),
    ];
    let what_to_do = "the state has changed: raise SaveFormat::STATE, then run this test with WRITE_SAVES=1";
    for (name, bytes) in saves {
        let world = FleetWorld::load(&bytes).unwrap_or_else(|error| panic!("{error}; {what_to_do}"));
        assert!(world.save_prepared().unwrap() == bytes, "{name} has other bytes; {what_to_do}");
    }
}
