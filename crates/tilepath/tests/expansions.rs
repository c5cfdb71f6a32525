//! How often a search expands a node again: bounded whatever the estimate, and for good answers.

use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    Budget, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, NavMap, Path, PathError,
    PathQuery, Recorder, SearchScratch, StepLengths, Topology, neighbours,
};

fn open_map(side: u32, (straight, diagonal): (u32, u32)) -> NavMap {
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    NavMap::new(Grid::new([side, side].into(), 1).unwrap(), Topology::default().with_lengths(lengths))
}

fn find(map: &NavMap, query: PathQuery) -> Result<Path, PathError> {
    map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())
}

/// Three times the cells, and a thousand more.
fn most(map: &NavMap) -> u32 {
    3 * map.grid().len() as u32 + 1000
}

#[test]
fn an_inflated_estimate_at_its_maximum_expands_no_more_than_the_map_has() {
    let map = open_map(200, (4096, 5793));
    let query = PathQuery::new(IVec2::ZERO, IVec2::new(199, 100));
    let best = find(&map, query.clone()).unwrap();
    let quick = find(&map, query.with_inflation(1000.0)).unwrap();
    assert!(quick.nodes_expanded() <= 200 * 200, "{}", quick.nodes_expanded());
    assert!(quick.cost() >= best.cost());
}

#[test]
fn an_infinite_estimate_is_as_good_as_none() {
    let map = open_map(32, (408, 577));
    let query = PathQuery::new(IVec2::ZERO, IVec2::new(31, 16));
    let best = find(&map, query.clone()).unwrap();
    for estimate in [|_: Vec2| f32::INFINITY, |_: Vec2| 1e30, |_: Vec2| f32::NAN] {
        let path = find(&map, query.clone().with_heuristic(Heuristic::Custom(estimate))).unwrap();
        assert_eq!(path.cost(), best.cost());
        assert!(path.nodes_expanded() <= 32 * 32);
    }
}

/// Overestimates at one cell and underestimates at the next, and so leads astray.
fn erratic(offset: Vec2) -> f32 {
    let noise = (offset.x * 37.0 + offset.y * 101.0) % 13.0;
    noise * noise * (offset.x + offset.y)
}

/// Never overestimates, but is consistent nowhere.
fn patchy(offset: Vec2) -> f32 {
    if (offset.x as u32 * 7 + offset.y as u32 * 5).is_multiple_of(3) { offset.max_element() } else { 0.0 }
}

#[test]
fn expansions_are_bounded_by_the_cells_whatever_the_estimate() {
    let mut random = Rng::with_seed(20);
    for round in 0..300 {
        let size = UVec2::new(random.u32(1..60), random.u32(1..60));
        let grid = Grid::from_fn(size, |_| [0, 1, 1, 2, 9][random.usize(..5)]).unwrap();
        let straight = [1, 408, 4096][random.usize(..3)];
        let lengths = StepLengths::new(straight, straight + random.u32(0..=straight)).unwrap();
        let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_lengths(lengths);
        let map = NavMap::new(grid, topology);
        let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        let query = PathQuery::new(cell(), cell());
        let best = find(&map, query.clone());
        let inflation = [1.0, 1.5, 20.0, 1000.0][round % 4];
        for heuristic in [Heuristic::Auto, Heuristic::Custom(erratic), Heuristic::Custom(patchy)] {
            let query = query.clone().with_heuristic(heuristic).with_inflation(inflation);
            let found = find(&map, query.with_max_expansions(most(&map)));
            let (Ok(best), Ok(found)) = (&best, &found) else {
                assert_eq!(best.as_ref().err(), found.as_ref().err());
                continue;
            };
            assert!(found.cost() >= best.cost());
            if heuristic != Heuristic::Custom(erratic) {
                let bound = f64::from(best.cost().units()) * f64::from(inflation);
                assert!(f64::from(found.cost().units()) <= bound, "{heuristic:?} inflated by {inflation}");
            }
        }
    }
}

