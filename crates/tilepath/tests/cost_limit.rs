//! At the limit of what a cost can represent: `TooCostly` is answered where there is a path and only there, in every mode.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, GoalFieldScratch, Grid, NavMap, Path, PathError,
    PathQuery, SearchScratch, StepLengths, Topology,
};

fn find(map: &NavMap, profile: &CostProfile, query: PathQuery) -> Result<Path, PathError> {
    map.find_path(profile, query, &mut SearchScratch::new(), &mut ())
}

/// The answer of the map as it is, prepared, with landmarks, partial, and of a goal field. All must agree; returns the cost or the error.
fn ask_in_all_modes(
    map: &mut NavMap,
    profile: &CostProfile,
    start: IVec2,
    goal: IVec2,
) -> Result<Cost, PathError> {
    let query = PathQuery::new(start, goal);
    let cost = |answer: Result<Path, PathError>| answer.map(|path| path.cost());
    let plain = cost(find(map, profile, query.clone()));
    let partial = find(map, profile, query.clone().allow_partial());
    match plain {
        Err(PathError::Unreachable { .. } | PathError::GoalBlocked(_)) => {
            assert!(partial.as_ref().is_ok_and(Path::is_partial));
        }
        plain => assert_eq!(cost(partial.clone()), plain),
    }
    let nearest = PathQuery::to_nearest(start, [goal, goal]);
    assert_eq!(cost(find(map, profile, nearest)), plain);
    map.prepare(profile);
    assert_eq!(cost(find(map, profile, query.clone())), plain);
    let partial_prepared = find(map, profile, query.clone().allow_partial());
    assert_eq!(cost(partial_prepared), cost(partial));
    map.prepare_landmarks(profile);
    assert_eq!(cost(find(map, profile, query)), plain);
    let mut scratch = GoalFieldScratch::default();
    if let Ok(field) = map.goal_field(profile, &[goal], &mut scratch) {
        let read = map.read_goal_field(&field).unwrap().path_from(start);
        assert_eq!(cost(read), plain);
    }
    plain
}

#[test]
fn a_goal_behind_walls_is_unreachable_even_where_a_step_is_too_costly() {
    let dear = CostProfile::default().with_cost(255, u16::MAX);
    let mut grid = Grid::new([30, 1].into(), 255).unwrap();
    grid.set_class(IVec2::new(28, 0), 0).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let (start, goal) = (IVec2::ZERO, IVec2::new(29, 0));
    let answer = ask_in_all_modes(&mut map, &dear, start, goal);
    assert_eq!(answer, Err(PathError::Unreachable { start, goal }));
    map.set_terrain(IVec2::new(28, 0), 255).unwrap();
    assert_eq!(ask_in_all_modes(&mut map, &dear, start, goal), Err(PathError::TooCostly));
}

#[test]
fn a_weight_too_great_to_be_counted_is_too_costly_to_enter() {
    let stamp = DangerStamp::new(0.0, 4095.0, Falloff::Flat).unwrap();
    let frightened = CostProfile::default().with_aversion(0, 65_535.0).unwrap();
    for lengths in [StepLengths::UNIFORM, StepLengths::new(1, 2).unwrap(), StepLengths::new(2, 2).unwrap()] {
        let grid = Grid::new([3, 1].into(), 1).unwrap();
        let mut map = NavMap::new(grid, Topology::default().with_lengths(lengths));
        let (start, goal) = (IVec2::ZERO, IVec2::new(2, 0));
        map.add_danger(0, &stamp, IVec2::X).unwrap();
        let answer = ask_in_all_modes(&mut map, &frightened, start, goal);
        let weight = 16 + 65_535 * 65_520_u64;
        assert!(weight > 1 << 31);
        assert_eq!(answer, Err(PathError::TooCostly), "{lengths:?}");
        map.remove_danger(0, &stamp, IVec2::X).unwrap();
        assert!(ask_in_all_modes(&mut map, &frightened, start, goal).is_ok());
    }
}

