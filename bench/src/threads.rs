//! Many requests at once: the same answers on one thread and on two, and how much faster.

use crate::{
    clock, generate,
    map::Map,
    ours::Tilepath,
    scenario::{Case, Event, Scenario},
};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};
use tilepath::{CostProfile, NavMap, Path, PathError, PathQuery, Search};

const REQUESTS: usize = 1000;

type Answer = Result<Path, PathError>;

/// How many times faster 1,000 mixed requests on a 512² map are on two threads than on one.
///
/// Every other request is of an agent to whom all ground is the same; the others pay for terrain and danger. Wall-clock time counts
/// here, which other work on the machine can only add to: the least of the rounds is taken for each number of threads.
///
/// # Panics
/// Where the answers differ.
pub fn speed_up(rounds: usize) -> f64 {
    let crowd = Crowd::new(&generate::tower_field(512));
    let expected = crowd.solve(1);
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds.max(1) {
        for threads in [1, 2] {
            let (spent, answers) = clock::wall_nanoseconds(|| crowd.solve(threads));
            assert!(answers == expected, "the answers on {threads} threads are not those on one");
            least[threads - 1] = spent.min(least[threads - 1]);
        }
    }
    least[0] / least[1]
}

struct Crowd {
    map: NavMap,
    requests: Vec<(CostProfile, PathQuery)>,
}

impl Crowd {
    fn new(map: &Map) -> Self {
        let scenario = Scenario::new(map, &Case::named("weighted"), REQUESTS);
        let queries = scenario.events.iter().filter_map(|event| match event {
            Event::Query(query) => Some(PathQuery::new(query.start, query.goal)),
            Event::Edit(_) => None,
        });
        let queries: Vec<PathQuery> = queries.collect();
        let careful = CostProfile::default();
        let flyer = (1..=9).fold(CostProfile::default(), |profile, class| profile.with_cost(class, 1));
        let flyer = flyer.with_aversion(0, 0.0).expect("a sound aversion");
        let profile = |nth: usize| if nth.is_multiple_of(2) { careful.clone() } else { flyer.clone() };
        let requests =
            (0..REQUESTS).map(|nth| (profile(nth), queries[nth % queries.len()].clone())).collect();
        let mut map = Tilepath::new(&scenario.world).into_map();
        map.prepare(&flyer);
        Self { map, requests }
    }

    /// Each thread takes the next request when it is done with one, on a scratch of its own; the answers come in the order of the
    /// requests.
    fn solve(&self, threads: usize) -> Vec<Answer> {
        let next = AtomicUsize::new(0);
        let mut answers: Vec<(usize, Answer)> = thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.solve_some(&next))).collect();
            running.into_iter().flat_map(|share| share.join().expect("no panic")).collect()
        });
        answers.sort_by_key(|&(nth, _)| nth);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    fn solve_some(&self, next: &AtomicUsize) -> Vec<(usize, Answer)> {
        let mut search = Search::new();
        let mine = std::iter::from_fn(|| {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            self.requests.get(nth).map(|request| (nth, request))
        });
        let solve = |(nth, (profile, query)): (usize, &(CostProfile, PathQuery))| {
            (nth, self.map.find_path(profile, query.clone(), &mut search, &mut ()))
        };
        mine.map(solve).collect()
    }
}
