//! Batches against searches made one after the other, on any threads in any order.

use super::{
    job::BatchJob,
    practice::SEARCHES,
    shared_jobs::{Clock, SharedJobs},
    solver::Batch,
    threads::{ScopedThreads, Threads},
    worker::Worker,
};
use crate::{
    astar::Recorder,
    budget::Budget,
    ground::{CostProfile, DangerStamp, Falloff, Grid, Heuristic, HexLayout, Topology},
    jump::Engine,
    map::NavMap,
    path::{Path, PathError, PathQuery, PathSearch},
    search::SearchScratch,
};
use core::{
    cell::RefCell,
    sync::atomic::{AtomicU64, Ordering},
    task::Poll,
    time::Duration,
};
use glam::IVec2;

const SIDE: i32 = 56;

/// Workers that take turns on one thread, chunk by chunk, as a random order has it.
struct Turns {
    count: usize,
    random: RefCell<fastrand::Rng>,
}

impl Turns {
    fn new(count: usize, seed: u64) -> Self {
        Self { count, random: RefCell::new(fastrand::Rng::with_seed(seed)) }
    }
}

impl Threads for Turns {
    fn count(&self) -> usize {
        self.count
    }

    fn for_each<T: Send>(&self, items: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
        items.for_each(work);
    }

    fn run(&self, workers: &mut [Worker]) {
        let mut at_work: Vec<&mut Worker> = workers.iter_mut().collect();
        while !at_work.is_empty() {
            let turn = self.random.borrow_mut().usize(..at_work.len());
            if !at_work[turn].step(&mut ()) {
                at_work.swap_remove(turn);
            }
        }
    }
}

fn map(random: &mut fastrand::Rng) -> NavMap {
    let grid = Grid::from_fn([SIDE as u32; 2].into(), |_| [0, 1, 1, 1, 3, 7][random.usize(..6)]).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let stamp = DangerStamp::new(5.0, 2.0, Falloff::Linear).unwrap();
    (0..4).for_each(|_| map.add_danger(0, &stamp, anywhere(random)).unwrap());
    map.prepare(&CostProfile::default());
    map
}

fn anywhere(random: &mut fastrand::Rng) -> IVec2 {
    IVec2::new(random.i32(-1..SIDE), random.i32(0..SIDE))
}

/// A query of any kind: some can't be answered, some take many chunks.
fn job(random: &mut fastrand::Rng) -> BatchJob {
    let fearless = CostProfile::default().with_aversion(0, 0.0).unwrap();
    let flyer = CostProfile::default().with_cost(0, 1);
    let profile = [CostProfile::default(), fearless, flyer][random.usize(..3)].clone();
    let goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| anywhere(random)).collect();
    let mut query = PathQuery::to_nearest(anywhere(random), goals);
    match random.u8(..6) {
        0 => query = query.with_heuristic(Heuristic::Zero),
        1 => query = query.allow_partial(),
        2 => query = query.within(2.5),
        3 => query = query.with_max_expansions(random.u32(0..2000)),
        _ => {}
    }
    BatchJob { in_one_go: random.u8(..20) == 0, ..BatchJob::new(profile, query) }
}

/// All answers, call by call, with what was left of the budget.
type Frames = Vec<(Vec<Result<Path, PathError>>, u64)>;

fn play(map: &NavMap, jobs: &[BatchJob], budget: Budget, threads: &impl Threads) -> Frames {
    let mut batch = Batch::default();
    let mut frames = Frames::new();
    let mut rest = jobs;
    while !rest.is_empty() {
        let mut left = budget;
        let answers = batch.solve(map, rest, &mut left, threads);
        assert!(!left.is_spent() || batch.is_under_way() || !answers.is_empty());
        rest = &rest[answers.len()..];
        frames.push((answers, left.left()));
    }
    frames
}

