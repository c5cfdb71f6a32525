//! Many requests at once: the same answers on one thread and on two, and how much faster.
//!
//! They are answered by [`Batch`], in rounds, as the Bevy plugin answers the requests of a frame. Only the threads differ: those of the
//! standard library here, those of Bevy's task pool there.

use crate::{
    clock, generate,
    map::Map,
    ours::Tilepath,
    scenario::{Case, Event, Scenario},
};
use glam::IVec2;
use tilepath::{
    Budget, CostProfile, Heuristic, NavMap, Path, PathError, PathQuery,
    batch::{Batch, BatchJob, ScopedThreads},
};

const REQUESTS: usize = 1000;

type Answer = Result<Path, PathError>;

/// How many times faster 1,000 mixed requests on a 512² map are on two threads than on one.
///
/// Some agents pay for terrain and danger, some for neither, some have an aversion of their own. Most queries have one goal, the others use
/// every other option. The searches of a frame are not bounded here. Wall-clock time counts, which other work on the machine can only add
/// to: of each call the least time of the rounds is taken for each number of threads.
///
/// # Panics
/// If the answers differ.
pub fn speed_up(rounds: usize) -> f64 {
    let (map, jobs) = crowd(&generate::tower_field(512));
    let mut batches = [Batch::default(), Batch::default()];
    let mut totals = [0.0; 2];
    let mut found = 0;
    for call in calls(&jobs) {
        let expected = solve(&mut batches[0], &map, call, 1);
        found += expected.iter().flatten().count();
        let mut least = [f64::INFINITY; 2];
        for _ in 0..rounds.max(1) {
            for (nth, batch) in batches.iter_mut().enumerate() {
                let (spent, answers) = clock::wall_nanoseconds(|| solve(batch, &map, call, nth + 1));
                assert!(answers == expected, "the answers on two threads are not those on one");
                least[nth] = spent.min(least[nth]);
            }
        }
        (0..2).for_each(|nth| totals[nth] += least[nth]);
    }
    assert!((REQUESTS / 2..REQUESTS).contains(&found), "no mixture: {found} paths found");
    totals[0] / totals[1]
}

fn solve(batch: &mut Batch, map: &NavMap, jobs: &[BatchJob], threads: usize) -> Vec<Answer> {
    batch.solve(map, jobs, &mut Budget::unlimited(), &ScopedThreads(threads))
}

/// The requests call by call.
fn calls(jobs: &[BatchJob]) -> impl Iterator<Item = &[BatchJob]> {
    let mut rest = jobs;
    Batch::rounds().map_while(move |size| {
        let (call, others) = rest.split_at(size.min(rest.len()));
        rest = others;
        (!call.is_empty()).then_some(call)
    })
}

/// A map and the requests.
fn crowd(map: &Map) -> (NavMap, Vec<BatchJob>) {
    let scenario = Scenario::new(map, &Case::named("weighted"), REQUESTS);
    let ends = scenario.events.iter().filter_map(|event| match event {
        Event::Query(query) => Some((query.start, query.goal)),
        Event::Edit(_) => None,
    });
    let ends: Vec<(IVec2, IVec2)> = ends.collect();
    let mut map = Tilepath::new(&scenario.world).into_map();
    let jobs: Vec<BatchJob> = (0..REQUESTS).map(|nth| job(nth, &ends, &map)).collect();
    jobs.iter().take(2).for_each(|job| map.prepare(&job.profile));
    (map, jobs)
}

/// The request of a number: every kind has its turn.
fn job(nth: usize, ends: &[(IVec2, IVec2)], map: &NavMap) -> BatchJob {
    let (start, goal) = ends[nth % ends.len()];
    let query = PathQuery::new(start, goal);
    let query = match nth % 20 {
        11 => query.within(3.0),
        12 => PathQuery::to_nearest(start, [goal, ends[(nth + 1) % ends.len()].1]),
        13 => query.allow_partial(),
        14 => query.with_heuristic(Heuristic::Zero).with_max_expansions(5000),
        15 => query.with_inflation(1.5),
        16 => PathQuery::new(start, IVec2::new(-1, 0)),
        17 => PathQuery::new(start, wall_near(map, goal)),
        _ => query,
    };
    let careful = CostProfile::default();
    let profile = match nth % 4 {
        1 => (1..=9).fold(careful, |profile, class| profile.with_cost(class, 1)).with_aversion(0, 0.0),
        3 => careful.with_aversion(0, 0.5),
        _ => Ok(careful),
    };
    BatchJob::new(profile.expect("a valid aversion"), query)
}

/// The first wall east of a cell, or a cell outside the map.
fn wall_near(map: &NavMap, cell: IVec2) -> IVec2 {
    let east = (cell.x..).map(|x| IVec2::new(x, cell.y));
    east.take(map.grid().size().x as usize).find(|&at| map.grid().class(at) == Some(0)).unwrap_or(-IVec2::X)
}
