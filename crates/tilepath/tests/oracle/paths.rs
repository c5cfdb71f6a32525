//! Paths: the answer to a query of any kind, compared with the brute force.

use crate::{
    case::{Case, Plan},
    geometry::squared,
    ground::Ground,
};
use core::task::Poll;
use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    Budget, Heuristic, Path, PathError, PathQuery, Recorder, SearchScratch,
    batch::{Batch, BatchJob, ScopedThreads},
};

/// A query of any kind: for one goal or several, near them, in sight of them, or as near as possible, with own obstacles of the agent.
pub fn random_query(case: &Case, random: &mut Rng) -> PathQuery {
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
    // The brute force takes too long for lines of sight from each cell of a large map.
    let is_small = query.options.range <= 5.0 || case.map.grid().len() <= 400;
    query.options.in_sight = is_small && random.u8(..4) == 0;
    query.options.allow_partial = random.u8(..3) == 0;
    // Searches with the default heuristic have the most ways to go wrong.
    if random.u8(..4) == 0 {
        query.options.heuristic = Heuristic::BUILT_IN[random.usize(..Heuristic::BUILT_IN.len())];
    }
    if random.u8(..8) == 0 {
        query.options.inflation = [1.25, 3.0, 1000.0, f32::INFINITY][random.usize(..4)];
    }
    if random.u8(..3) == 0 {
        query = query.with_own_obstacles(case.random_own(start, random));
    }
    query
}

/// The answer of the brute force to a query.
enum Expected {
    /// The cheapest path to a cell that counts as a goal.
    Path(u64),
    /// No such cell can be reached. Holds the least squared distance of a reachable cell to a goal, and the cheapest path to such a cell.
    Partial(i64, u64),
    Error(PathError),
}

fn expected(ground: &Ground, query: &PathQuery) -> Expected {
    let PathQuery { start, options, .. } = *query;
    if ground.index(start).is_none() {
        return Expected::Error(PathError::StartOutside(start));
    }
    if ground.weight(start) == 0 {
        return Expected::Error(PathError::StartBlocked(start));
    }
    let cells: Vec<IVec2> = ground.cells().collect();
    let is_near = |cell: IVec2, goal: IVec2| {
        squared(ground.shape, cell, goal) as f64 <= f64::from(options.range) * f64::from(options.range)
    };
    let on_map = |goal: &&IVec2| cells.iter().any(|&cell| is_near(cell, **goal));
    let Some(&first_on_map) = query.goals().iter().find(on_map) else {
        return Expected::Error(PathError::GoalOutside(query.goals()[0]));
    };
    let counts = |cell: IVec2| {
        let is_goal = |&goal: &IVec2| is_near(cell, goal) && (!options.in_sight || ground.sees(cell, goal));
        ground.lets_end(cell) && query.goals().iter().any(is_goal)
    };
    let known = ground.brute_force(start);
    let ends: Vec<Option<u64>> =
        cells.iter().zip(&known).filter(|&(&cell, _)| counts(cell)).map(|(_, &cost)| cost).collect();
    if let Some(cheapest) = ends.iter().flatten().min() {
        return Expected::Path(*cheapest);
    }
    if options.allow_partial {
        let distance =
            |cell: IVec2| query.goals().iter().map(|&goal| squared(ground.shape, cell, goal)).min().unwrap();
        let ends = cells.iter().zip(&known).filter(|&(&cell, _)| ground.lets_end(cell));
        let reached = ends.filter_map(|(&cell, &cost)| Some((distance(cell), cost?)));
        return match reached.min() {
            Some((distance, cost)) => Expected::Partial(distance, cost),
            None => Expected::Error(PathError::Unreachable { start, goal: first_on_map }),
        };
    }
    Expected::Error(match ends.is_empty() {
        true => PathError::GoalBlocked(first_on_map),
        false => PathError::Unreachable { start, goal: first_on_map },
    })
}