/// The same by the rule alone: every job is searched in one go, and charged in its order.
fn by_the_rule(map: &NavMap, jobs: &[BatchJob], budget: Budget) -> Frames {
    let (mut search, budget) = (SearchScratch::new(), budget.left());
    let mut frames = vec![(Vec::new(), budget)];
    for job in jobs {
        let answer = map.find_path(&job.profile, job.query.clone(), &mut search, &mut ());
        let (view, query) = (map.view(&job.profile), job.query.clone());
        let begun = PathSearch::begin(&view, query, false, &mut SearchScratch::new());
        let mut price = begun.map_or(1, |begun| u64::from(begun.units(&search).max(1)));
        if frames.last().unwrap().1 == 0 {
            frames.push((Vec::new(), budget));
        }
        while price > frames.last().unwrap().1 && !job.in_one_go {
            price -= frames.last().unwrap().1;
            frames.last_mut().unwrap().1 = 0;
            frames.push((Vec::new(), budget));
        }
        let (answers, left) = frames.last_mut().unwrap();
        *left = left.saturating_sub(price);
        answers.push(answer);
    }
    frames
}

/// A search between hexagons tries detours first, and counts them for themselves. The next search on the same scratch goes cell by cell.
#[test]
fn a_short_search_may_follow_a_long_one_by_detours() {
    let layout = Topology::hex(HexLayout::OddRows);
    // A wall with its only gap far away.
    let grid = Grid::from_fn([SIDE as u32; 2].into(), |cell| u8::from(cell.x != SIDE / 2 || cell.y == 0));
    let mut map = NavMap::new(grid.unwrap(), layout);
    let (prepared, other) = (CostProfile::default(), CostProfile::default().with_cost(7, 2));
    map.prepare(&prepared);
    let last = SIDE - 1;
    let long = PathQuery::new([0, last].into(), [last, last].into());
    let short = PathQuery::new([0, 0].into(), [1, 0].into());
    let jobs = [BatchJob::new(prepared, long), BatchJob::new(other, short)];
    let answers = Batch::default().solve(&map, &jobs, &mut Budget::unlimited(), &ScopedThreads(1));
    let expanded = answers.iter().map(|answer| answer.as_ref().unwrap().nodes_expanded());
    let expanded: Vec<u32> = expanded.collect();
    assert!(expanded[0] > 10 * expanded[1], "{expanded:?}");
}

#[test]
fn answers_come_as_if_jobs_were_searched_one_after_the_other() {
    let mut random = fastrand::Rng::with_seed(11);
    for seed in 0..40 {
        let map = map(&mut random);
        let jobs: Vec<BatchJob> = (0..40).map(|_| job(&mut random)).collect();
        let budget = Budget::new([150, 900, 5000, 40_000, u64::MAX][random.usize(..5)]);
        let expected = by_the_rule(&map, &jobs, budget);
        assert!(expected == play(&map, &jobs, budget, &ScopedThreads(1)), "one thread, {budget:?}");
        for threads in 2..5 {
            assert!(expected == play(&map, &jobs, budget, &ScopedThreads(threads)), "{threads}, {budget:?}");
            let turns = Turns::new(threads, seed);
            assert!(expected == play(&map, &jobs, budget, &turns), "{threads} in turns, {budget:?}");
        }
    }
}

/// An expansion by jumps takes as long as four from cell to cell.
#[test]
fn an_expansion_by_jumps_counts_as_four_and_more_on_large_maps() {
    let walls = |cell: IVec2| u8::from(cell.x % 8 != 0 || cell.y % 8 == cell.x / 8 % 8);
    for (size, by_jumps) in [([64, 64], 4), ([300, 300], 5), ([1100, 64], 5)] {
        let mut map = NavMap::new(Grid::from_fn(size.into(), walls).unwrap(), Topology::default());
        let job = BatchJob::new(CostProfile::default(), PathQuery::new([1, 1].into(), [63, 63].into()));
        for (is_prepared, units) in [(false, 1), (true, by_jumps)] {
            if is_prepared {
                map.prepare(&job.profile);
                assert_eq!(map.engine(&job.profile, &job.query.options).engine, Engine::Jumps);
            }
            let mut budget = Budget::new(100_000);
            let jobs = core::slice::from_ref(&job);
            let answers = Batch::default().solve(&map, jobs, &mut budget, &ScopedThreads(1));
            let expanded = answers[0].as_ref().unwrap().nodes_expanded();
            assert!(expanded > 9, "{expanded} expansions");
            assert_eq!(100_000 - budget.left(), units * u64::from(expanded), "{size:?}");
        }
    }
}

