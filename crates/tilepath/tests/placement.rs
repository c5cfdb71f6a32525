//! Placement checks on random small maps, compared with a flood fill that shares no code with the crate.

mod geometry;

use fastrand::Rng;
use geometry::squared;
use glam::IVec2;
use tilepath::{
    CostProfile, DiagonalRule, Grid, NavMap, Path, PathError, PathQuery, SearchScratch, Shape, Topology,
    placement::{CutScratch, PlannedBuilding, Route, RouteOutcome},
};

/// Placement checks on maps smaller than a chunk, and on some of several chunks.
const SMALL: u64 = 100_000;
const LARGE: u64 = 8_000;

/// A random map with what it was made of, kept apart for the flood fill.
struct Case {
    map: NavMap,
    profile: CostProfile,
    size: IVec2,
    shape: Shape,
    rule: DiagonalRule,
    classes: Vec<u8>,
    /// The classes that the profile passes, of 0 to 3.
    passable: [bool; 4],
}

fn random_case(random: &mut Rng, longest: i32) -> Case {
    let size = IVec2::new(random.i32(1..=longest), random.i32(1..=longest));
    let rule = DiagonalRule::ALL[random.usize(..4)];
    // Half of the maps are squares.
    let shape = Shape::ALL.get(random.usize(..14)).copied().unwrap_or_default();
    let walls = random.u8(..75);
    let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..4) };
    let classes: Vec<u8> = (0..size.x * size.y).map(|_| class(random)).collect();
    let grid = Grid::from_fn(size.as_uvec2(), |cell| classes[(cell.y * size.x + cell.x) as usize]).unwrap();
    let mut passable = [false, true, true, true];
    match random.u8(..8) {
        0 => passable[random.usize(1..4)] = false,
        1 => passable = core::array::from_fn(|_| random.bool()),
        _ => {}
    }
    let cost = |class: u8| u16::from(passable[usize::from(class)]);
    let profile = (0..4).fold(CostProfile::blocked(), |profile, class| profile.with_cost(class, cost(class)));
    let mut map = NavMap::new(grid, Topology::square(rule).with_shape(shape));
    if random.bool() {
        map.prepare(&profile);
    }
    Case { map, profile, size, shape, rule, classes, passable }
}

/// The steps from cells to those at a distance of one, and to those at the square root of two, which are diagonal; by the parity of the
/// cell.
struct Steps([Vec<(IVec2, bool)>; 4]);

impl Steps {
    fn new(shape: Shape) -> Self {
        Self(core::array::from_fn(|parity| {
            let from = IVec2::new(parity as i32 % 2, parity as i32 / 2);
            let near = (-2..=2).flat_map(|x| (-2..=2).map(move |y| IVec2::new(x, y)));
            near.filter_map(|step| match squared(shape, from, from + step) {
                1 => Some((step, false)),
                2 => Some((step, true)),
                _ => None,
            })
            .collect()
        }))
    }

    fn of(&self, cell: IVec2) -> &[(IVec2, bool)] {
        &self.0[(cell.x.rem_euclid(2) + 2 * cell.y.rem_euclid(2)) as usize]
    }
}

impl Case {
    fn inside(&self, cell: IVec2) -> bool {
        cell.x >= 0 && cell.y >= 0 && cell.x < self.size.x && cell.y < self.size.y
    }

