//! What agents wider than a cell cost: queries, preparation, edits and memory, beside those of agents of one cell.

use crate::{
    args::Sizes,
    clock::{mean, wall_nanoseconds},
    map::Map,
    maps, memory,
    report::print_mean_and_worst,
    scenario::grid_of,
};
use core::hint::black_box;
use fastrand::Rng;
use glam::IVec2;
use std::error::Error;
use tilepath::{CostProfile, NavMap, PathQuery, SearchScratch, Topology};

/// Queries and edits of each map, and how often each is timed.
const QUERIES: usize = 100;
const EDITS: usize = 200;
const ROUNDS: usize = 3;

/// Prints for each map how many times as long queries of wider agents take as those of agents of one cell, between cells where all of them fit; the
/// same for preparing the map; what a tile that becomes a wall and free again takes with several sizes prepared; and the bytes a cell that a size takes.
///
/// # Errors
/// If a map can't be read.
pub fn run(args: &Sizes) -> Result<(), Box<dyn Error>> {
    println!(
        "| map | middle 2 | middle 4 | query 2 | query 4 | prepare 2 | prepare 4 | edit 1 + 2 + 4 | edit of 3 profiles | bytes a cell |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut columns: [Vec<f64>; 9] = Default::default();
    for map in maps::of(args.maps.as_deref())? {
        let figures = figures(&map, args.is_weighted)?;
        let shown = figures.map(|figure| if figure.is_nan() { "–".into() } else { format!("{figure:.2}") });
        println!("| {} | {} |", map.name, shown.join(" | "));
        columns.iter_mut().zip(figures).for_each(|(column, figure)| column.push(figure));
    }
    print_mean_and_worst(&columns);
    Ok(())
}

fn profile(size: u8) -> CostProfile {
    CostProfile::default().with_size(size).unwrap_or_default()
}

fn figures(map: &Map, is_weighted: bool) -> Result<[f64; 9], Box<dyn Error>> {
    let plain = || Ok::<_, Box<dyn Error>>(NavMap::new(grid_of(map, is_weighted)?, Topology::default()));
    let mut prepared = plain()?;
    let mut times = Vec::new();
    for size in [1, 2, 4] {
        let mut own = Vec::new();
        for _ in 0..ROUNDS {
            let mut fresh = plain()?;
            own.push(wall_nanoseconds(|| fresh.prepare(&profile(size))).0);
            black_box(&fresh);
        }
        times.push(own.into_iter().fold(f64::INFINITY, f64::min));
        prepared.prepare(&profile(size));
    }
    let [middle2, middle4] = queries(map, &prepared, |start, goal| PathQuery::new(start, goal).by_middle());
    let [query2, query4] = queries(map, &prepared, PathQuery::new);
    let mut alone = plain()?;
    alone.prepare(&profile(1));
    let alone = edits(&mut alone, map);
    let mut others = plain()?;
    let held = memory::bytes_held();
    for cost in [1, 200, 201] {
        others.prepare(&CostProfile::default().with_cost(254, cost));
    }
    let of_others = memory::bytes_held() - held;
    let mut sizes = plain()?;
    let held = memory::bytes_held();
    for size in [1, 2, 4] {
        sizes.prepare(&profile(size));
    }
    let of_sizes = memory::bytes_held() - held;
    let bytes = (of_sizes as f64 - of_others as f64) / 2.0 / (map.size.x * map.size.y) as f64;
    let edited = [edits(&mut prepared, map) / alone, edits(&mut others, map) / alone];
    let prepare = [times[1], times[2]].map(|time| time / times[0]);
    let [edit, edit_of_others] = edited;
    Ok([middle2, middle4, query2, query4, prepare[0], prepare[1], edit, edit_of_others, bytes])
}

/// How many times as long queries take for sizes 2 and 4, between cells where size 4 fits.
fn queries(map: &Map, prepared: &NavMap, query: impl Fn(IVec2, IVec2) -> PathQuery) -> [f64; 2] {
    let mut search = SearchScratch::new();
    let widest = profile(4);
    let fit = |cell: IVec2| prepared.is_free(&widest, cell);
    let queries = map.queries.iter().filter(|asked| fit(asked.start) && fit(asked.goal));
    let queries: Vec<PathQuery> = queries.map(|asked| query(asked.start, asked.goal)).collect();
    let connects = |query: &&PathQuery| {
        query.start != query.goals()[0] && prepared.connects(&widest, query) == Some(true)
    };
    let queries: Vec<&PathQuery> = queries.iter().filter(connects).take(QUERIES).collect();
    let mut time = |size: u8| {
        let profile = profile(size);
        let of = |query: &PathQuery, search: &mut SearchScratch| {
            let times = (0..ROUNDS)
                .map(|_| wall_nanoseconds(|| prepared.find_path(&profile, query.clone(), search, &mut ())).0);
            times.fold(f64::INFINITY, f64::min)
        };
        mean(&queries.iter().map(|query| of(query, &mut search)).collect::<Vec<_>>())
    };
    let [one, two, four] = [1, 2, 4].map(&mut time);
    [two / one, four / one]
}

/// The mean time of an edit.
fn edits(map: &mut NavMap, of: &Map) -> f64 {
    let mut random = Rng::with_seed(9);
    let mut times = Vec::new();
    for _ in 0..EDITS {
        let cell = IVec2::new(random.i32(0..of.size.x), random.i32(0..of.size.y));
        times.push(wall_nanoseconds(|| map.block(cell)).0);
        times.push(wall_nanoseconds(|| map.unblock(cell)).0);
    }
    mean(&times)
}