#[test]
fn an_unfinished_search_goes_on_and_is_not_begun_again() {
    let mut random = fastrand::Rng::with_seed(5);
    let map = NavMap::new(Grid::new([40, 40].into(), 1).unwrap(), Topology::default());
    let query = PathQuery::new([0, 0].into(), [39, 39].into()).with_heuristic(Heuristic::Zero);
    let long = BatchJob::new(CostProfile::default(), query);
    let short = |random: &mut fastrand::Rng| {
        let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..40), random.i32(0..40));
        BatchJob::new(CostProfile::default(), PathQuery::new(cell(random), cell(random)))
    };
    let mut batch = Batch::default();
    let mut calls = 0;
    let answers = loop {
        // Other jobs wait behind it, different ones in each call.
        let jobs = [long.clone(), short(&mut random), short(&mut random)];
        let answers = batch.solve(&map, &jobs, &mut Budget::new(100), &Turns::new(3, calls));
        calls += 1;
        if !answers.is_empty() {
            break answers;
        }
    };
    assert_eq!(calls, 16, "1,600 expansions at 100 a call");
    assert_eq!(answers[0].as_ref().unwrap().nodes_expanded(), 1600);
}

#[test]
fn a_search_is_begun_again_for_another_job_for_another_map_and_once_forgotten() {
    let open = |class| NavMap::new(Grid::new([40, 40].into(), class).unwrap(), Topology::default());
    let (map, same_map, other_map) = (open(1), open(1), open(2));
    let job = |x| {
        let query = PathQuery::new([x, 0].into(), [39, 39].into()).with_heuristic(Heuristic::Zero);
        BatchJob::new(CostProfile::default(), query)
    };
    let solve = |batch: &mut Batch, map: &NavMap, x| {
        batch.solve(map, &[job(x)], &mut Budget::new(900), &ScopedThreads(1)).len()
    };
    let begun = || {
        let mut batch = Batch::default();
        assert_eq!(solve(&mut batch, &map, 0), 0);
        batch
    };
    assert_eq!(solve(&mut begun(), &map, 0), 1);
    assert_eq!(solve(&mut begun(), &same_map, 0), 1, "a map that looks the same");
    assert_eq!(solve(&mut begun(), &map, 1), 0);
    assert_eq!(solve(&mut begun(), &other_map, 0), 0);
    let mut forgotten = begun();
    forgotten.forget();
    assert_eq!(solve(&mut forgotten, &map, 0), 0);
}

#[test]
fn a_map_that_is_no_longer_prepared_begins_the_search_again_whichever_thread_worked_ahead() {
    let mut random = fastrand::Rng::with_seed(2);
    let across = |_| {
        let (from, to) = (random.i32(0..SIDE), random.i32(0..SIDE));
        let query = PathQuery::new([0, from].into(), [SIDE - 1, to].into());
        BatchJob::new(CostProfile::default(), query)
    };
    let jobs: Vec<BatchJob> = (0..12).map(across).collect();
    let play = |threads: &Turns| {
        let mut map = map(&mut fastrand::Rng::with_seed(8));
        let mut batch = Batch::default();
        let mut answers = Vec::new();
        for call in 0.. {
            if answers.len() == jobs.len() {
                return (answers, call);
            }
            answers.extend(batch.solve(&map, &jobs[answers.len()..], &mut Budget::new(300), threads));
            if call == 2 {
                assert!(batch.is_under_way() && map.is_prepared(&CostProfile::default()));
                let others = 0..NavMap::MAX_PREPARED as u16;
                others.for_each(|cost| map.prepare(&CostProfile::default().with_cost(200, cost)));
            }
        }
        panic!("the numbers of the calls do not end")
    };
    let expected = play(&Turns::new(1, 0));
    for seed in 0..20 {
        assert!(play(&Turns::new(3, seed)) == expected);
    }
}

