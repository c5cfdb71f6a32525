//! Every answer on random small maps, compared with a brute-force search that shares no code with the crate.

mod geometry;

use fastrand::Rng;
use geometry::{centre, squared};
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, HexLayout, NavMap, Path, PathError,
    PathQuery, Recorder, Search, Shape, StepLengths, TaskError, Topology,
};

/// How many maps each test makes, unless the environment variable `ORACLE_GRIDS` sets another number.
const GRIDS: u64 = 120_000;

/// A random map, and the numbers that it was made of, for the oracle.
struct Case {
    map: NavMap,
    profile: CostProfile,
    size: IVec2,
    shape: Shape,
    rule: DiagonalRule,
    straight: u64,
    diagonal: u64,
    /// Weight of each cell, 0 for walls.
    weights: Vec<u64>,
}

/// Half of the maps are squares, unless the environment variable `ORACLE_SHAPE` names the number of a shape.
fn random_shape(random: &mut Rng) -> Shape {
    let any = random.usize(..2 * Shape::ALL.len());
    match std::env::var("ORACLE_SHAPE") {
        Ok(number) => Shape::ALL[number.parse::<usize>().expect("ORACLE_SHAPE is a number")],
        Err(_) => Shape::ALL.get(any).copied().unwrap_or_default(),
    }
}

fn random_case(random: &mut Rng) -> Case {
    let size = IVec2::new(random.i32(1..11), random.i32(1..11));
    let rule = DiagonalRule::ALL[random.usize(..4)];
    let shape = random_shape(random);
    let (straight, diagonal) = [(408, 577), (10, 14), (1, 1), (5, 9), (5, 10)][random.usize(..5)];
    let walls = random.u8(..50);
    let costliest = [1, 3, 9, 255][random.usize(..4)];
    let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=costliest) };
    let classes: Vec<u8> = (0..size.x * size.y).map(|_| class(random)).collect();
    let grid = Grid::from_fn(size.as_uvec2(), |cell| classes[(cell.y * size.x + cell.x) as usize]).unwrap();
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    let mut map = NavMap::new(grid, Topology::square(rule).with_shape(shape).with_lengths(lengths));

    let wall_price = if random.u8(..8) == 0 { random.u16(1..40) } else { 0 };
    let mut profile = CostProfile::default().with_cost(0, wall_price);
    let mut weights: Vec<u64> = classes
        .iter()
        .map(|&class| 16 * if class == 0 { u64::from(wall_price) } else { u64::from(class) })
        .collect();
    for layer in 0..random.usize(..3) {
        // Aversions and strengths in quarters, so that the oracle needs no rounding rule.
        let aversion = random.u64(..9);
        profile = profile.with_aversion(layer, aversion as f32 / 4.0).unwrap();
        for _ in 0..random.usize(..4) {
            let (radius, strength) = (random.i32(0..4), random.u64(1..12));
            let centre = IVec2::new(random.i32(-2..12), random.i32(-2..12));
            let stamp = DangerStamp::new(radius as f32, strength as f32 / 4.0, Falloff::Flat).unwrap();
            map.add_danger(layer, &stamp, centre).unwrap();
            for (index, weight) in weights.iter_mut().enumerate().filter(|(_, weight)| **weight > 0) {
                let cell = IVec2::new(index as i32 % size.x, index as i32 / size.x);
                if squared(shape, cell, centre) <= i64::from(radius * radius) {
                    *weight += aversion * strength;
                }
            }
        }
    }
    let (straight, diagonal) = (u64::from(straight), u64::from(diagonal));
    Case { map, profile, size, shape, rule, straight, diagonal, weights }
}

impl Case {
    fn weight(&self, cell: IVec2) -> u64 {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.x && cell.y < self.size.y;
        if inside { self.weights[(cell.y * self.size.x + cell.x) as usize] } else { 0 }
    }

