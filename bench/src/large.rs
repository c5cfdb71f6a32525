//! Maps of one to sixteen million cells: what grows with the side, and what a frame takes while the map gets ready.

use crate::{
    args::Large,
    clock::{cpu_time, mean, median},
    defaults, generate,
    map::Map,
    memory,
    report::number,
    scenario::{Case, furnish},
};
use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, Vec2};
use std::error::Error;
use tilepath::{
    CellGeometry, CostProfile, Grid, NavMap, Path, PathQuery, SampleSearches, SearchScratch, Topology,
    batch::ScopedThreads,
    fleet::{FleetSettings, FleetWorld, GroundKind, Pace, Request},
};

const QUERIES: usize = 40;
const EDITS: usize = 100;
/// How often all queries are asked before they are timed, and how often they are timed.
const ROUNDS: usize = 5;
const AGENTS: usize = 50;
const FRAME: Duration = Duration::from_millis(16);
/// Frames after which every agent gets another goal.
const FRAMES_PER_GOAL: usize = 500;
/// Frames after landmarks are measured: the comparison of engines and the practice searches come then.
const FRAMES_AFTER: usize = 3000;

/// Prints a row for each ground: preparing, landmarks, memory, first and later queries, edits, and frames with agents.
///
/// # Errors
/// If a map can't have this side.
pub fn run(args: &Large) -> Result<(), Box<dyn Error>> {
    println!(
        "| ground | prepare, ns a cell | landmarks, s | bytes a cell | first 10 queries, µs | queries, µs | nodes | ns a node | no landmarks, µs | landmarks over none | edit, µs | frames | longest frame, ms | its number |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for map in generate::large(args.side) {
        for case in ["uniform", "patches"] {
            let name = format!("{}, {case}", map.name);
            if args.only.as_ref().is_none_or(|only| name.contains(only)) {
                let figures = figures(&map, case, args.has_frames)?;
                println!("| {name} | {} |", figures.map(number).join(" | "));
            }
        }
    }
    Ok(())
}

fn grid_of(map: &Map, case: &str) -> Result<Grid, Box<dyn Error>> {
    let world = furnish(map, &Case::named(case), &mut Rng::with_seed(map.seed()));
    Ok(Grid::from_fn(map.size.as_uvec2(), |cell| world.classes[world.index(cell)])?)
}

fn figures(map: &Map, case: &str, has_frames: bool) -> Result<[f64; 13], Box<dyn Error>> {
    let (profile, cells) = (CostProfile::default(), map.free.len() as f64);
    let grid = grid_of(map, case)?;
    let held = memory::bytes_held();
    let mut plain = NavMap::new(grid.clone(), Topology::default());
    let prepare = cpu_time(|| plain.prepare(&profile)).as_secs_f64() * 1e9 / cells;
    let mut search = SearchScratch::new();
    let first = mean(&queries(map, &plain, &mut search)[..10]);
    plain.warm_up(&profile, &mut search, 0..256, &mut Path::default());
    let without = in_the_long_run(map, &plain, &mut search);
    let mut search = SearchScratch::new();
    let landmarks = cpu_time(|| plain.prepare_landmarks(&profile)).as_secs_f64();
    // The scratch of the queries without landmarks is still there, and the grid takes a byte a cell.
    let bytes = (memory::bytes_held() as f64 - held as f64) / cells - 1.0;
    defaults::load(&mut plain, &profile, &mut search);
    let nodes = mean(&expansions(map, &plain, &mut search));
    let with = in_the_long_run(map, &plain, &mut search);
    let edit = mean(&edits(&mut plain, map));
    drop((plain, search));
    let [frames, longest, number] = if has_frames { frames(map, grid)? } else { [f64::NAN; 3] };
    Ok([
        prepare,
        landmarks,
        bytes,
        first,
        with,
        nodes,
        with * 1e3 / nodes,
        without,
        with / without,
        edit,
        frames,
        longest,
        number,
    ])
}

