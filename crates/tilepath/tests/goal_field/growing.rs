//! Fields that grow as far as somebody asks: what they know is what a fresh field says, whatever is edited between.

use crate::{case::Case, properties::for_each_seed};
use core::task::Poll;
use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    Budget, CellRect, CostProfile, GoalField, GoalFieldError, GoalFieldScratch, Grid, NavMap, PathError,
    PathQuery, SearchScratch, Topology,
};

/// What is known equals a field that is built at once.
fn check_known(case: &Case, field: &GoalField, what: &str) {
    let fresh = case.build();
    for cell in case.cells() {
        let expected = fresh.as_ref().ok().and_then(|fresh| fresh.cost(cell)).filter(|_| field.knows(cell));
        assert_eq!(field.cost(cell), expected, "{cell} of {:?} {what}", case.map.topology());
        assert!(field.knows(cell) || !field.is_complete());
        assert!(field.knows(cell) || case.weight(cell) > 0, "a wall is known");
    }
}

fn random_cells(case: &Case, random: &mut Rng) -> Vec<IVec2> {
    (0..random.usize(..3)).map(|_| case.random_cell(random)).collect()
}

/// Grows a field to some cells, however far that is.
fn grow(
    field: &mut GoalField,
    map: &NavMap,
    cells: &[IVec2],
    scratch: &mut GoalFieldScratch,
) -> Poll<Result<(), GoalFieldError>> {
    field.grow(map, cells, &mut Budget::unlimited(), scratch)
}

#[test]
fn what_a_growing_field_knows_equals_a_fresh_field_whatever_is_edited_between() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.map.growing_goal_field(&case.profile, &case.goals) else { return };
        let mut scratch = GoalFieldScratch::default();
        for _ in 0..12 {
            match random.u8(..12) {
                0..4 => {
                    let cells = random_cells(&case, &mut random);
                    let mut budget = Budget::new(random.u64(..90));
                    let is_grown = field.grow(&case.map, &cells, &mut budget, &mut scratch).is_ready();
                    assert!(is_grown || budget.is_spent());
                    let fresh = case.build();
                    let cost = |cell| fresh.as_ref().ok().and_then(|fresh| fresh.cost(cell));
                    for cell in cells.into_iter().filter(|_| is_grown) {
                        assert_eq!(field.cost(cell), cost(cell), "{cell}");
                    }
                    check_known(&case, &field, "after it grew");
                }
                4 => {
                    let goals = case.random_goals(&mut random);
                    let old = core::mem::replace(&mut case.goals, goals);
                    let outcome = if random.bool() {
                        field.regrow(&case.map, &case.goals)
                    } else {
                        field.set_goals(&case.map, &case.goals, &mut scratch).map(|_| ())
                    };
                    if outcome.is_err() {
                        case.goals = old;
                        continue;
                    }
                    check_known(&case, &field, "after other goals");
                }
                5..9 => {
                    field.repair(&case.map, &mut scratch).unwrap();
                    check_known(&case, &field, "after a repair");
                }
                _ => case.edit(&mut random),
            }
        }
        let all: Vec<IVec2> = case.cells().collect();
        assert_eq!(grow(&mut field, &case.map, &all, &mut scratch), Poll::Ready(Ok(())));
        case.check_fresh(&field, "after it grew over all cells");
    });
}

#[test]
fn reading_a_growing_field_never_leads_beyond_what_it_knows() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.map.growing_goal_field(&case.profile, &case.goals) else { return };
        let (mut scratch, mut search) = (GoalFieldScratch::default(), SearchScratch::new());
        let cells = random_cells(&case, &mut random);
        let _ = field.grow(&case.map, &cells, &mut Budget::new(random.u64(..300)), &mut scratch);
        if random.bool() {
            case.edit(&mut random);
            field.repair(&case.map, &mut scratch).unwrap();
        }
        let reader = case.map.read_goal_field(&field).unwrap();
        for start in (0..6).map(|_| case.random_cell(&mut random)) {
            let query = PathQuery::to_nearest(start, case.goals.iter().copied());
            let found = case.map.find_path(&case.profile, query, &mut search, &mut ());
            match reader.path_from(start) {
                Ok(path) => {
                    assert!(path.cells().iter().all(|&cell| reader.knows(cell)));
                    assert_eq!(Some(path.cost()), found.ok().map(|path| path.cost()));
                }
                Err(PathError::ExpansionLimit(_)) => {
                    assert!(!reader.knows(start) && reader.next(start).is_none());
                    assert!(matches!(found, Ok(_) | Err(PathError::TooCostly)));
                }
                Err(error) => assert_eq!(Some(error), found.err()),
            }
        }
    });
}