    /// The free cells, if some cells had class 0.
    fn free(&self, blocked: &[IVec2]) -> Vec<bool> {
        let at = |index: usize| IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x);
        let class = |index: usize| if blocked.contains(&at(index)) { 0 } else { self.classes[index] };
        (0..self.classes.len()).map(|index| self.passable[usize::from(class(index))]).collect()
    }

    /// The number of the region of each cell, 0 for walls, step by step as the rule has it.
    fn label(&self, free: &[bool]) -> Vec<u32> {
        let mut labels = vec![0; free.len()];
        let index = |cell: IVec2| (cell.y * self.size.x + cell.x) as usize;
        let is_free = |cell: IVec2| self.inside(cell) && free[index(cell)];
        let steps = Steps::new(self.shape);
        let mut count = 0;
        for seed in 0..free.len() {
            if !free[seed] || labels[seed] > 0 {
                continue;
            }
            count += 1;
            labels[seed] = count;
            let mut open = vec![IVec2::new(seed as i32 % self.size.x, seed as i32 / self.size.x)];
            while let Some(from) = open.pop() {
                for &(step, is_diagonal) in steps.of(from) {
                    let to = from + step;
                    let walls = || {
                        let straight =
                            |of: IVec2| steps.of(of).iter().filter(|(_, is_diagonal)| !is_diagonal);
                        let beside = straight(from).map(|&(step, _)| from + step);
                        let shared =
                            beside.filter(|&beside| straight(beside).any(|&(step, _)| beside + step == to));
                        shared.filter(|&beside| !is_free(beside)).count()
                    };
                    let legal = !is_diagonal
                        || match self.rule {
                            DiagonalRule::Never => false,
                            DiagonalRule::OnlyWhenNoObstacles => walls() == 0,
                            DiagonalRule::IfAtMostOneObstacle => walls() <= 1,
                            DiagonalRule::Always => true,
                        };
                    if legal && is_free(to) && labels[index(to)] == 0 {
                        labels[index(to)] = count;
                        open.push(to);
                    }
                }
            }
        }
        labels
    }

    fn connected(&self, labels: &[u32], from: IVec2, to: IVec2) -> bool {
        let label = |cell: IVec2| {
            if self.inside(cell) { labels[(cell.y * self.size.x + cell.x) as usize] } else { 0 }
        };
        label(from) > 0 && label(from) == label(to)
    }

    /// A cell of the map, or sometimes one beside it.
    fn cell(&self, random: &mut Rng) -> IVec2 {
        let beyond = i32::from(random.u8(..16) == 0);
        IVec2::new(random.i32(-beyond..self.size.x + beyond), random.i32(-beyond..self.size.y + beyond))
    }

    /// A rectangle, single cells strewn about, or a wall across the map.
    fn footprint(&self, random: &mut Rng) -> Vec<IVec2> {
        let corner = self.cell(random);
        let rect = |width: i32, height: i32| {
            (0..height).flat_map(move |y| (0..width).map(move |x| corner + IVec2::new(x, y))).collect()
        };
        match random.u8(..6) {
            0 => (0..random.usize(..6)).map(|_| self.cell(random)).collect(),
            1 => rect(1, 1),
            2 => rect(random.i32(1..6), random.i32(1..6)),
            3 => rect(self.size.x, 1),
            _ => rect(3, 3),
        }
    }
}

fn check(case: &Case, random: &mut Rng, scratch: &mut CutScratch) -> [usize; 3] {
    let cells = case.footprint(random);
    let routes: Vec<Route> =
        (0..random.usize(1..6)).map(|_| Route::new(case.cell(random), case.cell(random))).collect();
    let now = case.label(&case.free(&[]));
    let then = case.label(&case.free(&cells));
    let placement = case.map.check_routes(&case.profile, &PlannedBuilding::new(&cells), &routes, scratch);
    let mut seen = [0; 3];
    for (route, outcome) in routes.iter().zip(placement.outcomes()) {
        let open = |labels: &[u32]| case.connected(labels, route.start, route.goal);
        let (expected, known) = match (open(&now), open(&then)) {
            (true, true) => (0, matches!(outcome, RouteOutcome::Open)),
            (true, false) => (1, matches!(outcome, RouteOutcome::Cut(_))),
            (false, _) => (2, matches!(outcome, RouteOutcome::AlreadyCut(_))),
        };
        seen[expected] += 1;
        assert!(known, "{route:?} with {cells:?}: {outcome:?}\n{:?}", case.map.grid());
    }
    assert_eq!(placement.is_legal(), placement.cut().next().is_none());

    // Cells are separated that were connected, are left, and are connected no more.
    let mut separated = false;
    let mut became = vec![0; now.len() + 1];
    for (&now, &then) in now.iter().zip(&then).filter(|&(&now, &then)| now > 0 && then > 0) {
        let became = &mut became[now as usize];
        separated |= *became > 0 && *became != then;
        *became = then;
    }
    let cut = case.map.cut(&case.profile, &PlannedBuilding::new(&cells), scratch);
    assert_eq!(cut.separates(), separated, "{cells:?}\n{:?}", case.map.grid());
    seen
}

