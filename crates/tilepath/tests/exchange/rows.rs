//! Arrangements in which agents jam: each is solved in ten draws.

use crate::{
    checker,
    draws::{self, Draw},
    ground::{ALL, Neighbourhood},
};
use fastrand::Rng;
use tilepath::{
    Budget,
    exchange::{Exchange, Plan, Solution},
};

/// Solves a draw, with this number of orders.
fn plan(draw: &Draw, orders: u8, random: &mut Rng) -> Option<Plan> {
    let jam = draw.ground.jam(&draw.starts, &draw.goals);
    let mut exchange = Exchange::new(jam.clone(), orders);
    let solution = exchange.run(&mut Budget::unlimited());
    match solution {
        core::task::Poll::Ready(Solution::Plan(plan)) => {
            checker::check(&draw.ground, &jam, &plan, random).unwrap();
            Some(plan)
        }
        _ => None,
    }
}

fn assert_solved(name: &str, orders: u8, draw: impl Fn(&mut Rng) -> Draw) {
    for seed in 0..10 {
        let mut random = Rng::with_seed(seed);
        let draw = draw(&mut random);
        assert!(plan(&draw, orders, &mut random).is_some(), "{name}, seed {seed}");
    }
}

#[test]
fn trees_are_solved_with_up_to_64_agents() {
    for (width, agents) in [(17, 4), (17, 8), (17, 12), (17, 16), (17, 24), (17, 32), (33, 64)] {
        for neighbourhood in [Neighbourhood::Four, Neighbourhood::Eight] {
            assert_solved("tree", 1, |random| draws::tree(neighbourhood, width, agents, random));
        }
    }
}

#[test]
fn mazes_with_loops_are_solved_with_up_to_64_agents() {
    for agents in [8, 16, 24, 32, 64] {
        for neighbourhood in ALL {
            assert_solved("loops", 1, |random| draws::loops(neighbourhood, 17, agents, random));
        }
    }
}

#[test]
fn agents_pass_each_other_in_a_bay() {
    for neighbourhood in ALL {
        for a_side in [1, 2, 3] {
            assert_solved("bay", 3, |_| draws::bay(neighbourhood, a_side, true));
        }
    }
}

#[test]
fn an_agent_gets_past_idle_agents_to_the_end_of_a_dead_end() {
    for neighbourhood in ALL {
        for idle in [1, 2, 3, 8] {
            assert_solved("dead end", 3, |random| draws::dead_end(neighbourhood, idle, random));
        }
    }
}

#[test]
fn two_rooms_change_their_agents_through_a_corridor() {
    for neighbourhood in ALL {
        for a_side in [5, 7] {
            assert_solved("rooms", 3, |random| draws::rooms(neighbourhood, a_side, random));
        }
    }
}

#[test]
fn dense_squares_are_solved() {
    for neighbourhood in ALL {
        for percent in [50, 80, 95] {
            assert_solved("filled", 1, |random| draws::filled(neighbourhood, percent, random));
        }
    }
}

#[test]
fn nineteen_agents_walk_half_way_round_a_ring() {
    for neighbourhood in ALL {
        assert_solved("ring", 1, |random| draws::ring(neighbourhood, 19, random));
    }
}

#[test]
fn more_orders_never_give_a_longer_plan() {
    for seed in 0..10 {
        let mut random = Rng::with_seed(seed);
        let draw = draws::tree(Neighbourhood::Four, 17, 12, &mut random);
        let lengths = [1, 4, 12].map(|orders| plan(&draw, orders, &mut random).unwrap().ticks());
        assert!(lengths.is_sorted_by(|fewer, more| fewer >= more), "{lengths:?}");
    }
}
