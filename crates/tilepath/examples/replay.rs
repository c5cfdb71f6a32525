//! Plays a recorded game without a window, and says whether it is the game that was recorded. With a second recording, names the first
//! difference between both. The exit code is 1 if anything differs.
//!
//! `cargo run --release -p tilepath --features serde --example replay -- FILE [OTHER]`

use std::{env::args, error::Error, fs, process::ExitCode, thread::available_parallelism};
use tilepath::{
    batch::ScopedThreads,
    fleet::{Recording, Replay, Step},
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let files: Vec<String> = args().skip(1).collect();
    let threads = ScopedThreads(available_parallelism().map_or(1, usize::from));
    let is_same = match &files[..] {
        [file] => play(read(file)?, &threads)?,
        [file, other] => {
            let difference = read(file)?.difference(&read(other)?, &threads)?;
            match &difference {
                Some(difference) => println!("{difference}"),
                None => println!("both games are the same"),
            }
            difference.is_none()
        }
        _ => return Err("name one or two recordings".into()),
    };
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(file: &str) -> Result<Recording, Box<dyn Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(Recording::read(&bytes).map_err(|error| format!("{file}: {error}"))?)
}

/// Plays a recording to its end. Returns whether it is the recorded game.
fn play(recording: Recording, threads: &ScopedThreads) -> Result<bool, Box<dyn Error>> {
    let inputs: usize = recording.frames().iter().map(|frame| frame.inputs.len()).sum();
    println!("{} frames, {inputs} inputs", recording.frames().len());
    if let Some(stopped) = recording.stopped() {
        println!("the recording ended before the game: {stopped}");
    }
    let mut replay = Replay::new(recording)?;
    println!("{} agents at the start", replay.world().fleet.len());
    let mut checked = 0;
    loop {
        match replay.step(threads) {
            Ok(Step::Played { is_checked }) => checked += u32::from(is_checked),
            Ok(Step::Ended) => break,
            Err(differs) => {
                println!("another game, {differs}; {checked} hashes before are the same");
                return Ok(false);
            }
        }
    }
    println!("{} agents at the end; all {checked} hashes are the same", replay.world().fleet.len());
    Ok(true)
}
