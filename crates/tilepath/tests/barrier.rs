//! What separates a start from its goals, against edits of the map and searches on it.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DiagonalRule, Grid, NavMap, PathError, PathQuery, SearchScratch, Shape, Topology,
};

/// A small map of any shape with walls and obstacles, prepared or not, and a query on it whose start is free.
fn any_case(
    random: &mut Rng,
    round: usize,
    side: u32,
    walls: u8,
) -> Option<(NavMap, PathQuery, CostProfile)> {
    let profile = random_profile(random);
    let size = UVec2::new(random.u32(1..=side), random.u32(1..=side));
    let walls = random.u8(..walls);
    let grid = Grid::from_fn(size, |_| if random.u8(..20) < walls { random.u8(..2) * 2 } else { 1 }).unwrap();
    let topology = Topology::square(DiagonalRule::ALL[round % 4]);
    let mut map = NavMap::new(grid, topology.with_shape(Shape::ALL[round % Shape::ALL.len()]));
    let mut any = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
    let obstacles: Vec<IVec2> = (0..size.element_product() / 3).map(|_| any()).collect();
    obstacles.iter().for_each(|&cell| map.block(cell));
    let (start, goals) = (any(), [any(), any()]);
    let doors: Vec<IVec2> = (0..size.element_product() / 4).map(|_| any()).collect();
    doors.into_iter().for_each(|cell| map.block_as(cell, random.u8(8..10)).unwrap());
    let own: Vec<IVec2> = obstacles.into_iter().take(random.usize(..3)).collect();
    if random.bool() {
        map.prepare(&profile);
    }
    let range = [0.0, 0.0, 1.0, 1.5][random.usize(..4)];
    let query = PathQuery::to_nearest(start, goals).within(range).with_own_obstacles(own.iter().copied());
    map.without_obstacles(&own).is_free(&profile, start).then_some((map, query, profile))
}

/// Class 2 is a wall. Through some classes agents may only pass. Some profiles pass blocked cells, below which there may be such a wall. Classes 8 and 9 are doors.
fn random_profile(random: &mut Rng) -> CostProfile {
    let profile = CostProfile::default().with_cost(2, 0).with_cost(0, [0, 0, 3][random.usize(..3)]);
    let mut profile =
        profile.with_cost(8, [0, 3][random.usize(..2)]).with_cost(9, [0, 0, 5][random.usize(..3)]);
    for class in [0, 2, 8, 9] {
        profile.set_pass_through(class, random.u8(..6) == 0);
    }
    profile
}

/// A map as its failures show it.
fn shown(map: &NavMap) -> String {
    format!("{:?} {} {:?}", map.topology(), map.grid().size(), map.grid().classes())
}

