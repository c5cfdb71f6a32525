//! Random jams on small maps: the search finds a plan if and only if brute force does.

use crate::{
    brute_force::Reachable,
    checker,
    ground::{ALL, Ground, some},
};
use core::task::Poll;
use fastrand::Rng;
use std::collections::BTreeMap;
use tilepath::{
    Budget,
    exchange::{Exchange, Solution},
};

/// How many problems the test makes, unless the environment variable `EXCHANGE_PROBLEMS` sets another number.
const PROBLEMS: usize = 20_000;
/// How many problems share a map and the starts.
const GOALS: usize = 8;

/// What was counted for one kind of map.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    solved: usize,
    missed: usize,
    unsolvable: usize,
    /// Of these, unsolvable ones that are proven to be so.
    proven: usize,
}

fn random_ground(nth: usize, random: &mut Rng) -> Ground {
    let (width, height) = (random.i32(1..=6), random.i32(1..=5));
    let mut ground = Ground::new(ALL[nth % ALL.len()], width, height, true);
    let walls = random.u32(10..70);
    ground.free.iter_mut().for_each(|free| *free = random.u32(0..100) >= walls);
    ground.keep_largest();
    ground
}

/// The kind of a map: whether it has loops, and whether it has a free cell.
fn kind(ground: &Ground, agents: usize) -> &'static str {
    let cells = ground.cells();
    let ends: usize = cells.iter().map(|&cell| ground.steps(cell).len()).sum();
    match (ends / 2 + 1 == cells.len(), agents < cells.len()) {
        (true, _) => "trees",
        (false, true) => "loops with a free cell",
        (false, false) => "full loops",
    }
}

/// Of agents that may end anywhere, the search asks nothing but to make room.
#[test]
fn plans_for_some_of_the_agents_agree_with_brute_force() {
    let mut random = Rng::with_seed(11);
    let mut counts = BTreeMap::<&str, Counts>::new();
    for nth in 0..6_000 {
        let ground = random_ground(nth, &mut random);
        let cells = ground.cells();
        if !(3..=16).contains(&cells.len()) {
            continue;
        }
        let agents = random.usize(2..=4.min(cells.len()));
        let starts = some(&mut random, &cells, agents);
        let mut goals: Vec<Option<u32>> = some(&mut random, &cells, agents).into_iter().map(Some).collect();
        let led = random.usize(1..agents);
        goals[led..].fill(None);
        let jam = ground.jam_with(&starts, &goals);
        let is_solvable = Reachable::new(&ground, &starts).contains_any(&goals);
        let counts = counts.entry(kind(&ground, agents)).or_default();
        let context = format!("{ground:?} {starts:?} {goals:?}");
        match Exchange::new(jam.clone(), 1).run(&mut Budget::unlimited()) {
            Poll::Ready(Solution::Plan(plan)) => {
                assert!(is_solvable, "{context}");
                checker::check(&ground, &jam, &plan, &mut random)
                    .unwrap_or_else(|fault| panic!("{fault}: {context}"));
                counts.solved += 1;
            }
            Poll::Ready(Solution::NoPlan { is_proven }) => {
                assert!(!(is_solvable && is_proven), "a wrong proof: {context}");
                let count = if is_solvable { &mut counts.missed } else { &mut counts.unsolvable };
                *count += 1;
            }
            other => panic!("{other:?}: {context}"),
        }
    }
    println!("{counts:#?}");
    assert_eq!(counts["trees"].missed, 0, "{counts:#?}");
    let loops = counts["loops with a free cell"];
    assert!(loops.missed * 5_000 <= loops.solved + loops.missed, "{loops:?}");
}

#[test]
fn plans_and_verdicts_agree_with_brute_force() {
    let problems =
        std::env::var("EXCHANGE_PROBLEMS").map_or(PROBLEMS, |count| count.parse().expect("a number"));
    let mut random = Rng::with_seed(7);
    let mut counts = BTreeMap::<&str, Counts>::new();
    let (mut nth, mut made) = (0, 0);
    while made < problems {
        nth += 1;
        let ground = random_ground(nth, &mut random);
        let cells = ground.cells();
        if !(3..=16).contains(&cells.len()) {
            continue;
        }
        let agents = random.usize(2..=5.min(cells.len()));
        let starts = some(&mut random, &cells, agents);
        let reachable = Reachable::new(&ground, &starts);
        let counts = counts.entry(kind(&ground, agents)).or_default();
        for goal in 0..GOALS {
            // Every other problem only exchanges the agents.
            let goals = some(&mut random, if goal % 2 == 0 { &cells } else { &starts }, agents);
            let jam = ground.jam(&starts, &goals);
            let solution = Exchange::new(jam.clone(), 1).run(&mut Budget::unlimited());
            let context = format!("{ground:?} {starts:?} {goals:?}");
            made += 1;
            match (solution, reachable.contains(&goals)) {
                (Poll::Ready(Solution::Plan(plan)), true) => {
                    checker::check(&ground, &jam, &plan, &mut random)
                        .unwrap_or_else(|fault| panic!("{fault}: {context}"));
                    counts.solved += 1;
                }
                (Poll::Ready(Solution::NoPlan { is_proven: false }), true) => counts.missed += 1,
                (Poll::Ready(Solution::NoPlan { is_proven }), false) => {
                    counts.unsolvable += 1;
                    counts.proven += usize::from(is_proven);
                }
                (solution, is_solvable) => panic!("{solution:?}, solvable: {is_solvable}, {context}"),
            }
        }
    }
    println!("{made} problems on {nth} maps: {counts:#?}");
    let trees = counts["trees"];
    assert_eq!((trees.missed, trees.proven), (0, trees.unsolvable), "a tree has an exact verdict");
    let loops = counts["loops with a free cell"];
    assert!(loops.missed * 5_000 <= loops.solved + loops.missed, "{loops:?}");
}
