//! An agent that is an obstacle itself finds the paths of the map on which its own obstacles are gone.

use core::task::Poll;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Budget, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, NavMap, Path, PathError, PathQuery,
    SearchScratch, Shape, StepLengths, Topology,
    batch::{Batch, BatchJob},
};

fn random_map(random: &mut Rng) -> NavMap {
    let side = if random.u8(..4) == 0 { 40 } else { 9 };
    let size = UVec2::new(random.u32(1..=side), random.u32(1..=side));
    let (walls, dearest) = (random.u8(..50), [1, 1, 3][random.usize(..3)]);
    let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=dearest) };
    let grid = Grid::from_fn(size, |_| class(random)).unwrap();
    let (straight, diagonal) = [(408, 577), (5, 9), (1, 1)][random.usize(..3)];
    let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)])
        .with_lengths(StepLengths::new(straight, diagonal).unwrap())
        .with_shape(Shape::ALL.get(random.usize(..14)).copied().unwrap_or_default());
    let mut map = NavMap::new(grid, topology);
    if random.u8(..3) == 0 {
        let stamp = DangerStamp::new(2.0, 1.75, Falloff::Linear).unwrap();
        map.add_danger(0, &stamp, random_cell(&map, random)).unwrap();
    }
    map
}

fn random_cell(map: &NavMap, random: &mut Rng) -> IVec2 {
    let size = map.grid().size();
    IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
}

/// Some profiles pass blocked cells, but not all of the terrain below.
fn random_profile(random: &mut Rng) -> CostProfile {
    match random.u8(..6) {
        0 => CostProfile::default().with_cost(0, 2),
        1 => CostProfile::default().with_cost(0, random.u16(1..4)).with_cost(1, random.u16(..2)),
        _ => CostProfile::default(),
    }
}

/// The cells of an agent's own obstacles: one cell, a block, or a few anywhere, some of them twice.
fn own_obstacles(start: IVec2, map: &NavMap, random: &mut Rng) -> Vec<IVec2> {
    match random.u8(..5) {
        0..3 => vec![start],
        3 => {
            let block = (-1..=1).flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y)));
            block.map(|offset| start + offset).collect()
        }
        _ => (0..random.usize(1..6)).map(|_| random_cell(map, random)).collect(),
    }
}

fn in_slices(map: &NavMap, profile: &CostProfile, query: PathQuery) -> Result<Path, PathError> {
    let (mut batch, job) = (Batch::default(), BatchJob::new(profile.clone(), query));
    loop {
        if let Poll::Ready(answer) = batch.solve_one(map, &job, &mut Budget::new(3), &mut ()) {
            return answer;
        }
    }
}

#[test]
fn every_answer_is_that_of_the_map_without_the_agents_own_obstacles() {
    let (mut learning, mut learning_bare) = (SearchScratch::new(), SearchScratch::new());
    let (mut found, mut refused, mut freed) = (0, 0, 0);
    for seed in 0..12_000 {
        let mut random = Rng::with_seed(seed);
        let (mut map, profile) = (random_map(&mut random), random_profile(&mut random));
        let start = random_cell(&map, &mut random);
        let own = own_obstacles(start, &map, &mut random);
        let others = random.usize(..4);
        let mut bare = map.clone();
        for cell in (0..others).map(|_| random_cell(&map, &mut random)).collect::<Vec<_>>() {
            map.block(cell);
            bare.block(cell);
        }
        if random.bool() {
            map.prepare(&profile);
            bare.prepare(&profile);
            if random.bool() {
                map.prepare_landmarks(&profile);
            }
        }
        own.iter().for_each(|&cell| map.block(cell));
        for _ in 0..4 {
            let goals: Vec<IVec2> =
                (0..[1, 1, 1, 3][random.usize(..4)]).map(|_| random_cell(&map, &mut random)).collect();
            let mut query = PathQuery::to_nearest(start, goals).within([0.0, 0.0, 1.5][random.usize(..3)]);
            query.options.in_sight = random.u8(..8) == 0;
            query.options.allow_partial = random.u8(..4) == 0;
            let expected = bare.find_path(&profile, query.clone(), &mut learning_bare, &mut ());
            let with_own = query.clone().with_own_obstacles(own.iter().copied());
            let answer = if random.bool() {
                map.find_path(&profile, with_own, &mut learning, &mut ())
            } else {
                in_slices(&map, &profile, with_own)
            };
            let note = || format!("seed {seed}: {query:?}, own {own:?}, {:?}", map.grid());
            match (answer, expected) {
                (Ok(path), Ok(expected)) => {
                    assert_eq!(path.cost(), expected.cost(), "{}", note());
                    assert_eq!(path.is_partial(), expected.is_partial(), "{}", note());
                    assert_eq!(path.cells()[0], start);
                    let cost = map.without_obstacles(&own).path_cost(&profile, path.cells());
                    assert_eq!(cost, Some(path.cost()), "{}", note());
                    found += 1;
                    freed += usize::from(map.priced(&profile).path_cost(path.cells()).is_none());
                }
                (answer, expected) => {
                    assert_eq!(answer.map(|_| ()), expected.map(|_| ()), "{}", note());
                    refused += 1;
                }
            }
        }
    }
    assert!(found > 10_000 && refused > 5_000 && freed > 10_000, "{found} {refused} {freed}");
}