    fn step(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let apart = |a, b| squared(self.shape, a, b);
        if self.weight(from) == 0 || self.weight(to) == 0 {
            return None;
        }
        if apart(from, to) == 1 {
            return Some(self.straight * self.weight(to));
        }
        if apart(from, to) != 2 {
            return None;
        }
        let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| from + IVec2::new(dx, dy)));
        let beside = near.filter(|&side| apart(from, side) == 1 && apart(side, to) == 1);
        let walls = beside.filter(|&side| self.weight(side) == 0).count();
        let legal = match self.rule {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => true,
        };
        legal.then(|| self.diagonal * self.weight(to))
    }

    /// Dijkstra's algorithm without a queue: settle the cheapest open cell until none is left.
    fn brute_force(&self, start: IVec2) -> Vec<Option<u64>> {
        let count = self.weights.len();
        let mut cost = vec![None; count];
        let mut settled = vec![false; count];
        cost[(start.y * self.size.x + start.x) as usize] = Some(0);
        loop {
            let open = (0..count).filter(|&cell| !settled[cell] && cost[cell].is_some());
            let Some(best) = open.min_by_key(|&cell| cost[cell]) else { return cost };
            settled[best] = true;
            let from = IVec2::new(best as i32 % self.size.x, best as i32 / self.size.x);
            for (dx, dy) in (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy))) {
                let to = from + IVec2::new(dx, dy);
                if let Some(step) = self.step(from, to) {
                    let total = cost[best].unwrap() + step;
                    let known = &mut cost[(to.y * self.size.x + to.x) as usize];
                    if known.is_none_or(|known| total < known) {
                        *known = Some(total);
                    }
                }
            }
        }
    }

    /// Whether no wall but the goal's own cell touches the line between the centres of two cells; `from` is free.
    fn sees(&self, from: IVec2, goal: IVec2) -> bool {
        let (start, end) = (centre(self.shape, from), centre(self.shape, goal));
        let is_between = |a: f64, b: f64, at: f64| a.min(b) - 1.0 < at && at < a.max(b) + 1.0;
        let touches = |cell: IVec2| {
            let (x, y) = centre(self.shape, cell);
            is_between(start.0, end.0, x)
                && is_between(start.1, end.1, y)
                && touches((start.0 - x, start.1 - y), (end.0 - x, end.1 - y), &corners(self.shape))
        };
        // All walls that can be between, and those outside the map.
        let (min, max) = (from.min(goal) - 2, from.max(goal) + 2);
        let cells = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| IVec2::new(x, y)));
        !cells.filter(|&cell| cell != goal && self.weight(cell) == 0).any(touches)
    }

    fn random_cell(&self, random: &mut Rng) -> IVec2 {
        IVec2::new(random.i32(0..self.size.x), random.i32(0..self.size.y))
    }

    /// The path starts and ends where it should, every step is legal, and the steps add up to its cost.
    fn check_path(&self, path: &Path, start: IVec2, cost: u64) {
        assert_eq!(path.cells()[0], start);
        let steps = path.cells().windows(2);
        let total: u64 = steps.map(|pair| self.step(pair[0], pair[1]).expect("an illegal step")).sum();
        assert_eq!(total, cost);
        assert_eq!(u64::from(path.cost().units()), cost);
        assert_eq!(self.map.priced(&self.profile).path_cost(path.cells()), Some(path.cost()));
    }
}

/// A query of any kind: one goal or several, near them, in sight of them, or as near as possible.
fn random_query(case: &Case, random: &mut Rng) -> PathQuery {
    let start = case.random_cell(random);
    let goals = [1, 1, 1, 2, 3, random.usize(1..12)][random.usize(..6)];
    let beyond = random.u8(..10) == 0;
    let goals = (0..goals).map(|_| {
        // A goal may be outside the map, to its west or north.
        let shift = if beyond && random.bool() {
            IVec2::new(random.i32(-12..4), random.i32(-3..12))
        } else {
            IVec2::ZERO
        };
        case.random_cell(random) + shift
    });
    let mut query = PathQuery::to_nearest(start, goals.collect::<Vec<_>>());
    query.options.range = [0.0, 0.0, 0.0, 1.0, 1.5, 2.0, 5.0, f32::INFINITY][random.usize(..8)];
    query.options.in_sight = random.u8(..4) == 0;
    query.options.allow_partial = random.u8(..3) == 0;
    // With the default heuristic searches have most ways to go wrong.
    if random.u8(..4) == 0 {
        query.options.heuristic = Heuristic::BUILT_IN[random.usize(..Heuristic::BUILT_IN.len())];
    }
    query
}

/// What the brute force says of a query.
enum Expected {
    /// The cheapest path to a cell that counts as a goal.
    Path(u64),
    /// No such cell can be reached. The least squared distance of a reachable cell to a goal, and the cheapest path to such a cell.
    Partial(i64, u64),
    Error(PathError),
    Unreachable,
}

