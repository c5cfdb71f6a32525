//! Work in slices of any sizes ends as work in one go.

use crate::{
    config,
    level::{Level, Ready, levels, spots, trips},
};
use core::task::Poll;
use proptest::{collection::vec, prelude::*};
use tilepath::{
    Budget, GoalFieldScratch, NavMap, Path, PathError, PathQuery, SearchScratch,
    batch::{Batch, BatchJob, ScopedThreads},
};

/// The sizes of slices, which come again and again.
fn slices() -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![3 => 1_u64..9, 1 => 1_u64..200], 1..6)
}

/// Calls a function with a budget of each size in turn, until the function is done. Checks that a call
/// that is not done has spent its whole budget.
fn in_slices<T>(slices: &[u64], mut go_on: impl FnMut(&mut Budget) -> Poll<T>) -> T {
    for &slice in slices.iter().cycle() {
        let mut budget = Budget::new(slice);
        match go_on(&mut budget) {
            Poll::Ready(done) => return done,
            Poll::Pending => assert!(budget.is_spent(), "pending with {budget:?} left"),
        }
    }
    unreachable!("slices come again and again");
}

/// Queries with all kinds of options that keep a search exact or not.
fn queries(level: &Level, trips: Vec<(crate::level::Spot, crate::level::Spot)>) -> Vec<PathQuery> {
    let query = |(nth, trip)| {
        let (start, goal) = level.ends(trip);
        let query = PathQuery::new(start, goal);
        match nth {
            0 => query,
            1 => query.allow_partial(),
            2 => query.within(2.0),
            _ => query.with_inflation(1.5),
        }
    };
    trips.into_iter().enumerate().map(query).collect()
}

type Figures = Result<(Path, u32, u32), PathError>;

fn figures(answer: Result<Path, PathError>) -> Figures {
    answer.map(|path| (path.clone(), path.nodes_expanded(), path.nodes_generated()))
}

fn in_one_go(map: &NavMap, level: &Level, query: PathQuery) -> Figures {
    figures(map.find_path(&level.profile(), query, &mut SearchScratch::new(), &mut ()))
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_search_in_slices_finds_the_path_of_one_go(level in levels(), trips in trips(), slices in slices()) {
        let (map, mut batch) = (level.map(), Batch::default());
        for query in queries(&level, trips) {
            let job = BatchJob::new(level.profile(), query.clone());
            let sliced = in_slices(&slices, |budget| batch.solve_one(&map, &job, budget, &mut ()));
            prop_assert_eq!(figures(sliced), in_one_go(&map, &level, query));
        }
    }

    #[test]
    fn a_batch_in_slices_on_threads_finds_the_paths_of_one_go(
        level in levels(),
        trips in vec((spots(), spots()), 1..8),
        slices in slices(),
    ) {
        let (map, mut batch) = (level.map(), Batch::default());
        let queries = queries(&level, trips);
        let jobs: Vec<_> =
            queries.iter().map(|query| BatchJob::new(level.profile(), query.clone())).collect();
        let mut answers = Vec::new();
        for &slice in slices.iter().cycle() {
            let left = &jobs[answers.len()..];
            answers.extend(batch.solve(&map, left, &mut Budget::new(slice), &ScopedThreads(2)));
            if answers.len() == jobs.len() {
                break;
            }
        }
        for (answer, query) in answers.into_iter().zip(queries) {
            prop_assert_eq!(figures(answer), in_one_go(&map, &level, query));
        }
    }

    #[test]
    fn a_map_prepared_in_slices_answers_as_one_prepared_in_one_go(
        level in levels(),
        trips in trips(),
        slices in slices(),
    ) {
        let (profile, mut sliced) = (level.profile(), level.map_for(Ready::Nothing));
        match level.ready {
            Ready::Nothing => {}
            Ready::Searches => in_slices(&slices, |budget| sliced.prepare_some(&profile, budget)),
            Ready::Landmarks => in_slices(&slices, |budget| sliced.measure_landmarks(&profile, budget)),
        }
        let map = level.map();
        prop_assert_eq!(sliced.has_landmarks(&profile), map.has_landmarks(&profile));
        for query in queries(&level, trips) {
            prop_assert_eq!(in_one_go(&sliced, &level, query.clone()), in_one_go(&map, &level, query));
        }
    }

    #[test]
    fn a_field_that_grows_in_slices_equals_one_built_in_one_go(
        level in levels(),
        goals in vec(spots(), 1..4),
        wanted in vec(spots(), 0..4),
        slices in slices(),
    ) {
        let (map, profile) = (level.map_for(Ready::Searches), level.profile());
        let goals: Vec<_> = goals.into_iter().map(|goal| level.free(goal)).collect();
        let mut scratch = GoalFieldScratch::default();
        let Ok(whole) = map.goal_field(&profile, &goals, &mut scratch) else { return Ok(()) };
        let mut growing = map.growing_goal_field(&profile, &goals).unwrap();
        for cell in wanted.into_iter().map(|spot| spot.on(level.size)) {
            in_slices(&slices, |budget| growing.grow(&map, &[cell], budget, &mut scratch)).unwrap();
            prop_assert_eq!(growing.cost(cell), whole.cost(cell));
            for cell in level.ground().cells().filter(|&cell| growing.knows(cell)) {
                prop_assert_eq!(growing.cost(cell), whole.cost(cell));
            }
        }
        in_slices(&slices, |budget| growing.grow_everywhere(&map, budget, &mut scratch)).unwrap();
        prop_assert!(growing.is_complete());
        for cell in level.ground().cells() {
            prop_assert_eq!(growing.cost(cell), whole.cost(cell));
        }
    }
}