fn open_map(side: u32) -> (NavMap, CostProfile) {
    let mut map = NavMap::new(Grid::new([side, side].into(), 1).unwrap(), Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    (map, profile)
}

#[test]
fn it_grows_as_far_as_asked_and_goes_on_from_there() {
    let (mut map, profile) = open_map(200);
    let mut scratch = GoalFieldScratch::default();
    let goal = IVec2::splat(100);
    let mut field = map.growing_goal_field(&profile, &[goal]).unwrap();
    assert!(field.knows(goal) && !field.knows(goal + 1) && !field.is_complete());
    let mut grow = |field: &mut GoalField, map: &NavMap, cell: IVec2| {
        let mut budget = Budget::new(100_000);
        assert_eq!(field.grow(map, &[cell], &mut budget, &mut scratch), Poll::Ready(Ok(())));
        100_000 - budget.left()
    };
    let near = grow(&mut field, &map, IVec2::new(120, 100));
    assert!((1_000..2_500).contains(&near), "{near}");
    assert_eq!(grow(&mut field, &map, IVec2::new(81, 100)), 0, "known already");
    let on = grow(&mut field, &map, IVec2::new(125, 100));
    assert!((300..2_000).contains(&on), "{on}");
    // A wall with cells behind it that nobody reaches.
    CellRect::of_cell(IVec2::splat(20)).grown(1).cells().for_each(|cell| map.block(cell));
    map.unblock(IVec2::splat(20));
    assert_eq!(grow(&mut field, &map, IVec2::splat(20)), 0, "no reason to grow");
    assert_eq!(grow(&mut field, &map, IVec2::new(-1, 300)), 0, "no reason to grow");
    assert!(!field.knows(IVec2::splat(20)));
    let corner = IVec2::ZERO;
    let few = &mut Budget::new(500);
    assert!(field.grow(&map, &[corner], few, &mut GoalFieldScratch::default()).is_pending());
    let rest = grow(&mut field, &map, corner);
    assert!(rest > 30_000 && field.knows(corner), "{rest}");
}

#[test]
fn an_edit_at_the_frontier_moves_it() {
    let (mut map, profile) = open_map(60);
    let mut scratch = GoalFieldScratch::default();
    let mut field = map.growing_goal_field(&profile, &[IVec2::new(30, 30)]).unwrap();
    let agent = IVec2::new(40, 30);
    assert_eq!(grow(&mut field, &map, &[agent], &mut scratch), Poll::Ready(Ok(())));
    // A wall between pushes the agent out, and nobody reads a cost that is too low.
    (20..41).for_each(|y| map.block(IVec2::new(35, y)));
    field.repair(&map, &mut scratch).unwrap();
    assert!(!field.knows(agent));
    assert_eq!(grow(&mut field, &map, &[agent], &mut scratch), Poll::Ready(Ok(())));
    let detour = field.cost(agent).unwrap();
    let fresh = |map: &NavMap| {
        map.goal_field(&profile, &[IVec2::new(30, 30)], &mut GoalFieldScratch::default()).unwrap().cost(agent)
    };
    assert_eq!(Some(detour), fresh(&map));
    (20..41).for_each(|y| map.unblock(IVec2::new(35, y)));
    field.repair(&map, &mut scratch).unwrap();
    assert!(field.cost(agent).unwrap() < detour && field.cost(agent) == fresh(&map));
}
