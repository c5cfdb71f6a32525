//! The horde without a window: every agent goes to the base once while a script builds towers.

use super::start::start;
use crate::{
    agent::Agent,
    args::Args,
    choice::Choice,
    figures::{Figures, SETS},
    horde::{orders::Tally, script, stream::Arrived, tower::Tower},
};
use bevy::{
    diagnostic::{DiagnosticPath, DiagnosticsStore},
    prelude::*,
};
use bevy_tilepath::{NavGrid, PathfindingDiagnosticsPlugin as Paths, PathfindingStats};
use kit::{
    headless::{self, fnv_1a},
    probes::InWalls,
};
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Frames of a game second.
const FRAMES_PER_SECOND: u32 = 30;

/// Runs until every agent is at the base, and prints the figures. Fails if an agent was in a wall or did not arrive.
pub fn run(args: &Args, choice: Choice) -> ExitCode {
    let mut app = start(args, choice, FRAMES_PER_SECOND, |app| {
        script::plugin(app, true, Some(args.placements));
        app.init_resource::<Meter>().add_systems(PostUpdate, add_up);
    });
    let start = Instant::now();
    let mut frames = 0;
    while frames < args.seconds.saturating_mul(FRAMES_PER_SECOND) && !is_over(app.world(), args.placements) {
        app.update();
        frames += 1;
    }
    let took = start.elapsed();
    report(app.world_mut(), (args, choice), frames, took)
}

fn is_over(world: &World, placements: u32) -> bool {
    let (agents, arrived) = (world.resource::<Choice>().agents, world.resource::<Figures>().arrived);
    let placed = world.get_resource::<Tally>().map_or(0, |tally| tally.placed);
    arrived == agents as usize && placed >= placements
}

fn report(world: &mut World, (args, choice): (&Args, Choice), frames: u32, took: Duration) -> ExitCode {
    let (crowd, in_walls) = (world.resource::<Figures>().clone(), world.resource::<InWalls>().0);
    let seconds = f64::from(frames) / f64::from(FRAMES_PER_SECOND);
    println!("seed {}, {} agents, {seconds:.0} game seconds, {frames} frames", choice.seed, choice.agents);
    let occupies = args.occupying(choice.scene).0;
    let stuck = if occupies { format!("; reported as stuck: {}", crowd.stuck) } else { String::new() };
    println!("arrived: {} of {}; in walls: {in_walls}{stuck}", crowd.arrived, choice.agents);
    println!("{}", figures(world, frames, took));
    let violations = [
        (!is_over(world, args.placements), "not all arrived, or not all towers were put up"),
        (in_walls > 0, "agents were in walls"),
    ];
    headless::conclude(violations, state_hash(world))
}

/// The figures of a run, line by line.
fn figures(world: &World, frames: u32, took: Duration) -> String {
    let tally = world.resource::<Tally>();
    let stats = world.resource::<PathfindingStats>();
    let meter = world.resource::<Meter>();
    let seconds = took.as_secs_f64();
    let per_repair = stats.repaired_cells.checked_div(stats.field_repairs).unwrap_or_default();
    let mean = |set: usize| meter.sums[set] / f64::from(meter.frames.max(1));
    let sets = (0..SETS.len()).map(|set| format!("{} {:.3} ({:.1})", SETS[set], mean(set), meter.most[set]));
    [
        format!(
            "towers: {} placed, {} removed, {} refused, {} of them because they would have cut a path",
            tally.placed, tally.removed, tally.refused, tally.cutting
        ),
        format!(
            "requests: {} answered, {} from a field, {} by a search, {} refused; {:.0} a second",
            stats.requests(),
            stats.shared,
            stats.searches,
            stats.refused,
            stats.requests() as f64 / seconds,
        ),
        format!(
            "fields: {} in {} KiB at the end, {} built, {} repaired with {per_repair} cells each",
            stats.fields,
            stats.field_bytes >> 10,
            stats.field_builds,
            stats.field_repairs,
        ),
        format!(
            "milliseconds a frame, mean (most): {}, together {:.3} ({:.1}); the first, which prepares the map: {:.1}",
            sets.collect::<Vec<_>>().join(", "),
            (0..SETS.len()).map(mean).sum::<f64>(),
            meter.most_of_all,
            meter.first,
        ),
        format!("it took {seconds:.1} s, {:.2} ms a frame", seconds * 1000.0 / f64::from(frames.max(1))),
    ]
    .join("\n")
}

/// Durations of the sets, in milliseconds.
#[derive(Resource, Clone, Copy, Default, Debug)]
struct Meter {
    /// The duration of all sets in the first frame, in which the map is prepared for searches.
    first: f64,
    /// The sum of each set over all later frames.
    sums: [f64; SETS.len()],
    /// The longest duration of each set in one of these frames.
    most: [f64; SETS.len()],
    /// The longest duration of all sets together in one of these frames.
    most_of_all: f64,
    frames: u32,
}

/// Adds up what the plugin records in `Update`.
fn add_up(mut meter: ResMut<Meter>, diagnostics: Res<DiagnosticsStore>) {
    let milliseconds =
        |path: &DiagnosticPath| diagnostics.get_measurement(path).map(|measurement| measurement.value);
    let Some(all) = milliseconds(&Paths::TIME) else { return };
    if meter.first == 0.0 {
        meter.first = all;
        return;
    }
    for (set, path) in Paths::SET_TIMES.iter().enumerate() {
        let took = milliseconds(path).unwrap_or_default();
        meter.sums[set] += took;
        meter.most[set] = meter.most[set].max(took);
    }
    meter.most_of_all = meter.most_of_all.max(all);
    meter.frames += 1;
}

/// Hashes where every agent is, bit for bit, when it arrived, where the towers stand, and every cell of the map with its danger.
fn state_hash(world: &mut World) -> u64 {
    let mut agents: Vec<[u32; 4]> = world
        .query::<(&Agent, &Transform, Option<&Arrived>)>()
        .iter(world)
        .map(|(agent, transform, arrived)| {
            let at = transform.translation;
            [agent.0, at.x.to_bits(), at.y.to_bits(), arrived.map_or(u32::MAX, |arrived| arrived.0)]
        })
        .collect();
    agents.sort_unstable();
    let mut towers: Vec<[u32; 3]> = world
        .query::<&Tower>()
        .iter(world)
        .map(|tower| [tower.serial, tower.cell.x as u32, tower.cell.y as u32])
        .collect();
    towers.sort_unstable();
    let mut words: Vec<u32> = agents.into_iter().flatten().chain(towers.into_iter().flatten()).collect();
    if let Some(map) = world.resource::<NavGrid>().map() {
        words.extend(map.grid().classes().iter().map(|&class| u32::from(class)));
        words.extend(map.danger_layers().iter().flat_map(|layer| layer.units().iter().copied()));
    }
    fnv_1a(words)
}