/// A unit that blocks one cell costs no more expansions than one that blocks none, and an unreachable goal none.
#[test]
fn an_agent_that_blocks_its_own_cell_searches_as_fast_as_any_other() {
    let grid = Grid::from_fn(UVec2::splat(200), |cell| u8::from(cell.x != 150)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let start = IVec2::new(20, 30);
    let ask = |map: &NavMap, goal| {
        let query = PathQuery::new(start, goal).with_own_obstacles([start]);
        map.find_path(&profile, query, &mut SearchScratch::new(), &mut ())
    };
    let free = ask(&map, IVec2::new(140, 170)).unwrap();
    map.block(start);
    let own = ask(&map, IVec2::new(140, 170)).unwrap();
    assert_eq!(own.cost(), free.cost());
    assert!(
        own.nodes_expanded() < free.nodes_expanded() + 20,
        "{} {}",
        own.nodes_expanded(),
        free.nodes_expanded()
    );
    assert!(matches!(ask(&map, IVec2::new(180, 30)), Err(PathError::Unreachable { .. })));
}

/// The cells that steps reach from a start on a map without own obstacles.
fn reached_by_steps(map: &NavMap, profile: &CostProfile, start: IVec2) -> Vec<IVec2> {
    let mut reached = Vec::from_iter(map.is_free(profile, start).then_some(start));
    let mut done = 0;
    while let Some(&cell) = reached.get(done) {
        done += 1;
        for offset in (-2..=2).flat_map(|y| (-2..=2).map(move |x| IVec2::new(x, y))) {
            let next = cell + offset;
            if !reached.contains(&next) && map.allows_step(profile, cell, next) {
                reached.push(next);
            }
        }
    }
    reached
}

/// `connects` reads regions of a map on which the own obstacles stand; the answer is that of steps on the map without them.
#[test]
fn a_query_connects_if_steps_lead_to_a_goal_without_the_own_obstacles() {
    let mut answers = [0; 3];
    for seed in 0..40_000 {
        let mut random = Rng::with_seed(seed);
        let size = UVec2::new(random.u32(1..=8), random.u32(1..=8));
        let walls = random.u8(..75);
        let grid = Grid::from_fn(size, |_| if random.u8(..100) < walls { 0 } else { random.u8(1..=2) });
        let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)])
            .with_shape(Shape::ALL[seed as usize % Shape::ALL.len()]);
        let (mut bare, profile) = (NavMap::new(grid.unwrap(), topology), random_profile(&mut random));
        let start = random_cell(&bare, &mut random);
        let own = own_obstacles(start, &bare, &mut random);
        for cell in (0..random.usize(..6)).map(|_| random_cell(&bare, &mut random)).collect::<Vec<_>>() {
            bare.block(cell);
        }
        let mut map = bare.clone();
        own.iter().for_each(|&cell| map.block(cell));
        map.prepare(&profile);
        let reached = reached_by_steps(&bare, &profile, start);
        for _ in 0..4 {
            let goals = match random.u8(..4) {
                0 => vec![start],
                1 => (0..3).map(|_| random_cell(&map, &mut random)).collect(),
                _ => vec![random_cell(&map, &mut random)],
            };
            let mut query =
                PathQuery::to_nearest(start, goals).within([0.0, 0.0, 1.5, 2.5][random.usize(..4)]);
            query.options.in_sight = random.u8(..4) == 0;
            let found = bare.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ()).is_ok();
            if !query.options.in_sight {
                let is_goal = |&cell: &IVec2| query.goal_of(cell, topology.shape()).is_some();
                assert_eq!(reached.iter().any(is_goal), found, "seed {seed}: {query:?} {bare:?}");
            }
            let query = query.with_own_obstacles(own.iter().copied());
            let answer = map.connects(&profile, &query);
            assert!(
                answer.is_none_or(|connects| connects == found),
                "seed {seed}: {answer:?} {query:?}, {:?} {topology:?}",
                map.grid()
            );
            assert!(answer.is_some() || profile.cost(0) > 0, "unknown only where own obstacles hide walls");
            answers[answer.map_or(2, usize::from)] += 1;
        }
    }
    assert!(answers[0] > 50_000 && answers[1] > 50_000 && answers[2] < 20_000, "{answers:?}");
}