#[test]
fn a_placement_check_says_what_a_flood_fill_says() {
    let mut random = Rng::with_seed(40);
    let mut scratch = CutScratch::new();
    let mut seen = [0; 3];
    for (checks, longest) in [(SMALL, 12), (LARGE, 70)] {
        let mut left = checks;
        while left > 0 {
            let case = random_case(&mut random, longest);
            for _ in 0..left.min(4) {
                let routes = check(&case, &mut random, &mut scratch);
                seen.iter_mut().zip(routes).for_each(|(seen, routes)| *seen += routes);
                left -= 1;
            }
        }
    }
    // All three outcomes must have occurred, or the test proves nothing.
    assert!(seen.iter().all(|&seen| seen > 10_000), "{seen:?}");
}

/// The map with the blockade built, ready for searches.
fn built(case: &Case, cells: &[IVec2]) -> NavMap {
    let mut map = case.map.clone();
    map.prepare(&case.profile);
    cells.iter().for_each(|&cell| map.block(cell));
    map
}

#[test]
fn an_agent_with_several_goals_and_a_range_gets_the_outcome_that_its_search_would_have() {
    let mut random = Rng::with_seed(41);
    let mut scratch = CutScratch::new();
    let mut search = SearchScratch::new();
    let mut seen = [0; 3];
    let mut spared = 0;
    for _ in 0..20_000 {
        let case = random_case(&mut random, 20);
        let cells = case.footprint(&mut random);
        let goals: Vec<IVec2> = (0..random.usize(..4)).map(|_| case.cell(&mut random)).collect();
        let range = [0.0, 0.0, 1.0, 1.5, 3.0][random.usize(..5)];
        let query = PathQuery::to_nearest(case.cell(&mut random), goals).within(range);
        let mut ask = |map: &NavMap| map.find_path(&case.profile, query.clone(), &mut search, &mut ());
        let text = |answer: &Result<Path, PathError>| answer.as_ref().err().map(ToString::to_string);
        let (now, then) = (ask(&built(&case, &[])), ask(&built(&case, &cells)));
        let cut = case.map.cut(&case.profile, &PlannedBuilding::new(&cells), &mut scratch);
        let goals = cut.goals(&query);
        let is_cut = cut.outcome_to(query.start, &goals).is_cut();
        assert!(!is_cut || cut.blocks(query.start) || cut.may_cut(&goals), "{query:?} with {cells:?}");
        spared += usize::from(!cut.may_cut(&goals));
        let (outcome, error) = match cut.outcome_to(query.start, &goals) {
            RouteOutcome::Open => (0, None),
            RouteOutcome::Cut(error) => (1, Some(error.to_string())),
            RouteOutcome::AlreadyCut(error) => (2, Some(error.to_string())),
        };
        let expected = match (&now, &then) {
            (Err(_), _) => (2, text(&now)),
            (Ok(_), Err(_)) => (1, text(&then)),
            (Ok(_), Ok(_)) => (0, None),
        };
        assert_eq!((outcome, error), expected, "{query:?} with {cells:?}\n{:?}", case.map.grid());
        seen[outcome] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 500), "{seen:?}");
    assert!(spared > 8_000, "only {spared} goals needed no check of their agents");
}

#[test]
fn the_path_after_is_the_path_that_is_found_once_it_is_built() {
    let mut random = Rng::with_seed(42);
    let mut search = SearchScratch::new();
    for _ in 0..3_000 {
        let case = random_case(&mut random, 20);
        let cells = case.footprint(&mut random);
        let route = Route::new(case.cell(&mut random), case.cell(&mut random));
        let before = case.map.grid().clone();
        let after = case.map.path_after(&case.profile, &PlannedBuilding::new(&cells), route, &mut search);
        assert_eq!(case.map.grid(), &before);
        let query = PathQuery::new(route.start, route.goal);
        let found = built(&case, &cells).find_path(&case.profile, query, &mut search, &mut ());
        match (after, found) {
            (Ok(after), Ok(found)) => assert_eq!(after.cost(), found.cost()),
            (after, found) => {
                assert_eq!(after.err().map(|e| e.to_string()), found.err().map(|e| e.to_string()));
            }
        }
    }
}
