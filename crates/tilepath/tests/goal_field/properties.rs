//! What must hold on every map, tested on random ones.

use crate::case::{Case, random_topology};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{Budget, GoalFieldScratch, PathQuery, SearchScratch};

/// How many maps each test makes, unless the environment variable `FIELD_GRIDS` sets another number.
const GRIDS: u64 = 10_000;

/// Calls a function with each seed in turn, on all processors.
pub fn for_each_seed(check: impl Fn(Rng) + Sync) {
    let count =
        std::env::var("FIELD_GRIDS").map_or(GRIDS, |count| count.parse().expect("FIELD_GRIDS is a number"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let check = &check;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                (thread..count).step_by(threads as usize).for_each(|seed| check(Rng::with_seed(seed)));
            });
        }
    });
}

#[test]
fn every_cost_equals_brute_force_and_that_of_a_search() {
    for_each_seed(|mut random| {
        let case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        let costs = case.brute_force(&case.steps());
        let mut search = SearchScratch::new();
        for (cell, expected) in case.cells().zip(&costs) {
            assert_eq!(field.cost(cell).map(|cost| u64::from(cost.units())), *expected, "{cell}");
            if random.u8(..20) == 0 {
                let query = PathQuery::to_nearest(cell, case.goals.iter().copied());
                let found = case.map.find_path(&case.profile, query, &mut search, &mut ());
                assert_eq!(found.ok().map(|path| path.cost()), field.cost(cell), "{cell}");
            }
        }
    });
}

#[test]
fn following_the_next_steps_leads_downhill_and_adds_up_to_the_cost() {
    for_each_seed(|mut random| {
        let case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        let reader = case.map.read_goal_field(&field).unwrap();
        let priced = case.map.priced(&case.profile);
        for start in (0..3).map(|_| case.random_cell(&mut random)) {
            let mut cells = vec![start];
            while let Some(next) = reader.next(*cells.last().unwrap()) {
                let here = *cells.last().unwrap();
                let step = reader.step_cost(here, next).expect("a legal step");
                assert_eq!(reader.cost(next).unwrap().saturating_add(step), reader.cost(here).unwrap());
                assert_eq!(Some(u64::from(step.units())), case.step(here, next, |cell| case.weight(cell)));
                cells.push(next);
            }
            let Ok(path) = reader.path_from(start) else {
                assert_eq!((field.cost(start), cells.len()), (None, 1));
                continue;
            };
            assert_eq!((path.cells(), Some(path.cost())), (cells.as_slice(), field.cost(start)));
            let remaining = (0..cells.len()).map(|step| Some(path.cost_from(step)));
            assert!(remaining.eq(cells.iter().map(|&cell| field.cost(cell))));
            let danger = cells[1..].iter().filter_map(|&cell| case.map.grid().index(cell));
            let danger: u64 = danger.map(|index| priced.danger(index)).sum();
            assert_eq!(path.danger(), danger as f64 / 16.0);
            let goal = case.goals.iter().position(|goal| Some(goal) == cells.last());
            assert!(goal.is_some());
            assert_eq!((path.goal_index(), reader.nearest_goal(start)), (goal, goal));
        }
    });
}

#[test]
fn a_cell_without_a_path_is_refused_for_the_reason_that_a_search_gives() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        case.edit(&mut random);
        field.repair(&case.map, &mut GoalFieldScratch::default()).unwrap();
        let reader = case.map.read_goal_field(&field).unwrap();
        for start in [case.random_cell(&mut random), case.random_cell(&mut random), IVec2::new(0, -1)] {
            let query = PathQuery::to_nearest(start, case.goals.iter().copied());
            let found = case.map.find_path(&case.profile, query, &mut SearchScratch::new(), &mut ());
            assert_eq!(reader.path_from(start).err(), found.err());
        }
    });
}

#[test]
fn a_repaired_field_equals_one_that_is_built_again() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        let mut scratch = GoalFieldScratch::default();
        for _ in 0..6 {
            (0..random.usize(1..4)).for_each(|_| case.edit(&mut random));
            let knows_edits = case.knows_edits();
            let edited = case.edited();
            let repair = field.repair(&case.map, &mut scratch).unwrap();
            // A class number that comes to stand for something else edits many cells.
            let area: usize = edited.iter().map(|rect| rect.cells().count()).sum();
            let small = knows_edits && case.map.grid().len() <= 256 && edited.len() <= 4 && area <= 64;
            assert!(
                !repair.rebuilt || !small || case.size().max_element() > 16,
                "{repair:?}: rebuilt for too little"
            );
            case.check_fresh(&field, "after a repair");
        }
    });
}

#[test]
fn other_goals_and_other_topologies_give_a_field_as_if_built_again() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        let mut scratch = GoalFieldScratch::default();
        for _ in 0..4 {
            let mut goals = case.random_goals(&mut random);
            goals.extend(case.goals.iter().copied().filter(|_| random.bool()).collect::<Vec<_>>());
            let old = core::mem::replace(&mut case.goals, goals);
            match field.set_goals(&case.map, &case.goals, &mut scratch) {
                Ok(_) => {
                    case.check_fresh(&field, "after other goals");
                }
                Err(error) => {
                    assert_eq!(case.build().err(), Some(error));
                    case.goals = old;
                    assert_eq!(field.goals(), case.goals);
                }
            }
            if random.u8(..4) == 0 {
                case.map.set_topology(random_topology(&mut random));
                case.map.prepare(&case.profile);
                assert_eq!(
                    case.map.read_goal_field(&field).is_some(),
                    field.topology() == case.map.topology()
                );
            }
            case.edit(&mut random);
            // Other goals and edits may come together.
            if random.bool() {
                field.repair(&case.map, &mut scratch).unwrap();
                assert!(field.is_current(&case.map));
                case.check_fresh(&field, "after another topology");
            }
        }
    });
}

#[test]
fn a_field_built_in_slices_equals_one_built_at_once_even_if_the_map_is_edited_between() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.map.growing_goal_field(&case.profile, &case.goals) else { return };
        let (most, edits) = ([6, 60][random.usize(..2)], random.u8(..4) > 0);
        let (slice, mut scratch) = (Budget::new(random.u64(1..most)), GoalFieldScratch::default());
        while field.grow_everywhere(&case.map, &mut slice.clone(), &mut scratch).is_pending() {
            assert!(!field.is_complete());
            if edits && random.bool() {
                case.edit(&mut random);
            }
        }
        assert!(field.is_complete() && field.is_current(&case.map));
        case.check_fresh(&field, "after slices");
    });
}

#[test]
fn a_field_that_was_not_repaired_never_leads_into_a_wall() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        (0..3).for_each(|_| case.edit(&mut random));
        let reader = case.map.read_goal_field(&field).unwrap();
        let mut at = case.random_cell(&mut random);
        while let Some(next) = reader.next(at) {
            assert!(case.map.allows_step(&case.profile, at, next));
            assert!(field.cost(next) < field.cost(at));
            at = next;
        }
    });
}
