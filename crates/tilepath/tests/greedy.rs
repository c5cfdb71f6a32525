//! Greedy best-first search, against one written from its definition.

use core::task::Poll;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Budget, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, HexLayout, NavMap, Path,
    PathError, PathQuery, Recorder, SearchScratch, Shape, StepLengths, Topology,
    batch::{Batch, BatchJob},
};

fn random_map(random: &mut Rng) -> NavMap {
    let size = UVec2::new(random.u32(1..24), random.u32(1..24));
    let grid = Grid::from_fn(size, |_| [0, 1, 1, 1, 2, 9][random.usize(..6)]).unwrap();
    let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)]);
    let shape = [Shape::Square, Shape::Hex(HexLayout::OddRows), Shape::Staggered][random.usize(..3)];
    let lengths = [StepLengths::EUCLIDEAN, StepLengths::CLASSIC][random.usize(..2)];
    let mut map = NavMap::new(grid, topology.with_shape(shape).with_lengths(lengths));
    let stamp = DangerStamp::new(3.0, 5.0, Falloff::Flat).unwrap();
    map.add_danger(0, &stamp, size.as_ivec2() / 2).unwrap();
    map
}

/// The nodes that are expanded, in order: of those on the list always the one with the least estimate, of several the one that came first.
fn expanded_by_definition(map: &NavMap, start: IVec2, goal: IVec2, heuristic: Heuristic) -> Vec<IVec2> {
    let (grid, topology) = (map.grid(), map.topology());
    let profile = CostProfile::default();
    let estimate =
        |cell: IVec2| heuristic.estimate(cell, goal, topology, map.priced(&profile).cheapest()).units();
    let mut seen = vec![start];
    let mut open = vec![start];
    let mut expanded = Vec::new();
    while !open.is_empty() {
        let next = (0..open.len()).min_by_key(|&at| (estimate(open[at]), at)).unwrap();
        let cell = open.remove(next);
        expanded.push(cell);
        if cell == goal {
            break;
        }
        let free = |index: usize| grid.classes()[index] > 0;
        topology.for_each_step(grid.size(), grid.index(cell).unwrap(), free, |next, _| {
            let next = grid.cell(next);
            if !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        });
    }
    expanded
}

fn find(map: &NavMap, query: PathQuery) -> Result<Path, PathError> {
    map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())
}

#[test]
fn it_expands_by_the_estimate_alone_and_says_what_the_path_really_costs() {
    let mut random = Rng::with_seed(1966);
    let (mut found, mut dearer) = (0, 0);
    for _ in 0..600 {
        let mut map = random_map(&mut random);
        let size = map.grid().size().as_ivec2();
        let mut cell = || IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
        let (start, goal) = (cell(), cell());
        let heuristic = Heuristic::BUILT_IN[random.usize(..6)];
        let profile = CostProfile::default();
        let query = PathQuery::new(start, goal).with_heuristic(heuristic).greedy();
        let mut seen = Recorder::default();
        let best = find(&map, PathQuery::new(start, goal));
        let answer = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut seen);
        assert_eq!(answer, find(&map, query.clone()), "a visitor changes nothing");
        map.prepare(&profile);
        let prepared = find(&map, query.clone());
        let (Ok(path), Ok(best)) = (&answer, best) else {
            assert_eq!(prepared.err(), answer.err());
            continue;
        };
        assert_eq!(Ok(path), prepared.as_ref());
        let cells: Vec<IVec2> =
            seen.expansions.iter().map(|seen| map.grid().cell(seen.node as usize)).collect();
        assert_eq!(cells, expanded_by_definition(&map, start, goal, heuristic), "{heuristic:?}");
        assert_eq!(path.nodes_expanded() as usize, cells.len());
        assert_eq!(map.priced(&profile).path_cost(path.cells()), Some(path.cost()));
        assert!(path.cost() >= best.cost());
        assert_eq!(path.cost_from(0), path.cost());
        found += 1;
        dearer += u32::from(path.cost() > best.cost());
    }
    assert!(found > 150 && dearer > 30, "{found} paths, {dearer} of them dearer than the cheapest");
}

