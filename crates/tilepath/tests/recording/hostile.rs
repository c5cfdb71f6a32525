//! Bytes that are no recording, or one of no game, are refused or played. Nothing panics.

#[path = "../fuzz_targets/sealed.rs"]
mod sealed;

use crate::{kinds::samples, rare, recorded, storm::Game};
use fastrand::Rng;
use glam::IVec2;
use sealed::{HEADER, sealed};
use tilepath::{
    Topology,
    batch::ScopedThreads,
    fleet::{FleetSettings, Input, LoadError, Recording, Replay, SaveFormat, Step},
};

fn small(frames: u32) -> Recording {
    let mut game =
        Game::with_topology(Topology::default(), IVec2::ZERO, 9, 1, true, FleetSettings::default());
    recorded(&mut game, frames, |game, frame| {
        game.is_wild = true;
        rare::play(game, frame, false);
        game.step();
    })
}

/// Plays a recording to its end, whatever is in it.
fn play(recording: Recording) {
    let Ok(mut replay) = Replay::new(recording) else { return };
    while replay.step(&ScopedThreads(1)) != Ok(Step::Ended) {}
}

#[test]
fn bytes_that_are_no_recording_say_why() {
    let bytes = small(5).write().unwrap();
    let read = |bytes: &[u8]| Recording::read(bytes).map(drop).unwrap_err();
    let altered = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert_eq!(read(&[]), LoadError::NoSave);
    assert_eq!(read(&altered(2)), LoadError::NoSave);
    assert!(
        matches!(read(&altered(9)), LoadError::OtherVersion { expected, .. } if expected / 1000 == SaveFormat::STATE)
    );
    assert!(matches!(read(&bytes[..bytes.len() - 1]), LoadError::Truncated { .. }));
    (HEADER..bytes.len()).step_by(11).for_each(|at| assert_eq!(read(&altered(at)), LoadError::Damaged));
    let game = Game::new(0, false);
    assert_eq!(read(&game.world.save().unwrap()), LoadError::NoSave, "a save is no recording");
    assert!(sealed(&bytes[..12], &bytes[HEADER..]) == bytes);
    let left = read(&sealed(&bytes[..12], &bytes[HEADER..bytes.len() - 1]));
    assert!(matches!(&left, LoadError::Invalid(why) if why.contains("before the end")), "{left}");
}

#[test]
fn a_recording_of_any_bytes_is_refused_or_played() {
    let recording = small(12);
    let bytes = recording.write().unwrap();
    let first = HEADER + recording.start().len();
    let mut random = Rng::with_seed(8);
    let mut read = 0;
    for round in 0..1500 {
        let mut state = bytes[HEADER..].to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(first - HEADER..state.len());
            match round % 3 {
                0 => state[at] = random.u8(..),
                1 => state[at] ^= 1 << random.u8(..8),
                _ => drop(state.splice(at..at, [0xff, 0xff, 0xff, 0xff, 0x0f])),
            }
        }
        match Recording::read(&sealed(&bytes[..12], &state)) {
            Ok(recording) => {
                read += 1;
                play(recording);
            }
            Err(LoadError::Invalid(_)) => {}
            Err(error) => panic!("the header is right: {error}"),
        }
    }
    assert!(read > 100, "only {read} were read");
}

/// Inputs in any order, with values of other games.
#[test]
fn inputs_in_any_order_are_played() {
    let (recording, samples) = (small(12), samples());
    let mut random = Rng::with_seed(5);
    for _ in 0..300 {
        let mut other = recording.clone();
        for _ in 0..random.usize(1..12) {
            let frames = other.frames_mut();
            let frame = random.usize(..frames.len());
            let inputs = &mut frames[frame].inputs;
            let at = random.usize(..=inputs.len());
            match random.u8(..4) {
                0 if at < inputs.len() => drop(inputs.remove(at)),
                1 => {
                    let with = random.usize(..recording.frames().len());
                    let more: Vec<Input> = recording.frames()[with].inputs.clone();
                    inputs.splice(at..at, more).for_each(drop);
                }
                2 => random.shuffle(inputs),
                _ => inputs.insert(at, samples[random.usize(..samples.len())].clone()),
            }
        }
        play(other);
    }
}

/// A few bytes must not ask for much memory.
#[test]
fn a_count_that_is_not_there_allocates_little() {
    let bytes = small(1).write().unwrap();
    // An empty start, and more frames than there are bytes.
    for count in
        [&[0xff, 0xff, 0xff, 0xff, 0x0f][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]]
    {
        for state in [&[&[0], count].concat(), &[&[0, 1], count].concat(), &count.to_vec()] {
            let made = allocation_counter::measure(|| {
                assert!(Recording::read(&sealed(&bytes[..12], state)).is_err());
            });
            assert!(made.bytes_max < 2 << 20, "{} bytes", made.bytes_max);
        }
    }
}
