//! Cells within a cost of a start: ours against `dijkstra_reach` of the `pathfinding` crate.

use crate::{
    clock, generate,
    map::Map,
    ours::Tilepath,
    peers::fills::Flat,
    scenario::{Case, Scenario},
    world::PLAIN_WEIGHT,
};
use glam::IVec2;
use tilepath::{Cost, CostProfile, Reachable};

/// The cases in which it is measured.
pub const CASES: [&str; 2] = ["uniform", "weighted"];

/// The budget, in tiles of ground of the mean weight of the map.
const TILES: f64 = 30.0;

/// Map by map and case by case, how many times faster than `dijkstra_reach` we find what is in reach within 30 tiles: CPU time, the
/// median of the rounds.
///
/// # Panics
/// If a cost is not that of `dijkstra_reach`.
pub fn speed_ups(maps: &[Map], rounds: usize) -> Vec<(String, f64)> {
    let generated = generate::wide(512);
    let all = generated.iter().chain(maps);
    let name = |map: &Map, case: &str| format!("{}, {case}", map.name);
    all.flat_map(|map| CASES.map(|case| (name(map, case), speed_up(map, case, rounds)))).collect()
}

fn speed_up(map: &Map, case: &'static str, rounds: usize) -> f64 {
    eprintln!("reachable, {case}: {}", map.name);
    let world = Scenario::new(map, &Case::named(case), 0).world;
    let profile = CostProfile::default();
    let nav_map = Tilepath::new(&world).into_map();
    let flat = Flat::new(&world);
    let starts: Vec<IVec2> = map.spread(20).iter().map(|query| query.start).collect();
    let free = (0..world.cell_count()).map(|index| world.weight(index)).filter(|&weight| weight > 0);
    let (sum, count) = free.fold((0, 0), |(sum, count), weight| (sum + u64::from(weight), count + 1));
    let mean = sum as f64 / f64::from(count) / f64::from(PLAIN_WEIGHT);
    let budget = world.lengths.cost_of_tiles(TILES * mean);
    let mut reachable = Reachable::default();
    for &start in &starts {
        nav_map.reachable(&profile, start, budget, &mut reachable).expect("a free start");
        let mut found: Vec<(Cost, u32)> =
            reachable.cells().map(|(cell, cost)| (cost, flat.node(cell))).collect();
        let mut expected: Vec<(Cost, u32)> = flat
            .dijkstra_reach(start, budget.units())
            .map(|(node, cost)| (Cost::from_units(cost), node))
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}: from {start}", world.name);
    }
    let ratios: Vec<f64> = (0..rounds.max(1))
        .map(|_| {
            let peer = clock::cpu_time(|| {
                for &start in &starts {
                    std::hint::black_box(flat.dijkstra_reach(start, budget.units()).count());
                }
            });
            let ours = clock::cpu_time(|| {
                for &start in starts.iter().cycle().take(10 * starts.len()) {
                    let _ = nav_map.reachable(&profile, start, budget, &mut reachable);
                    std::hint::black_box(reachable.cells().len());
                }
            });
            10.0 * peer.as_secs_f64() / ours.as_secs_f64()
        })
        .collect();
    clock::median(&ratios)
}