/// Compares an answer with that of the brute force.
pub fn check_answer(case: &Case, query: &PathQuery, answer: &Result<Path, PathError>) {
    let ground = case.seen(query.own_obstacles(), &Plan::default());
    let shape = ground.shape;
    // A path costs no less than the cheapest, and no more than the inflation allows.
    let within = |path: &Path, cheapest: u64| {
        let most = cheapest as f64 * f64::from(query.options.inflation);
        let cost = u64::from(path.cost().units());
        assert!(
            cost >= cheapest && (query.options.inflation == f32::INFINITY || cost as f64 <= most),
            "{cost} instead of {cheapest} from {} by {:?}: {query:?}, landmarks {}, links {:?} on {:?}",
            query.start,
            case.map.engine(&case.profile, &query.options),
            case.map.has_landmarks(&case.profile),
            ground.links,
            case.map.topology()
        );
    };
    match (expected(&ground, query), answer) {
        (Expected::Path(cost), Ok(path)) => {
            ground.check_path(path, query.start);
            within(path, cost);
            assert!(path.cells().last().is_some_and(|&end| ground.lets_end(end)));
            let (end, goal) = (*path.cells().last().unwrap(), query.goals()[path.goal_index().unwrap()]);
            assert!(squared(shape, end, goal) as f64 <= f64::from(query.options.range).powi(2));
            assert!(!query.options.in_sight || ground.sees(end, goal));
        }
        (Expected::Partial(distance, cost), Ok(path)) => {
            ground.check_path(path, query.start);
            within(path, cost);
            let end = *path.cells().last().unwrap();
            assert!(ground.lets_end(end));
            assert_eq!(query.goals().iter().map(|&goal| squared(shape, end, goal)).min(), Some(distance));
            assert_eq!((path.is_partial(), path.goal_index()), (true, None));
        }
        (Expected::Error(expected), &Err(error)) => assert_eq!(error, expected),
        _ => panic!("{answer:?} for {query:?} on {:?}", case.map.grid()),
    }
}

/// Asks for a path, and for the same path in other ways.
pub fn check(case: &Case, random: &mut Rng, search: &mut SearchScratch) {
    let query = random_query(case, random);
    let answer = case.map.find_path(&case.profile, query.clone(), search, &mut ());
    check_answer(case, &query, &answer);
    if let Ok(path) = &answer {
        let seen = case.map.without_obstacles(query.own_obstacles());
        assert_eq!(seen.path_cost(&case.profile, path.cells()), Some(path.cost()));
    }
    match random.u8(..4) {
        0 => check_limits(case, &query, &answer, search),
        1 => check_slices(case, random, query, &answer, search),
        _ => {}
    }
}

/// A path is found within as many expansions as it reports, and not within fewer.
fn check_limits(
    case: &Case,
    query: &PathQuery,
    answer: &Result<Path, PathError>,
    search: &mut SearchScratch,
) {
    let Ok(path) = answer else { return };
    let mut ask =
        |limit| case.map.find_path(&case.profile, query.clone().with_max_expansions(limit), search, &mut ());
    let needed = path.nodes_expanded();
    assert_eq!(ask(needed).as_ref(), Ok(path));
    assert_eq!(ask(needed - 1), Err(PathError::ExpansionLimit(needed - 1)));
}

/// A search in slices finds the same path as a search in one go; a watched search finds its cost.
fn check_slices(
    case: &Case,
    random: &mut Rng,
    query: PathQuery,
    answer: &Result<Path, PathError>,
    search: &mut SearchScratch,
) {
    let (mut batch, job) = (Batch::default(), BatchJob::new(case.profile.clone(), query.clone()));
    let sliced = loop {
        let mut budget = Budget::new(random.u64(1..5));
        if let Poll::Ready(answer) = batch.solve_one(&case.map, &job, &mut budget, &mut ()) {
            break answer;
        }
    };
    assert_eq!(sliced, *answer);
    let mut seen = Recorder::default();
    let watched = case.map.find_path(&case.profile, query.clone(), search, &mut seen);
    check_answer(case, &query, &watched);
}

/// Queries that share a budget over frames with edits between them are answered on the map as it is now.
pub fn check_batch_between_edits(case: &mut Case, random: &mut Rng) {
    let jobs: Vec<BatchJob> = (0..random.usize(1..4))
        .map(|_| BatchJob::new(case.profile.clone(), random_query(case, random)))
        .collect();
    let (mut batch, mut edits) = (Batch::default(), random.u8(..5));
    let (mut left, most) = (&jobs[..], random.u64(2..40));
    while !left.is_empty() {
        let answers = batch.solve(&case.map, left, &mut Budget::new(random.u64(1..most)), &ScopedThreads(1));
        for (job, answer) in left.iter().zip(&answers) {
            check_answer(case, &job.query, answer);
        }
        left = &left[answers.len()..];
        if edits > 0 && random.bool() {
            case.edit(random);
            edits -= 1;
        }
    }
}
