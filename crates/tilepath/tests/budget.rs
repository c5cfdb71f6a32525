//! The budget of expansions: a path that reports `n` expansions is found with `max_expansions = n`, and not with one fewer.

use core::task::Poll;
use glam::IVec2;
use tilepath::{
    Budget, CostProfile, Grid, NavMap, Path, PathError, PathQuery, SearchScratch, Topology,
    batch::{Batch, BatchJob},
};

fn random_map(random: &mut fastrand::Rng) -> NavMap {
    let size = glam::UVec2::new(random.u32(1..24), random.u32(1..24));
    let costs = [0, 1, 1, 1, random.u8(1..4)];
    let grid = Grid::from_fn(size, |_| costs[random.usize(..costs.len())]).unwrap();
    NavMap::new(grid, Topology::default())
}

fn random_query(random: &mut fastrand::Rng, map: &NavMap) -> PathQuery {
    let size = map.grid().size().as_ivec2();
    let mut cell = || IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
    let query = PathQuery::new(cell(), cell());
    match random.u8(0..4) {
        0 => query.allow_partial(),
        1 => query.with_inflation(1.5),
        _ => query,
    }
}

#[test]
fn a_search_needs_no_more_expansions_than_it_reports() {
    let mut random = fastrand::Rng::with_seed(25);
    let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
    let mut found = 0;
    for round in 0..2000 {
        let mut map = random_map(&mut random);
        if round % 2 == 0 {
            map.prepare(&profile);
        }
        let query = random_query(&mut random, &map);
        let mut ask = |query: PathQuery| map.find_path(&profile, query, &mut search, &mut ());
        let Ok(path) = ask(query.clone()) else { continue };
        let needed = path.nodes_expanded();
        assert_eq!(ask(query.clone().with_max_expansions(needed)).as_ref(), Ok(&path));
        assert_eq!(ask(query.with_max_expansions(needed - 1)), Err(PathError::ExpansionLimit(needed - 1)));
        found += 1;
    }
    assert!(found > 500);
}

#[test]
fn slices_of_any_size_find_the_path_of_one_go() {
    let mut random = fastrand::Rng::with_seed(26);
    let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
    for round in 0..600 {
        let mut map = random_map(&mut random);
        if round % 2 == 0 {
            map.prepare(&profile);
        }
        let query = random_query(&mut random, &map);
        let whole = map.find_path(&profile, query.clone(), &mut search, &mut ());
        let (mut batch, job) = (Batch::default(), BatchJob::new(profile.clone(), query));
        let sliced = loop {
            let mut budget = Budget::new(random.u64(1..9));
            if let Poll::Ready(answer) = batch.solve_one(&map, &job, &mut budget, &mut ()) {
                break answer;
            }
            assert!(budget.is_spent());
        };
        let figures = |path: &Path| (path.clone(), path.nodes_expanded(), path.nodes_generated());
        assert_eq!(sliced.as_ref().map(figures), whole.as_ref().map(figures));
    }
}
