//! Every answer on random small maps, compared with a brute-force search that shares no code with the crate.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, NavMap, Path, PathError, PathQuery,
    Search, StepLengths, Topology,
};

/// How many maps each test makes, unless the environment variable `ORACLE_GRIDS` sets another number.
const GRIDS: u64 = 120_000;

/// A random map, and the numbers that it was made of, for the oracle.
struct Case {
    map: NavMap,
    profile: CostProfile,
    size: IVec2,
    rule: DiagonalRule,
    straight: u64,
    diagonal: u64,
    /// Weight of each cell, 0 for walls.
    weights: Vec<u64>,
}

fn random_case(random: &mut Rng) -> Case {
    let size = IVec2::new(random.i32(1..11), random.i32(1..11));
    let rule = DiagonalRule::ALL[random.usize(..4)];
    let (straight, diagonal) = [(408, 577), (10, 14), (1, 1), (5, 9), (5, 10)][random.usize(..5)];
    let walls = random.u8(..50);
    let costliest = [1, 3, 9, 255][random.usize(..4)];
    let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=costliest) };
    let classes: Vec<u8> = (0..size.x * size.y).map(|_| class(random)).collect();
    let grid = Grid::from_fn(size.as_uvec2(), |cell| classes[(cell.y * size.x + cell.x) as usize]).unwrap();
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    let mut map = NavMap::new(grid, Topology::square(rule).with_lengths(lengths));

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
                if cell.distance_squared(centre) <= radius * radius {
                    *weight += aversion * strength;
                }
            }
        }
    }
    let (straight, diagonal) = (u64::from(straight), u64::from(diagonal));
    Case { map, profile, size, rule, straight, diagonal, weights }
}

impl Case {
    fn weight(&self, cell: IVec2) -> u64 {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.x && cell.y < self.size.y;
        if inside { self.weights[(cell.y * self.size.x + cell.x) as usize] } else { 0 }
    }

    fn step(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if self.weight(from) == 0 || self.weight(to) == 0 || dx.abs().max(dy.abs()) != 1 {
            return None;
        }
        if dx == 0 || dy == 0 {
            return Some(self.straight * self.weight(to));
        }
        let walls = [IVec2::new(from.x + dx, from.y), IVec2::new(from.x, from.y + dy)]
            .into_iter()
            .filter(|&side| self.weight(side) == 0)
            .count();
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
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
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

fn check(case: &Case, random: &mut Rng, search: &mut Search) {
    let start = case.random_cell(random);
    let goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| case.random_cell(random)).collect();
    let range = [0.0, 0.0, 1.0, 1.5, 2.0][random.usize(..5)];
    let heuristic = Heuristic::BUILT_IN[random.usize(..Heuristic::BUILT_IN.len())];
    let query = PathQuery::to_nearest(start, goals.iter().copied()).within(range).with_heuristic(heuristic);
    let answer = case.map.find_path(&case.profile, query, search, &mut ());

    if case.weight(start) == 0 {
        assert_eq!(answer, Err(PathError::StartBlocked(start)));
        return;
    }
    let known = case.brute_force(start);
    let near_goal = |cell: IVec2| {
        let squared = |goal: &IVec2| f64::from((cell - *goal).length_squared());
        goals.iter().any(|goal| squared(goal) <= f64::from(range) * f64::from(range))
    };
    let cells = (0..case.weights.len())
        .map(|index| IVec2::new(index as i32 % case.size.x, index as i32 / case.size.x));
    let ends: Vec<(IVec2, Option<u64>)> =
        cells.zip(known).filter(|&(cell, _)| near_goal(cell) && case.weight(cell) > 0).collect();
    match ends.iter().filter_map(|&(_, cost)| cost).min() {
        Some(cheapest) => {
            let path = answer.unwrap_or_else(|error| panic!("{error}, but there is a path"));
            case.check_path(&path, start, cheapest);
            assert!(near_goal(*path.cells().last().unwrap()));
        }
        None if ends.is_empty() => assert_eq!(answer, Err(PathError::GoalBlocked(goals[0]))),
        None => assert!(matches!(answer, Err(PathError::Unreachable { .. }))),
    }
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
            let cell = case.random_cell(&mut random);
            match random.u8(0..6) {
                0 => case.map.block(cell),
                1 => case.map.unblock(cell),
                2 => {
                    case.map.add_danger(0, &stamp, cell).unwrap();
                    towers.push(cell);
                }
                3 => {
                    if let Some(cell) = towers.pop() {
                        case.map.remove_danger(0, &stamp, cell).unwrap();
                    }
                }
                _ => case.map.set_terrain(cell, random.u8(0..3)).unwrap(),
            }
        }
        case.map.prepare(&case.profile);
        let priced = case.map.priced(&case.profile);
        case.weights = (0..case.weights.len()).map(|cell| u64::from(priced.weight(cell))).collect();
        for _ in 0..3 {
            let (start, goal) = (case.random_cell(&mut random), case.random_cell(&mut random));
            let answer = case.map.find_path(&case.profile, PathQuery::new(start, goal), search, &mut ());
            if case.weight(start) == 0 {
                assert_eq!(answer, Err(PathError::StartBlocked(start)));
                continue;
            }
            match case.brute_force(start)[(goal.y * case.size.x + goal.x) as usize] {
                Some(cheapest) => case.check_path(&answer.unwrap(), start, cheapest),
                None => assert!(answer.is_err()),
            }
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