#[test]
fn slices_and_budgets_change_nothing() {
    let mut random = Rng::with_seed(7);
    for _ in 0..100 {
        let map = random_map(&mut random);
        let size = map.grid().size().as_ivec2();
        let mut cell = || IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
        let query = PathQuery::new(cell(), cell()).greedy();
        let whole = find(&map, query.clone());
        let (mut batch, job) = (Batch::default(), BatchJob::new(CostProfile::default(), query.clone()));
        let sliced = loop {
            if let Poll::Ready(answer) = batch.solve_one(&map, &job, &mut Budget::new(3), &mut ()) {
                break answer;
            }
        };
        assert_eq!(sliced, whole);
        if let Ok(path) = whole {
            let expanded = path.nodes_expanded();
            assert!(find(&map, query.clone().with_max_expansions(expanded)).is_ok());
            let short = find(&map, query.with_max_expansions(expanded - 1));
            assert_eq!(short, Err(PathError::ExpansionLimit(expanded - 1)));
        }
    }
}

#[test]
fn a_goal_that_cannot_be_reached_gives_a_partial_path_to_the_nearest_cell() {
    let grid = Grid::from_rows([[1, 1, 1, 0, 1], [1, 1, 1, 0, 1]]).unwrap();
    let map = NavMap::new(grid, Topology::default());
    let query = PathQuery::new(IVec2::ZERO, IVec2::new(4, 0)).greedy();
    assert!(matches!(find(&map, query.clone()), Err(PathError::Unreachable { .. })));
    let partial = find(&map, query.allow_partial()).unwrap();
    assert!(partial.is_partial());
    assert_eq!(partial.cells().last(), Some(&IVec2::new(2, 0)));
}

/// The straight way leads over ground of which 11 cells cost more than can be represented. A cheap way leads round it.
#[test]
fn a_greedy_path_too_costly_to_represent_gives_way_to_the_cheapest() {
    let rows = [[1_u8; 30], core::array::from_fn(|x| if (1..29).contains(&x) { 255 } else { 1 })];
    let (profile, goal) = (CostProfile::default().with_cost(255, u16::MAX), IVec2::new(29, 0));
    for (rows, partial) in [(rows, false), (rows, true)] {
        let mut map =
            NavMap::new(Grid::from_rows(rows).unwrap(), Topology::square(DiagonalRule::OnlyWhenNoObstacles));
        if partial {
            map.block(goal);
        }
        for prepared in [false, true] {
            if prepared {
                map.prepare(&profile);
            }
            let ask = |query| map.find_path(&profile, query, &mut SearchScratch::new(), &mut ());
            let mut query = PathQuery::new(IVec2::ZERO, goal);
            query.options.allow_partial = partial;
            let (best, greedy) = (ask(query.clone()).unwrap(), ask(query.clone().greedy()).unwrap());
            assert_eq!((greedy.cost(), greedy.is_partial()), (best.cost(), best.is_partial()));
            let needed = greedy.nodes_expanded();
            assert_eq!(ask(query.clone().greedy().with_max_expansions(needed)), Ok(greedy));
            assert_eq!(
                ask(query.greedy().with_max_expansions(needed - 1)),
                Err(PathError::ExpansionLimit(needed - 1))
            );
        }
    }
}

#[test]
fn a_path_too_costly_to_represent_is_an_error() {
    let dear = CostProfile::default().with_cost(255, u16::MAX);
    let map = NavMap::new(Grid::new([30, 1].into(), 255).unwrap(), Topology::default());
    let query = PathQuery::new(IVec2::ZERO, IVec2::new(29, 0)).greedy();
    let mut path = Path::default();
    let answer = map.find_path_into(&dear, query, &mut SearchScratch::new(), &mut path);
    assert_eq!(answer, Err(PathError::TooCostly));
    assert!(path.cells().is_empty());
}