/// Whether a search finds a path on a map from which the obstacles of the agent are really gone.
fn is_reachable(map: &NavMap, profile: &CostProfile, query: &PathQuery) -> bool {
    let plain = query.clone().with_own_obstacles([]);
    match map.find_path(profile, plain, &mut SearchScratch::new(), &mut ()) {
        Ok(_) => true,
        // The start may be blocked by the terrain below a removed obstacle.
        Err(PathError::Unreachable { .. } | PathError::GoalBlocked(_) | PathError::StartBlocked(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

fn unblocked(map: &NavMap, obstacles: &[IVec2]) -> NavMap {
    let mut bare = map.clone();
    obstacles.iter().for_each(|&cell| bare.unblock(cell));
    bare
}

#[test]
fn a_barrier_is_opened_by_obstacles_exactly_where_a_search_finds_a_path_without_them() {
    let mut random = Rng::with_seed(61);
    let mut opened = 0;
    for round in 0..24_000 {
        let Some((map, query, profile)) = any_case(&mut random, round, 7, 7) else { continue };
        let barrier = map.barrier(&profile, &query).unwrap();
        let bare = unblocked(&map, query.own_obstacles());
        let separates = !is_reachable(&bare, &profile, &query);
        assert_eq!(barrier.separates(), separates, "{query:?} {}", shown(&map));
        let any = |random: &mut Rng| IVec2::new(random.i32(-1..8), random.i32(-1..8));
        let mut lifted: Vec<IVec2> = (0..random.usize(1..30)).map(|_| any(&mut random)).collect();
        lifted.retain(|&cell| map.obstacles(cell) > 0 || random.bool());
        let lifted: Vec<(IVec2, u8)> =
            lifted.into_iter().map(|cell| (cell, [0, 8, 9][random.usize(..3)])).collect();
        let opens = barrier.is_opened_by(lifted.iter().copied());
        let mut without = bare;
        lifted.iter().for_each(|&(cell, class)| without.unblock_as(cell, class));
        assert_eq!(opens, is_reachable(&without, &profile, &query), "{lifted:?} {query:?} {}", shown(&map));
        opened += usize::from(opens && separates);
    }
    assert!(opened > 100, "only {opened} barriers were opened");
}

/// Frees the cells of a set, given by bits, whatever blocks them.
fn freed(map: &NavMap, blocked: &[IVec2], set: u32) -> NavMap {
    let mut freed = map.clone();
    let chosen = blocked.iter().enumerate().filter(|(nth, _)| set >> nth & 1 == 1);
    for (_, &cell) in chosen {
        for (class, count) in map.obstacle_classes(cell) {
            (0..count).for_each(|_| freed.unblock_as(cell, class));
        }
        freed.set_terrain(cell, 1).unwrap();
    }
    freed
}

#[test]
fn no_smaller_set_of_cells_opens_a_barrier_than_where_it_is_thinnest() {
    let mut random = Rng::with_seed(62);
    let mut by_count = [0; 4];
    for round in 0..30_000 {
        let Some((map, query, profile)) = any_case(&mut random, round, 4, 16) else { continue };
        let bare = unblocked(&map, query.own_obstacles());
        let barrier = map.barrier(&profile, &query).unwrap();
        let thinnest = barrier.thinnest();
        let cells = || (0..bare.grid().len()).map(|index| bare.grid().cell(index));
        let goals = query
            .goals()
            .iter()
            .flat_map(|&goal| query.cells_of_goal(goal, map.topology().shape(), map.grid().size()));
        let goals: Vec<IVec2> = goals.collect();
        let is_open = |&cell: &IVec2| match goals.contains(&cell) {
            true => bare.lets_end(&profile, cell),
            false => bare.is_free(&profile, cell),
        };
        let blocked: Vec<IVec2> = cells().filter(|cell| !is_open(cell)).collect();
        // While some goal is free, a blocked goal is no goal.
        let any_is_free = goals.iter().any(|&goal| bare.lets_end(&profile, goal));
        let set_of = |takes: &dyn Fn(IVec2) -> bool| {
            (0..).zip(&blocked).filter(|&(_, &cell)| takes(cell)).fold(0, |set, (nth, _)| set | 1 << nth)
        };
        let no_goals: u32 = set_of(&|cell| !any_is_free || !goals.contains(&cell));
        // Cells of a staggered map of one line touch no others.
        let most = set_of(&|cell| !any_is_free || !bare.is_free(&profile, cell) || !goals.contains(&cell));
        let is_open = is_reachable(&bare, &profile, &query)
            || !is_reachable(&freed(&bare, &blocked, most), &profile, &query);
        assert_eq!(thinnest.is_empty(), is_open, "{query:?} {}", shown(&map));
        if is_open {
            by_count[0] += 1;
            continue;
        }
        let bits = thinnest.iter().map(|cell| 1 << blocked.iter().position(|at| at == cell).unwrap());
        assert!(
            is_reachable(&freed(&bare, &blocked, bits.sum()), &profile, &query),
            "{thinnest:?} {query:?} {}",
            shown(&map)
        );
        let smaller = (0..1u32 << blocked.len()).filter(|set| (set.count_ones() as usize) < thinnest.len());
        for set in smaller.filter(|set| set & !no_goals == 0) {
            assert!(
                !is_reachable(&freed(&bare, &blocked, set), &profile, &query),
                "{set:b} {query:?} {}",
                shown(&map)
            );
        }
        by_count[thinnest.len().min(3)] += 1;
    }
    assert!(by_count.iter().all(|&count| count > 10), "{by_count:?}");
}

#[test]
fn of_ways_with_equally_few_walls_the_shortest_counts() {
    // Two rings of walls round the goal: the short way leads through both at once.
    let rows = [[1, 0, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1]];
    let map = NavMap::new(Grid::from_rows(rows).unwrap(), Topology::default());
    let profile = CostProfile::default();
    let thinnest = |start: [i32; 2], goal: [i32; 2]| {
        let query = PathQuery::new(start.into(), goal.into());
        map.barrier(&profile, &query).unwrap().thinnest()
    };
    assert_eq!(thinnest([0, 2], [5, 2]), [IVec2::new(1, 2)]);
    assert_eq!(thinnest([0, 2], [2, 2]), [IVec2::new(1, 2)]);
    assert_eq!(thinnest([3, 0], [3, 2]), [IVec2::new(3, 1)], "straight up, not along the wall");
}

#[test]
fn a_query_that_asks_for_nothing_has_no_barrier() {
    let map = NavMap::new(Grid::new(UVec2::splat(3), 1).unwrap(), Topology::default());
    let error = |query: PathQuery| map.barrier(&CostProfile::default(), &query).unwrap_err();
    let at = |x: i32| IVec2::new(x, 0);
    assert_eq!(error(PathQuery::new(at(-1), at(2))), PathError::StartOutside(at(-1)));
    assert_eq!(error(PathQuery::to_nearest(at(0), [])), PathError::NoGoal);
    assert_eq!(error(PathQuery::new(at(0), at(7))), PathError::GoalOutside(at(7)));
    assert!(matches!(error(PathQuery::new(at(0), at(1)).within(f32::NAN)), PathError::InvalidRange(_)));
}