fn expected(case: &Case, query: &PathQuery) -> Expected {
    let PathQuery { start, options, .. } = *query;
    if case.weight(start) == 0 {
        return Expected::Error(PathError::StartBlocked(start));
    }
    let cells: Vec<IVec2> = (0..case.weights.len())
        .map(|index| IVec2::new(index as i32 % case.size.x, index as i32 / case.size.x))
        .collect();
    let is_near = |cell: IVec2, goal: IVec2| {
        squared(case.shape, cell, goal) as f64 <= f64::from(options.range) * f64::from(options.range)
    };
    let on_map = |goal: &&IVec2| cells.iter().any(|&cell| is_near(cell, **goal));
    let Some(&first_on_map) = query.goals().iter().find(on_map) else {
        return Expected::Error(PathError::GoalOutside(query.goals()[0]));
    };
    let counts = |cell: IVec2| {
        let is_goal = |&goal: &IVec2| is_near(cell, goal) && (!options.in_sight || case.sees(cell, goal));
        case.weight(cell) > 0 && query.goals().iter().any(is_goal)
    };
    let known = case.brute_force(start);
    let ends: Vec<Option<u64>> =
        cells.iter().zip(&known).filter(|&(&cell, _)| counts(cell)).map(|(_, &cost)| cost).collect();
    if let Some(cheapest) = ends.iter().flatten().min() {
        return Expected::Path(*cheapest);
    }
    if options.allow_partial {
        let distance =
            |cell: IVec2| query.goals().iter().map(|&goal| squared(case.shape, cell, goal)).min().unwrap();
        let reached = cells.iter().zip(&known).filter_map(|(&cell, &cost)| Some((distance(cell), cost?)));
        let (distance, cost) = reached.min().unwrap();
        return Expected::Partial(distance, cost);
    }
    if ends.is_empty() {
        Expected::Error(PathError::GoalBlocked(first_on_map))
    } else {
        Expected::Unreachable
    }
}

/// The corners of a cell round its centre, anticlockwise.
fn corners(shape: Shape) -> Vec<(f64, f64)> {
    let (count, turn, radius) = match shape {
        Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns) => (6, 0.0, 1.0 / 3_f64.sqrt()),
        Shape::Hex(_) => (6, 0.5, 1.0 / 3_f64.sqrt()),
        _ => (4, 0.5, 0.5_f64.sqrt()),
    };
    let angle = |nth: i32| (f64::from(nth) + turn) * std::f64::consts::TAU / f64::from(count);
    (0..count).map(|nth| (radius * angle(nth).cos(), radius * angle(nth).sin())).collect()
}

/// Whether a closed polygon touches a segment: each edge cuts off what is outside of it.
fn touches(from: (f64, f64), to: (f64, f64), polygon: &[(f64, f64)]) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let left = |x: f64, y: f64| (b.0 - a.0) * y - (b.1 - a.1) * x;
        let (at, by) = (left(from.0 - a.0, from.1 - a.1) + 1e-9, left(to.0 - from.0, to.1 - from.1));
        if by.abs() > 1e-12 {
            let cut = -at / by;
            (first, last) = if by > 0.0 { (first.max(cut), last) } else { (first, last.min(cut)) };
        } else if at < 0.0 {
            return false;
        }
    }
    first <= last + 1e-9
}

fn check(case: &Case, random: &mut Rng, search: &mut Search) {
    let query = random_query(case, random);
    let answer = case.map.find_path(&case.profile, query.clone(), search, &mut ());
    match (expected(case, &query), &answer) {
        (Expected::Path(cost), Ok(path)) => {
            case.check_path(path, query.start, cost);
            let (end, goal) = (*path.cells().last().unwrap(), query.goals()[path.goal_index().unwrap()]);
            assert!(squared(case.shape, end, goal) as f64 <= f64::from(query.options.range).powi(2));
            assert!(!query.options.in_sight || case.sees(end, goal));
        }
        (Expected::Partial(distance, cost), Ok(path)) => {
            case.check_path(path, query.start, cost);
            let end = *path.cells().last().unwrap();
            assert_eq!(
                query.goals().iter().map(|&goal| squared(case.shape, end, goal)).min(),
                Some(distance)
            );
            assert_eq!((path.is_partial(), path.goal_index()), (true, None));
        }
        (Expected::Error(expected), &Err(error)) => assert_eq!(error, expected),
        (Expected::Unreachable, Err(PathError::Unreachable { .. })) => {}
        _ => panic!("{answer:?} for {query:?} on {:?}", case.map.grid()),
    }
    match random.u8(..4) {
        0 => check_limits(case, &query, &answer, search),
        1 => check_slices(case, random, query, &answer, search),
        _ => {}
    }
}

/// A path is found with as many expansions as it reports, and not with fewer.
fn check_limits(case: &Case, query: &PathQuery, answer: &Result<Path, PathError>, search: &mut Search) {
    let Ok(path) = answer else { return };
    let mut ask =
        |limit| case.map.find_path(&case.profile, query.clone().with_max_expansions(limit), search, &mut ());
    let needed = path.nodes_expanded();
    assert_eq!(ask(needed).as_ref(), Ok(path));
    assert_eq!(ask(needed - 1), Err(PathError::OverBudget(needed - 1)));
}