/// A corridor that winds over the whole map.
fn snake(size: UVec2, mut class: impl FnMut(IVec2) -> u8) -> Grid {
    Grid::from_fn(size, |cell| {
        let gap = if cell.y % 4 == 1 { size.x as i32 - 1 } else { 0 };
        if cell.y % 2 == 0 || cell.x == gap { class(cell) } else { 0 }
    })
    .unwrap()
}

#[test]
fn along_a_snake_costs_are_exact_up_to_the_limit_and_too_costly_beyond() {
    let mut random = Rng::with_seed(24);
    let mut reached = [0; 2];
    for round in 0..40 {
        let size = UVec2::new(random.u32(3..40), random.u32(3..30));
        let profile = CostProfile::default().with_cost(9, random.u16(20_000..)).with_cost(8, random.u16(1..));
        let grid = snake(size, |_| 8 + random.u8(0..2));
        let (straight, diagonal) = [(408, 577), (4096, 5793), (1, 1), (10, 14)][round % 4];
        let lengths = StepLengths::new(straight, diagonal).unwrap();
        // Without diagonals there is one path, whose cost is a plain sum.
        let topology = Topology::square(DiagonalRule::Never).with_lengths(lengths);
        let map = NavMap::new(grid, topology);
        let (mut at, mut from, mut cost) = (IVec2::ZERO, IVec2::MIN, 0_u64);
        let mut cells = Vec::new();
        loop {
            let around = [IVec2::X, IVec2::Y, IVec2::NEG_X].map(|step| at + step);
            let next = around.into_iter().find(|&next| next != from && map.is_free(&profile, next));
            let Some(next) = next else { break };
            let class = map.grid().class(next).unwrap();
            cost += u64::from(straight) * 16 * u64::from(profile.cost(class));
            cells.push((next, cost));
            (from, at) = (at, next);
        }
        let beyond = cells.iter().position(|&(_, cost)| cost >= u64::from(u32::MAX)).unwrap_or(cells.len());
        for nth in [beyond.saturating_sub(1), beyond, random.usize(..cells.len()), cells.len() - 1] {
            let Some(&(goal, cost)) = cells.get(nth) else { continue };
            let mut fresh = NavMap::new(map.grid().clone(), topology);
            let answer = ask_in_all_modes(&mut fresh, &profile, IVec2::ZERO, goal);
            match u32::try_from(cost).ok().filter(|&cost| cost < u32::MAX) {
                Some(cost) => assert_eq!(answer, Ok(Cost::from_units(cost))),
                None => assert_eq!(answer, Err(PathError::TooCostly)),
            }
            reached[usize::from(answer.is_ok())] += 1;
        }
    }
    assert!(reached.iter().all(|&count| count > 15), "{reached:?}");
}

#[test]
fn random_dear_maps_are_answered_alike_in_every_mode() {
    let mut random = Rng::with_seed(23);
    let mut kinds = [0; 3];
    for _ in 0..1500 {
        let size = UVec2::new(random.u32(1..14), random.u32(1..14));
        let walls = random.u8(0..60);
        let grid = Grid::from_fn(size, |_| if random.u8(..100) < walls { 0 } else { random.u8(254..=255) });
        let profile = CostProfile::default().with_cost(255, random.u16(1..)).with_cost(254, random.u16(1..));
        let rule = DiagonalRule::ALL[random.usize(..4)];
        let straight = [1, 2, 408, 4096][random.usize(..4)];
        let lengths = StepLengths::new(straight, straight + random.u32(0..=straight)).unwrap();
        let mut map = NavMap::new(grid.unwrap(), Topology::square(rule).with_lengths(lengths));
        let stamp = DangerStamp::new(2.0, 4000.0, Falloff::Linear).unwrap();
        let profile = profile.with_aversion(0, [0.0, 1.0, 65_535.0][random.usize(..3)]).unwrap();
        let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        map.add_danger(0, &stamp, cell()).unwrap();
        let (start, goal) = (cell(), cell());
        match ask_in_all_modes(&mut map, &profile, start, goal) {
            Ok(_) => kinds[0] += 1,
            Err(PathError::TooCostly) => kinds[1] += 1,
            Err(PathError::Unreachable { .. }) => kinds[2] += 1,
            Err(_) => {}
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 50), "{kinds:?}");
}
