//! Which agents are named because they do not come closer to their goals.

use crate::parade::{Parade, Walker, drawn, drawn_on};
use core::time::Duration;
use glam::IVec2;
use tilepath::{
    DiagonalRule, Topology,
    crowd::{CrowdRules, StuckReason},
    fleet::AgentId,
};

/// The guard comes to rest again and again, but does not come closer.
#[test]
fn one_that_is_driven_from_its_goal_again_and_again_is_named() {
    let map = drawn(&["......#......", "......#......", ".............", "......#......", "......#......"]);
    let mut parade = Parade::new(map, 1, &[vec![[6, 2].into()], vec![[12, 2].into()], vec![[0, 2].into()]]);
    // By a plan it would be back before it is stuck.
    parade.set_rules(CrowdRules { jam_after: Duration::MAX, ..CrowdRules::default() });
    let guard = parade.insert([6, 2].into(), 0, 3.0);
    let passes: Vec<AgentId> = (0..4).map(|y| parade.insert([1, y].into(), 1, 3.0)).collect();
    let (mut rests, mut was_at_rest, mut named) = (0, false, Vec::new());
    for _ in 0..60 * 60 {
        parade.tick();
        named.extend_from_slice(&parade.stuck);
        let is_at_rest = parade.walkers[&guard].rests;
        rests += usize::from(is_at_rest && !was_at_rest);
        was_at_rest = is_at_rest;
        for &agent in passes.iter().filter(|agent| parade.walkers[agent].rests).collect::<Vec<_>>() {
            let goal = 3 - parade.walkers[&agent].goal;
            parade.send(agent, goal);
        }
    }
    assert!(rests > 5, "it rested {rests} times");
    assert_eq!(named.iter().filter(|(stuck, _)| *stuck == guard).count(), 1, "{named:?}");
}

/// Two rooms with a door of one cell between them. Half of the agents start in each room and want to go to the other.
fn doorway(topology: Topology, count: i32) -> Parade {
    let mut rows = vec!["............#............"; 12];
    rows[6] = ".........................";
    let far = |x: i32| (0..12).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(drawn_on(&rows, topology), 1, &[far(24), far(0)]);
    for nth in 0..count / 2 {
        let (x, y, speed) = (nth / 12, nth % 12, 2.0 + f64::from(nth * 7 % 5) / 2.0);
        parade.insert([9 - x, y].into(), 0, speed);
        parade.insert([15 + x, y].into(), 1, speed);
    }
    parade
}

#[test]
fn nobody_is_stuck_in_a_queue_that_moves() {
    // With the other rules, agents go through the door across the corners of the wall.
    for rule in [DiagonalRule::Never, DiagonalRule::OnlyWhenNoObstacles] {
        let topology = Topology::square(rule);
        let mut parade = doorway(topology, 120);
        let mut named = Vec::new();
        for _ in 0..60 * 180 {
            parade.tick();
            named.extend_from_slice(&parade.stuck);
        }
        assert_eq!((parade.resting(), named), (120, vec![]), "{topology:?}");
    }
}

#[test]
fn all_are_stuck_in_a_queue_that_stands() {
    // The step of the agent in the door now takes longer than any agent is patient.
    let mut parade = doorway(Topology::default(), 60);
    parade.run(60 * 4);
    assert!(parade.stuck.is_empty());
    let door = IVec2::new(12, 5);
    let slow = parade.walkers.iter().find(|(_, walker)| walker.cell == Some(door)).map(|(&agent, _)| agent);
    let slow = slow.expect("somebody is always in the door");
    parade.set_speed(slow, 1e-8);
    let mut named = Vec::new();
    for _ in 0..60 * 60 {
        parade.tick();
        named.extend_from_slice(&parade.stuck);
    }
    let is_waiting = |agent, walker: &Walker| !walker.rests && !parade.is_moving(agent);
    let waiting = parade.walkers.iter().filter(|(agent, walker)| is_waiting(**agent, walker));
    for (agent, walker) in waiting {
        let is_named = named.iter().any(|(stuck, reason)| stuck == agent && *reason != StuckReason::NoPath);
        assert!(is_named, "{agent:?} waits at {:?}", walker.cell);
    }
    assert!(named.len() > 20, "{}", named.len());
}