/// In slices the path is that of one go; watched, its cost.
fn check_slices(
    case: &Case,
    random: &mut Rng,
    query: PathQuery,
    answer: &Result<Path, PathError>,
    search: &mut Search,
) {
    let begun = case.map.begin_path(&case.profile, query.clone(), search).map_err(TaskError::from);
    let sliced = begun.and_then(|mut task| {
        loop {
            let slice = random.u32(1..5);
            if let Some(answer) = case.map.run_path(&case.profile, &mut task, search, slice, &mut ()) {
                break answer;
            }
        }
    });
    assert_eq!(sliced, answer.clone().map_err(TaskError::from));
    let mut seen = Recorder::default();
    let watched = case.map.find_path(&case.profile, query, search, &mut seen);
    assert_eq!(watched.map(|path| path.cost()), answer.clone().map(|path| path.cost()));
}

/// Calls a function with each seed in turn, on all processors.
fn for_each_seed(check: impl Fn(Rng, &mut Search) + Sync) {
    let count =
        std::env::var("ORACLE_GRIDS").map_or(GRIDS, |count| count.parse().expect("ORACLE_GRIDS is a number"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let check = &check;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut search = Search::new();
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
        let mut case = random_case(&mut random);
        if random.bool() {
            case.map.prepare(&case.profile);
        }
        if random.bool() {
            case.map.prepare_landmarks(&case.profile);
        }
        for _ in 0..2 {
            check(&case, &mut random, search);
        }
    });
}

/// An edit of a game. `towers` are the places to which danger was added.
fn edit(case: &mut Case, stamp: &DangerStamp, towers: &mut Vec<IVec2>, random: &mut Rng) {
    let cell = case.random_cell(random);
    match random.u8(0..6) {
        0 => case.map.block(cell),
        1 => case.map.unblock(cell),
        2 => {
            case.map.add_danger(0, stamp, cell).unwrap();
            towers.push(cell);
        }
        3 => {
            if let Some(cell) = towers.pop() {
                case.map.remove_danger(0, stamp, cell).unwrap();
            }
        }
        _ => case.map.set_terrain(cell, random.u8(0..3)).unwrap(),
    }
}

/// What the brute force goes by after edits.
fn weigh(case: &mut Case) {
    let priced = case.map.priced(&case.profile);
    case.weights = (0..case.weights.len()).map(|cell| u64::from(priced.weight(cell))).collect();
}

/// A map that was prepared and then edited: what is kept in step edit by edit must give the cheapest path as well.
#[test]
fn every_cost_equals_brute_force_after_random_edits() {
    for_each_seed(|mut random, search| {
        let mut case = random_case(&mut random);
        let stamp = DangerStamp::new(1.5, 0.75, Falloff::Linear).unwrap();
        let mut towers = Vec::new();
        if random.bool() {
            case.map.prepare_landmarks(&case.profile);
        }
        for _ in 0..random.usize(1..5) {
            case.map.prepare(&case.profile);
            edit(&mut case, &stamp, &mut towers, &mut random);
        }
        case.map.prepare(&case.profile);
        weigh(&mut case);
        for _ in 0..3 {
            check(&case, &mut random, search);
        }
    });
}

/// Queries from the load on, with edits between: the map becomes prepared in slices, and then its landmarks are measured in slices.
#[test]
fn every_cost_equals_brute_force_while_the_map_becomes_ready() {
    for_each_seed(|mut random, search| {
        let mut case = random_case(&mut random);
        let stamp = DangerStamp::new(1.5, 0.75, Falloff::Linear).unwrap();
        let mut towers = Vec::new();
        let profile = case.profile.clone();
        let cells = case.weights.len();
        for _ in 0..8 {
            if case.map.is_prepared(&profile) {
                case.map.measure_landmarks(&profile, random.usize(1..4 * cells + 2));
            } else {
                case.map.prepare_some(&profile, &mut random.usize(1..cells + 2));
            }
            if random.bool() {
                edit(&mut case, &stamp, &mut towers, &mut random);
                weigh(&mut case);
            }
            check(&case, &mut random, search);
        }
    });
}

#[test]
fn the_same_query_gives_the_same_path_whatever_was_asked_before() {
    let mut random = Rng::with_seed(99);
    let grid = Grid::from_fn(UVec2::new(64, 64), |_| random.u8(..4)).unwrap();
    let map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    let mut used = Search::new();
    for _ in 0..500 {
        let cell = |random: &mut Rng| IVec2::new(random.i32(0..64), random.i32(0..64));
        let query = PathQuery::new(cell(&mut random), cell(&mut random));
        let fresh = map.find_path(&profile, query.clone(), &mut Search::new(), &mut ());
        assert_eq!(map.find_path(&profile, query, &mut used, &mut ()), fresh);
    }
}
