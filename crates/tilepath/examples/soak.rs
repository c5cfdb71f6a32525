//! A storm of edits, requests, crowds and waypoints for as long as one likes. Every 64 frames it prints a hash of the whole state, so that runs
//! can be compared: on other numbers of threads, in other build profiles, and with a save and a load, a copy or a rollback every few frames.
//!
//! `cargo run --release -p tilepath --features serde --example soak -- --frames 100000 --threads 2 --reload 500 --copy 70`
//!
//! `--record FILE` writes the game as a recording, which the example `replay` plays. A recording begins again where the game goes on in a save or
//! in a copy.

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/storm/mod.rs"]
mod storm;

use std::{
    collections::{BTreeMap, VecDeque},
    env::args,
    error::Error,
    time::{Duration, Instant},
};
use storm::{Game, Moment};
use tilepath::fleet::FleetSettings;

/// What the command line asks for.
struct Options {
    frames: u64,
    seed: u64,
    side: i32,
    threads: usize,
    /// After this many frames the game is saved and loaded, again and again. 0 for never.
    reload: u64,
    /// After this many frames the game goes on in a copy. 0 for never.
    copy: u64,
    /// After this many frames the game goes back by one to eight frames, and plays them again. 0 for never.
    rollback: u64,
    /// The file to which the recording is written.
    record: Option<String>,
}

impl Options {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            frames: 10_000,
            seed: 1,
            side: 96,
            threads: 1,
            reload: 0,
            copy: 0,
            rollback: 0,
            record: None,
        };
        let mut words = args().skip(1);
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            if word == "--record" {
                options.record = Some(value);
                continue;
            }
            let number: u32 = value.parse().map_err(|_| format!("{word} {value}: must be a number"))?;
            match word.as_str() {
                "--frames" => options.frames = number.into(),
                "--seed" => options.seed = number.into(),
                "--side" => options.side = i32::try_from(number)?.max(8),
                "--threads" => options.threads = number as usize,
                "--reload" => options.reload = number.into(),
                "--copy" => options.copy = number.into(),
                "--rollback" => options.rollback = number.into(),
                _ => return Err(format!("{word}: no such option").into()),
            }
        }
        Ok(options)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    let mut game = Game::on(options.side, options.seed, true, FleetSettings::default());
    game.threads = options.threads;
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let is_due = |frame: u64, every: u64| every > 0 && frame.is_multiple_of(every);
    let early = options.frames / 4;
    let mut memory = None;
    let mut kept: VecDeque<Moment> = VecDeque::new();
    for frame in 1..=options.frames {
        if options.record.is_some() && !game.world.is_recording() {
            game.world.record(16)?;
        }
        if options.rollback > 0 {
            kept.truncate(8);
            kept.push_front(Moment::of(&mut game));
        }
        let begun = Instant::now();
        let what = game.play();
        game.update();
        times.entry(what).or_default().push(begun.elapsed());
        if is_due(frame, options.rollback) {
            let back = (frame / options.rollback) as usize % kept.len();
            kept.drain(..back);
            kept.front().map_or(Ok(()), |moment| moment.restore(&mut game))?;
            for nth in 0..=back {
                if nth > 0 {
                    kept.push_front(Moment::of(&mut game));
                }
                game.step();
            }
        }
        if is_due(frame, 64) {
            println!("{frame} {:016x}", game.hash());
        }
        if is_due(frame, options.reload) {
            game = game.reloaded();
        }
        if is_due(frame, options.copy) {
            game = game.clone();
        }
        if frame == early {
            memory = resident();
        }
    }
    println!("{} {:016x} {} agents", options.frames, game.hash(), game.agents.len());
    for (what, mut times) in times {
        times.sort_unstable();
        let median = times[times.len() / 2];
        eprintln!("{what}: {} frames, median {median:?}, longest {:?}", times.len(), times[times.len() - 1]);
    }
    if let (Some(file), Some(recording)) = (options.record, game.world.stop_recording()) {
        std::fs::write(file, recording.write()?)?;
    }
    eprintln!("resident pages after a quarter: {memory:?}, at the end: {:?}", resident());
    Ok(())
}

/// The pages of memory in use, where the system tells.
fn resident() -> Option<u64> {
    std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()
}
