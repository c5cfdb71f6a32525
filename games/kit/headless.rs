//! The app of an example that runs without a window or a graphics card, how such a run ends, and the hash that compares the ends of two runs.

use bevy::{
    app::TaskPoolPlugin,
    ecs::schedule::SingleThreadedExecutor,
    log::{Level, LogPlugin},
    prelude::*,
    time::TimeUpdateStrategy,
};
use std::{process::ExitCode, time::Duration};

/// The clock of a run: a second has this number of frames, however long they take.
pub fn frames_per_second(frames: u32) -> TimeUpdateStrategy {
    TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / frames)
}

/// Bevy without a window, on `threads` threads or one for each core, with what `add` adds. Only warnings are logged. Systems run beside each
/// other only if a number of threads is given.
pub fn app(threads: Option<usize>, frame: TimeUpdateStrategy, add: impl FnOnce(&mut App)) -> App {
    let task_pool_options = threads.map_or_else(default, TaskPoolOptions::with_num_threads);
    let engine = MinimalPlugins.set(TaskPoolPlugin { task_pool_options });
    let mut app = App::new();
    app.add_plugins((engine, LogPlugin { level: Level::WARN, ..default() })).insert_resource(frame);
    add(&mut app);
    if threads.is_none_or(|threads| threads == 1) {
        run_systems_in_turn(&mut app);
    }
    app.finish();
    app.cleanup();
    app
}

/// Runs the systems of all schedules one after another: to wake threads takes longer than the systems of a small game take.
pub fn run_systems_in_turn(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// Prints each violation that occurred and the hash of the last state. Fails if one occurred.
pub fn conclude<const N: usize>(violations: [(bool, &str); N], state_hash: u64) -> ExitCode {
    for (_, violation) in violations.iter().filter(|(occurred, _)| *occurred) {
        println!("VIOLATION: {violation}");
    }
    println!("state: {state_hash:016x}");
    if violations.iter().any(|(occurred, _)| *occurred) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// FNV-1a of these words, which is the same on every machine and in every version.
pub fn fnv_1a(words: impl IntoIterator<Item = u32>) -> u64 {
    words
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