/// The CPU time of each query, in microseconds.
fn queries(map: &Map, nav_map: &NavMap, search: &mut SearchScratch) -> Vec<f64> {
    let mut path = Path::default();
    let mut time = |query: PathQuery| {
        let profile = CostProfile::default();
        let time = cpu_time(|| {
            let _ = nav_map.find_path_into(&profile, query, search, &mut path);
        });
        time.as_secs_f64() * 1e6
    };
    map.spread(QUERIES).iter().map(|query| time(PathQuery::new(query.start, query.goal))).collect()
}

/// The mean CPU time of a query once all were asked before, in microseconds: the median of several rounds.
fn in_the_long_run(map: &Map, nav_map: &NavMap, search: &mut SearchScratch) -> f64 {
    let rounds: Vec<f64> = (0..2 * ROUNDS).map(|_| mean(&queries(map, nav_map, search))).collect();
    median(&rounds[ROUNDS..])
}

fn expansions(map: &Map, nav_map: &NavMap, search: &mut SearchScratch) -> Vec<f64> {
    let mut of = |query: PathQuery| {
        let _ = nav_map.find_path(&CostProfile::default(), query, search, &mut ());
        f64::from(search.nodes_expanded())
    };
    map.spread(QUERIES).iter().map(|query| of(PathQuery::new(query.start, query.goal))).collect()
}

/// The CPU time of each edit of a cell with the work that follows in the next frame, in microseconds.
fn edits(nav_map: &mut NavMap, map: &Map) -> Vec<f64> {
    let (mut random, mut samples) = (Rng::with_seed(9), SampleSearches::default());
    let mut times = Vec::new();
    for _ in 0..EDITS {
        let cell = IVec2::new(random.i32(0..map.size.x), random.i32(0..map.size.y));
        for blocks in [true, false] {
            let edit = if blocks { NavMap::block } else { NavMap::unblock };
            let time = cpu_time(|| {
                edit(nav_map, cell);
                defaults::keep_up(nav_map, &CostProfile::default(), &mut samples);
            });
            times.push(time.as_secs_f64() * 1e6);
        }
    }
    times
}

/// The number of frames until everything is ready after a load, while agents walk; the longest of them in milliseconds, and which it is. The
/// map is prepared before.
fn frames(map: &Map, grid: Grid) -> Result<[f64; 3], Box<dyn Error>> {
    let profile = CostProfile::default();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?;
    let mut nav_map = NavMap::new(grid, Topology::default());
    nav_map.prepare(&profile);
    let mut world = FleetWorld::new(nav_map, geometry);
    let asked = map.spread(2 * AGENTS);
    let agents: Vec<_> = asked[..AGENTS]
        .iter()
        .map(|query| {
            let start = world.geometry.center_of(query.start);
            let agent = world.fleet.insert(Some(start), GroundKind::Tiles);
            world.fleet.set_pace(agent, Some(Pace::new(8.0)));
            agent
        })
        .collect();
    let has_room = FleetSettings::default().max_landmark_bytes >= world.map.landmark_bytes();
    let (mut longest, mut at, mut frame, mut left) = (0.0, 0, 0, FRAMES_AFTER);
    while left > 0 {
        if frame % FRAMES_PER_GOAL == 0 {
            let round = frame / FRAMES_PER_GOAL;
            for (nth, &agent) in agents.iter().enumerate() {
                world.ask(agent, Request::to(asked[(nth + 7 * round) % asked.len()].goal));
            }
        }
        let time = cpu_time(|| world.update(FRAME, &ScopedThreads(1))).as_secs_f64() * 1e3;
        if time > longest {
            (longest, at) = (time, frame);
        }
        left -= usize::from(!has_room || world.map.has_landmarks(&profile));
        frame += 1;
    }
    Ok([frame as f64, longest, at as f64])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_known_on_small_maps() {
        for map in generate::large(64) {
            for case in ["uniform", "patches"] {
                let figures = figures(&map, case, true).expect("a valid side");
                assert!(figures.iter().all(|figure| figure.is_finite()), "{}: {figures:?}", map.name);
            }
        }
    }
}