#[test]
fn a_job_is_given_up_when_those_before_it_leave_too_little() {
    let map = NavMap::new(Grid::new([100, 100].into(), 1).unwrap(), Topology::default());
    let query = PathQuery::new([0, 0].into(), [99, 99].into()).with_heuristic(Heuristic::Zero);
    let jobs = vec![BatchJob::new(CostProfile::default(), query); 4];
    let shared = SharedJobs::new(&map, &jobs, Budget::new(10_000), None);
    let mut scratches: Vec<SearchScratch> = (0..4).map(|_| SearchScratch::new()).collect();
    let mut workers: Vec<Worker> =
        scratches.iter_mut().map(|scratch| Worker::new(&shared, scratch)).collect();
    Turns::new(4, 1).run(&mut workers);
    drop(workers);
    let expanded: u32 = scratches.iter().map(SearchScratch::nodes_expanded).sum();
    assert!(expanded < 30_000, "{expanded} expansions of 10,000 that are charged");
}

#[test]
fn a_watched_search_is_seen_from_its_beginning_to_its_end() {
    let map = map(&mut fastrand::Rng::with_seed(8));
    let query = PathQuery::new([0, 0].into(), [SIDE - 1, SIDE - 1].into()).with_heuristic(Heuristic::Zero);
    let job = BatchJob::new(CostProfile::default().with_cost(0, 1), query);
    let mut seen = Recorder::default();
    let mut batch = Batch::default();
    let path = loop {
        if let Poll::Ready(answer) = batch.solve_one(&map, &job, &mut Budget::new(500), &mut seen) {
            break answer.unwrap();
        }
        assert!(batch.is_under_way());
    };
    assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
    assert!(seen.expansions.len() > 2000);
}

#[test]
fn a_search_that_was_begun_unwatched_is_begun_again_for_a_visitor() {
    let map = NavMap::new(Grid::new([40, 40].into(), 1).unwrap(), Topology::default());
    let query = PathQuery::new([0, 0].into(), [39, 39].into()).with_heuristic(Heuristic::Zero);
    let job = BatchJob::new(CostProfile::default(), query);
    let mut batch = Batch::default();
    let solve = |batch: &mut Batch, seen: &mut Recorder, watched: bool| {
        let budget = &mut Budget::new(900);
        match watched {
            true => batch.solve_one(&map, &job, budget, seen),
            false => batch.solve_one(&map, &job, budget, &mut ()),
        }
    };
    let mut seen = Recorder::default();
    assert!(solve(&mut batch, &mut seen, false).is_pending());
    assert!(batch.is_under_way() && !batch.continues_watched(&map, &job));
    assert!(solve(&mut batch, &mut seen, true).is_pending());
    assert!(batch.continues_watched(&map, &job));
    let other = NavMap::new(Grid::new([40, 40].into(), 2).unwrap(), Topology::default());
    assert!(!batch.continues_watched(&other, &job), "another map");
    let answer = solve(&mut batch, &mut seen, true);
    let Poll::Ready(Ok(path)) = &answer else { panic!("{answer:?}") };
    assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
    // Nor does a search without a visitor continue a watched one, but it continues one that `solve` began.
    assert!(solve(&mut batch, &mut seen, true).is_pending());
    let jobs = std::slice::from_ref(&job);
    assert!(batch.solve(&map, jobs, &mut Budget::new(900), &ScopedThreads(1)).is_empty());
    assert_eq!(solve(&mut batch, &mut seen, false), answer);
}