/// Martelli's family: with an admissible estimate that is not consistent, A* expands 2ⁿ nodes of a graph of n.
#[test]
fn a_graph_made_to_be_expanded_again_and_again_is_solved_in_bounded_expansions() {
    // After Zhang, Sturtevant, Holte, Schaeffer, Felner, "A* search with inconsistent heuristics" (2009).
    const LAST: i64 = 22;
    let to_goal = (1 << (LAST - 1)) + LAST - 2;
    let cost = |from: i64, to: i64| match (from, to) {
        (1, 0) => to_goal,
        _ => (1 << (from - 2)) - (1 << (to - 1)) + from - to,
    };
    let units = |cost: i64| Cost::from_units(u32::try_from(cost.max(0)).unwrap());
    let space = neighbours::from_fn(LAST as usize + 1, |from, visit| {
        let from = i64::from(from);
        (i64::from(from > 1)..from).for_each(|to| visit(to as u32, units(cost(from, to))));
    });
    let estimate = |node: u32| match i64::from(node) {
        0 | 1 => Cost::ZERO,
        node => units(1 << node),
    };
    let mut search = SearchScratch::new();
    let exact = search.astar(&space, LAST as u32, |_| Cost::ZERO, |node| node == 0).unwrap();
    let found = search.astar(&space, LAST as u32, estimate, |node| node == 0).unwrap();
    assert_eq!(found.cost, exact.cost);
    assert!(search.nodes_expanded() <= 3 * (LAST as u32 + 1) + 1000, "{}", search.nodes_expanded());
}

#[test]
fn a_visitor_sees_f_as_the_sum_even_after_estimates_are_dropped() {
    let map = open_map(64, (408, 577));
    let query = PathQuery::new(IVec2::ZERO, IVec2::splat(63)).with_heuristic(Heuristic::Custom(erratic));
    let mut seen = Recorder::default();
    let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut seen).unwrap();
    assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
    assert!(seen.expansions.iter().all(|seen| seen.g.saturating_add(seen.h) == seen.f));
}

#[test]
fn a_goal_too_costly_to_reach_is_refused_in_bounded_expansions() {
    let dear = CostProfile::default().with_cost(1, 2000);
    let mut map = open_map(300, (4096, 5793));
    map.prepare(&dear);
    let query = PathQuery::new(IVec2::ZERO, IVec2::splat(299));
    let mut search = SearchScratch::new();
    let answer = map.find_path(&dear, query, &mut search, &mut ());
    assert_eq!(answer.err(), Some(PathError::TooCostly));
    assert!(search.nodes_expanded() <= most(&map));
}

/// After edits some or all landmarks are out of use until they are corrected. The others guide a search less well, but a cell is expanded about once.
#[test]
fn landmarks_that_are_being_corrected_make_no_search_expand_cells_again_and_again() {
    let profile = CostProfile::default();
    let mut random = Rng::with_seed(23);
    let patches: Vec<u8> = (0..400).map(|_| random.u8(1..10)).collect();
    let class = |cell: IVec2| patches[(cell.y / 8 * 20 + cell.x / 8) as usize];
    let mut map = NavMap::new(Grid::from_fn(UVec2::splat(160), class).unwrap(), Topology::default());
    let stamp = DangerStamp::new(25.0, 4.0, Falloff::Linear).unwrap();
    let towers: Vec<IVec2> = (0..9).map(|nth| IVec2::new(nth % 3, nth / 3) * 50 + 30).collect();
    towers.iter().for_each(|&tower| map.add_danger(0, &stamp, tower).unwrap());
    map.prepare_landmarks(&profile);
    let mut worst = 0;
    for tower in towers {
        map.remove_danger(0, &stamp, tower).unwrap();
        for _ in 0..40 {
            for (start, goal) in [([2, 3], [150, 140]), ([9, 150], [155, 8]), ([80, 75], [3, 20])] {
                let path = find(&map, PathQuery::new(start.into(), goal.into())).unwrap();
                worst = worst.max(path.nodes_expanded());
            }
            if map.measure_landmarks(&profile, &mut Budget::new(400)).is_ready() {
                break;
            }
        }
    }
    assert!(worst <= map.grid().len() as u32 * 11 / 10, "{worst}");
}
