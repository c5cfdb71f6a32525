//! Every answer on random small maps, compared with a brute-force search that shares no code with the crate.

mod case;
#[path = "../geometry/mod.rs"]
mod geometry;
mod ground;
mod paths;
mod plans;

use case::Case;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{Budget, CostProfile, Grid, NavMap, PathQuery, SampleSearches, SearchScratch, Topology};

/// How many maps each test makes, unless the environment variable `ORACLE_GRIDS` sets another number.
const GRIDS: u64 = 120_000;

/// Calls a function with each seed in turn, on all processors.
fn for_each_seed(check: impl Fn(Rng, &mut SearchScratch) + Sync) {
    let count =
        std::env::var("ORACLE_GRIDS").map_or(GRIDS, |count| count.parse().expect("ORACLE_GRIDS is a number"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let check = &check;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut search = SearchScratch::new();
                for seed in (thread..count).step_by(threads as usize) {
                    check(Rng::with_seed(seed), &mut search);
                }
            });
        }
    });
}

#[test]
fn every_cost_equals_brute_force_on_random_grids() {
    for_each_seed(|mut random, search| {
        let mut case = Case::new(&mut random);
        if random.bool() {
            case.map.prepare(&case.profile);
        }
        if random.bool() {
            case.map.prepare_landmarks(&case.profile);
        }
        for _ in 0..2 {
            paths::check(&case, &mut random, search);
        }
    });
}

/// A map that was prepared and then edited: data that edits keep in step must give the cheapest path as well.
#[test]
fn every_cost_equals_brute_force_after_random_edits() {
    for_each_seed(|mut random, search| {
        let mut case = Case::new(&mut random);
        if random.bool() {
            case.map.prepare_landmarks(&case.profile);
        }
        for _ in 0..random.usize(1..5) {
            case.map.prepare(&case.profile);
            case.edit(&mut random);
        }
        case.map.prepare(&case.profile);
        for _ in 0..3 {
            paths::check(&case, &mut random, search);
        }
    });
}

/// Queries and edits from the load on: the map is prepared in slices, and then its landmarks are measured and its engines are compared in slices.
#[test]
fn every_cost_equals_brute_force_while_the_map_becomes_ready() {
    for_each_seed(|mut random, search| {
        let mut case = Case::new(&mut random);
        let profile = case.profile.clone();
        let cells = case.map.grid().len() as u64;
        let mut samples = SampleSearches::default();
        for _ in 0..8 {
            if case.map.is_prepared(&profile) {
                let mut budget = Budget::new(random.u64(1..9 * cells + 900));
                let _ = case.map.compare_engines(&profile, &mut samples, &mut budget);
                let _ = case.map.measure_landmarks(&profile, &mut Budget::new(random.u64(1..4 * cells + 2)));
            } else {
                let _ = case.map.prepare_some(&profile, &mut Budget::new(random.u64(1..cells + 2)));
            }
            if random.bool() {
                case.edit(&mut random);
            }
            paths::check(&case, &mut random, search);
        }
    });
}

/// Obstacles on obstacles, on walls and on the agents themselves, blockades, movement ranges, and searches in slices with edits between.
#[test]
fn every_question_of_an_agent_that_is_an_obstacle_itself_equals_brute_force() {
    for_each_seed(|mut random, search| {
        let mut case = Case::new(&mut random);
        let mut scratch = plans::Scratch::default();
        match random.u8(..3) {
            0 => case.map.prepare(&case.profile),
            1 => case.map.prepare_landmarks(&case.profile),
            _ => {}
        }
        (0..random.usize(1..12)).for_each(|_| case.edit(&mut random));
        plans::check(&case, &mut random, search, &mut scratch);
        paths::check(&case, &mut random, search);
        paths::check_batch_between_edits(&mut case, &mut random);
        plans::check(&case, &mut random, search, &mut scratch);
    });
}

#[test]
fn the_same_query_gives_the_same_path_whatever_was_asked_before() {
    let mut random = Rng::with_seed(99);
    let grid = Grid::from_fn(UVec2::new(64, 64), |_| random.u8(..4)).unwrap();
    let map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    let mut used = SearchScratch::new();
    for _ in 0..500 {
        let cell = |random: &mut Rng| IVec2::new(random.i32(0..64), random.i32(0..64));
        let query = PathQuery::new(cell(&mut random), cell(&mut random));
        let fresh = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ());
        assert_eq!(map.find_path(&profile, query, &mut used, &mut ()), fresh);
    }
}
