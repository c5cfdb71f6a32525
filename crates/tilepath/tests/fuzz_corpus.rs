//! The fuzz targets on their stored inputs and on random inputs: no input makes a target panic.
//!
//! The folder `fuzz` runs the same targets for as long as one likes, see CONTRIBUTING.md.

mod fuzz_targets;
mod geometry;
#[path = "oracle/ground.rs"]
mod ground;
#[path = "oracle/seen.rs"]
mod seen;

use fastrand::Rng;
use fuzz_targets::{TARGETS, Target, input::Input, saves::load_with_other_numbers};
use std::{fs, path::Path};

/// How many random inputs each target gets, unless the environment variable `FUZZ_INPUTS` sets another number.
const INPUTS: u64 = 300;

fn inputs() -> u64 {
    std::env::var("FUZZ_INPUTS").map_or(INPUTS, |count| count.parse().expect("FUZZ_INPUTS is a number"))
}

fn random_bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    (0..count).map(|_| random.u8(..)).collect()
}

/// Calls a target, and says which input failed.
fn call(target: Target, bytes: &[u8], name: &str) {
    let result = std::panic::catch_unwind(|| target(bytes));
    assert!(result.is_ok(), "{name} fails on {bytes:?}");
}

fn target(name: &str) -> Target {
    TARGETS.iter().find(|target| target.0 == name).expect("a target").1
}

fn replay(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 5, "{} inputs of {name}", files.len());
    for file in files {
        call(target(name), &fs::read(&file).unwrap(), &format!("{name} ({})", file.display()));
    }
}

fn try_random(name: &str) {
    for seed in 0..inputs() {
        let bytes = random_bytes(seed, Rng::with_seed(!seed).usize(..600));
        call(target(name), &bytes, &format!("{name} (seed {seed})"));
    }
}

#[test]
fn games_keep_their_promises() {
    replay("game");
    try_random("game");
}

#[test]
fn any_numbers_are_refused_or_harmless() {
    replay("floats");
    try_random("floats");
}

#[test]
fn any_bytes_are_refused_or_harmless() {
    replay("bytes");
    try_random("bytes");
}

#[test]
fn no_number_of_a_save_makes_a_loaded_game_panic() {
    let failed: Vec<u64> = (0..inputs().div_ceil(25))
        .filter(|&seed| {
            let bytes = random_bytes(seed, 2000);
            std::panic::catch_unwind(|| load_with_other_numbers(Input::new(&bytes), seed as usize)).is_err()
        })
        .collect();
    assert!(failed.is_empty(), "seeds {failed:?}");
}