#[test]
fn nothing_to_do_costs_nothing() {
    let map = NavMap::new(Grid::new([4, 4].into(), 1).unwrap(), Topology::default());
    let mut budget = Budget::new(7);
    assert!(Batch::default().solve(&map, &[], &mut budget, &ScopedThreads(3)).is_empty());
    assert_eq!(budget.left(), 7);
    let job = BatchJob::new(CostProfile::default(), PathQuery::new([0, 0].into(), [3, 3].into()));
    let mut batch = Batch::default();
    assert!(batch.solve(&map, &[job], &mut Budget::new(0), &ScopedThreads(0)).is_empty());
    assert!(!batch.is_under_way());
}

#[test]
fn every_scratch_practises_for_every_profile_and_then_rests() {
    let grid = Grid::from_fn([40, 40].into(), |cell| u8::from(cell.x % 7 > 0 || cell.y % 5 == 0)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let mut batch = Batch::default();
    // The expansions until `warm_up` is done, in calls with this budget.
    let spend = |batch: &mut Batch, map: &NavMap, units: u64| {
        let mut spent = 0;
        for _ in 0..1_000_000 {
            let mut budget = Budget::new(units);
            let is_done = batch.warm_up(map, 2, &mut budget).is_ready();
            spent += units - budget.left();
            if is_done {
                return spent;
            }
        }
        panic!("it comes to its end");
    };
    assert_eq!(spend(&mut batch, &map, 1000), 0, "the map is not prepared");
    map.prepare(&CostProfile::default());
    let mut first = Budget::new(1000);
    assert!(batch.warm_up(&map, 2, &mut first).is_pending());
    assert!(first.is_spent());
    let rest = spend(&mut batch, &map, 1000);
    assert!(rest > 2 * u64::from(SEARCHES) * 100, "{rest}");
    assert_eq!(spend(&mut batch, &map, 1000), 0, "there is nothing more to do");
    map.block([2, 2].into());
    assert_eq!(spend(&mut batch, &map, 1000), 0, "an edit is no reason to begin again");
    map.prepare(&CostProfile::default().with_cost(1, 3));
    let again = spend(&mut batch, &map, 1000);
    assert!(again > 2 * u64::from(SEARCHES) * 100, "{again}");
}

#[test]
fn a_clock_measures_every_answer_over_all_its_slices_and_changes_none() {
    // A clock that ticks when it is read: each slice of a search takes a tick.
    static TICKS: AtomicU64 = AtomicU64::new(0);
    let clock: Clock = || Duration::from_micros(TICKS.fetch_add(1, Ordering::Relaxed));
    let map = NavMap::new(Grid::new([64, 64].into(), 1).unwrap(), Topology::default());
    let query = |y: i32| PathQuery::new([0, y].into(), [63, 63].into()).with_heuristic(Heuristic::Zero);
    let jobs = [0, 30].map(|y| BatchJob::new(CostProfile::default(), query(y)));
    let mut plain = Batch::default();
    let expected = plain.solve(&map, &jobs, &mut Budget::unlimited(), &ScopedThreads(1));
    assert!(plain.times().is_empty());
    let mut batch = Batch::default().with_clock(clock);
    assert!(batch.solve(&map, &jobs, &mut Budget::new(1500), &ScopedThreads(1)).is_empty());
    assert!(batch.times().is_empty());
    let answers = batch.solve(&map, &jobs, &mut Budget::new(1_000_000), &ScopedThreads(1));
    assert_eq!(answers, expected);
    // Slices of 1,024 expansions, the first two in the first call.
    let ticks: Vec<u128> = batch.times().iter().map(Duration::as_micros).collect();
    assert_eq!(ticks[0], 2 + (4096u128 - 1501).div_ceil(1024), "{ticks:?}");
    assert_eq!(ticks.len(), 2);
}
