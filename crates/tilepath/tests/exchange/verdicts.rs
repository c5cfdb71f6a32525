//! Jams without a solution are named.

use crate::{
    draws::{self, Draw},
    ground::{Ground, Neighbourhood, some},
};
use core::task::Poll;
use fastrand::Rng;
use tilepath::{
    Budget,
    exchange::{Exchange, Solution},
};

const PROVEN: Poll<Solution> = Poll::Ready(Solution::NoPlan { is_proven: true });

fn solve(draw: &Draw) -> (Poll<Solution>, u64) {
    let mut exchange = Exchange::new(draw.ground.jam(&draw.starts, &draw.goals), 1);
    (exchange.run(&mut Budget::unlimited()), exchange.units())
}

#[test]
fn agents_in_a_corridor_without_a_bay_never_pass() {
    for a_side in 1..=8 {
        let (solution, units) = solve(&draws::bay(Neighbourhood::Eight, a_side, false));
        assert_eq!(solution, PROVEN);
        assert!(units < 100, "no search is needed: {units}");
    }
}

#[test]
fn neighbours_in_a_ring_never_change_places() {
    for agents in [3, 10, 20, 24] {
        let mut draw = draws::ring(Neighbourhood::Four, agents, &mut Rng::with_seed(1));
        draw.goals.swap(0, 1);
        assert_eq!(solve(&draw).0, PROVEN, "{agents} agents");
    }
}

#[test]
fn agents_walk_round_a_ring_in_their_order() {
    for agents in [3, 10, 20, 23] {
        let draw = draws::ring(Neighbourhood::Four, agents, &mut Rng::with_seed(1));
        assert!(matches!(solve(&draw).0, Poll::Ready(Solution::Plan(_))), "{agents} agents");
    }
}

/// 31 cells: three branches of ten cells.
#[test]
fn a_nearly_full_tree_is_named() {
    let mut ground = Ground::new(Neighbourhood::Four, 21, 11, false);
    (0..21).for_each(|x| ground.dig(x, 0));
    (1..11).for_each(|y| ground.dig(10, y));
    let cells = ground.cells();
    for agents in 28..=30 {
        for seed in 0..10 {
            let mut random = Rng::with_seed(seed);
            let (starts, goals) = (some(&mut random, &cells, agents), some(&mut random, &cells, agents));
            let (solution, units) = solve(&Draw { ground: ground.clone(), starts, goals });
            assert_eq!(solution, PROVEN);
            assert!(units < 200_000, "{units}");
        }
    }
}

#[test]
fn a_goal_in_another_part_is_named() {
    let ground = Ground::of_rows(Neighbourhood::Eight, &["..#..", "..#.."]);
    assert_eq!(solve(&Draw { ground, starts: vec![0, 3], goals: vec![4, 9] }).0, PROVEN);
}

#[test]
fn each_part_has_its_own_verdict() {
    let ground = Ground::of_rows(Neighbourhood::Four, &["...#...", "...####"]);
    let draw = |starts: [u32; 4], goals: [u32; 4]| Draw {
        ground: ground.clone(),
        starts: starts.into(),
        goals: goals.into(),
    };
    let possible = solve(&draw([0, 1, 4, 5], [1, 0, 5, 6])).0;
    assert!(matches!(possible, Poll::Ready(Solution::Plan(_))), "{possible:?}");
    assert_eq!(solve(&draw([0, 1, 4, 5], [1, 0, 5, 4])).0, PROVEN);
}

#[test]
fn agents_at_their_goals_stay() {
    let ground = Ground::of_rows(Neighbourhood::Four, &["....."]);
    let (solution, _) = solve(&Draw { ground, starts: vec![0, 1, 4], goals: vec![0, 1, 4] });
    assert!(matches!(solution, Poll::Ready(Solution::Plan(plan)) if plan.ticks() == 0));
}

#[test]
fn no_agents_have_an_empty_plan() {
    let ground = Ground::of_rows(Neighbourhood::Four, &["##"]);
    let (solution, _) = solve(&Draw { ground, starts: vec![], goals: vec![] });
    assert!(matches!(solution, Poll::Ready(Solution::Plan(plan)) if plan.ticks() == 0));
}
