//! A rule that is changed changes what agents do, and a rule out of its range is refused.

use crate::{
    parade::{Parade, drawn},
    rooms::rooms_with_passage,
};
use core::time::Duration;
use glam::IVec2;
use tilepath::{
    Grid, NavMap, Topology,
    crowd::{CrowdRules, InvalidCrowdRule, StuckReason},
};

/// The number of times that a doorway between two full rooms changed its direction in 40 seconds.
fn turns_at_a_doorway(rules: CrowdRules) -> usize {
    let mut parade = rooms_with_passage(Topology::default(), &[8], 1, 96);
    parade.set_rules(rules);
    let (mut last, mut turns) = (None, 0);
    for _ in 0..60 * 40 {
        parade.tick();
        let is_in_door = |cell: Option<IVec2>| cell == Some(IVec2::new(16, 8));
        let goal = parade.walkers.values().find(|walker| is_in_door(walker.cell)).map(|walker| walker.goal);
        turns += usize::from(goal.is_some() && last.is_some() && goal != last);
        last = goal.or(last);
    }
    turns
}

#[test]
fn fewer_entries_make_shorter_turns_at_a_doorway() {
    let [long, short] = [24, 3].map(|corridor_entries| {
        turns_at_a_doorway(CrowdRules {
            corridor_entries,
            corridor_entries_per_cell: 0,
            ..CrowdRules::default()
        })
    });
    assert!(short > 3 * long && long > 0, "{long} long turns, {short} short ones");
}

/// The second after which an agent without a place is reported as stuck.
fn seconds_until_stuck(stuck_after: Duration) -> Option<u64> {
    let map = NavMap::new(Grid::new([1, 1].into(), 1).unwrap(), Topology::default());
    let mut parade = Parade::new(map, 1, &[vec![IVec2::ZERO]]);
    parade.set_rules(CrowdRules { stuck_after, ..CrowdRules::default() });
    let [_, outside] = [0, 1].map(|_| parade.insert(IVec2::ZERO, 0, 1.0));
    for _ in 0..60 * 10 {
        parade.tick();
        if let [stuck] = parade.stuck[..] {
            assert_eq!(stuck, (outside, StuckReason::NoRoom));
            return Some(parade.now / 1_000_000);
        }
    }
    None
}

#[test]
fn an_agent_is_stuck_after_the_time_of_the_rules() {
    assert_eq!(seconds_until_stuck(CrowdRules::default().stuck_after), Some(5));
    assert_eq!(seconds_until_stuck(Duration::from_secs(2)), Some(2));
    assert_eq!(seconds_until_stuck(Duration::MAX), None);
}

/// A guard rests in the only door. The number of agents that get through in 20 seconds.
fn through_a_guarded_door(push_time: Duration) -> usize {
    let map = drawn(&["......#......", "......#......", ".............", "......#......", "......#......"]);
    // A plan would lead the guard aside and back.
    let rules = CrowdRules { push_time, jam_after: Duration::MAX, ..CrowdRules::default() };
    let mut parade = Parade::new(map, 1, &[vec![[6, 2].into()], vec![[12, 2].into()]]);
    parade.set_rules(rules);
    let guard = parade.insert([6, 2].into(), 0, 3.0);
    parade.run(30);
    assert!(parade.walkers[&guard].rests);
    for y in 0..4 {
        parade.insert([1, y].into(), 1, 3.0);
    }
    parade.run(60 * 20);
    parade.walkers.values().filter(|walker| walker.cell.is_some_and(|cell| cell.x > 6)).count()
}

#[test]
fn without_time_to_push_agents_disturb_no_agent_at_rest() {
    assert_eq!(through_a_guarded_door(CrowdRules::default().push_time), 4);
    assert_eq!(through_a_guarded_door(Duration::ZERO), 0);
}

/// Of the agents in a passage two cells wide, the share that is in the lane to its right, for 20 seconds.
fn on_the_right(parade: &mut Parade) -> f64 {
    let (mut right, mut all) = (0, 0);
    for tick in 0..60 * 20 {
        parade.tick();
        for walker in parade.walkers.values().filter(|walker| tick % 30 == 0 && !walker.rests) {
            let Some(cell) = walker.cell.filter(|cell| (17..25).contains(&cell.x)) else { continue };
            right += usize::from((cell.y == 7) == (walker.goal == 0));
            all += 1;
        }
    }
    right as f64 / all as f64
}

#[test]
fn passages_gain_and_lose_their_lanes_in_mid_game() {
    let mut parade = rooms_with_passage(Topology::default(), &[7, 8], 10, 144);
    parade.set_rules(CrowdRules { passage_width: 1, ..CrowdRules::default() });
    parade.run(60 * 10);
    let without = on_the_right(&mut parade);
    parade.set_rules(CrowdRules::default());
    parade.run(60 * 10);
    let with = on_the_right(&mut parade);
    assert!(without < 0.7 && with > 0.85, "{without} on the right without lanes, {with} with lanes");
}

#[test]
fn extreme_rules_that_are_valid_do_no_harm() {
    let most = CrowdRules {
        corridor_entries: u32::MAX,
        corridor_entries_per_cell: u32::MAX,
        corridor_idle_calls: u32::MAX,
        corridor_wait_calls: u32::MAX,
        corridor_stuck_after: Duration::MAX,
        passage_slenderness: u32::MAX,
        queue_sight: u32::MAX,
        queue_memory_calls: u32::MAX,
        queue_neighbours: u32::MAX,
        queue_neighbours_on_hexagons: u32::MAX,
        push_time: Duration::MAX,
        settle_after: Duration::MAX,
        return_calls: u32::MAX,
        return_doublings: 31,
        return_sight: u32::MAX,
        jam_after: Duration::MAX,
        jam_units: u32::MAX,
        stuck_after: Duration::MAX,
        stuck_recheck_after: Duration::MAX,
        stuck_sight: u32::MAX,
        blocked_calls: u32::MAX,
        refused_calls: u32::MAX,
        resting_calls: u32::MAX,
        outside_calls: u32::MAX,
        spread_calls: u32::MAX,
        spread_above: u32::MAX,
        ..CrowdRules::default()
    };
    let none = CrowdRules {
        corridor_entries: 0,
        corridor_entries_per_cell: 0,
        corridor_idle_calls: 0,
        corridor_wait_calls: 0,
        corridor_stuck_after: Duration::ZERO,
        passage_width: 0,
        passage_slenderness: 1,
        queue_sight: 0,
        queue_memory_calls: 0,
        queue_neighbours: 1,
        queue_neighbours_on_hexagons: 1,
        push_time: Duration::ZERO,
        settle_after: Duration::ZERO,
        return_calls: 1,
        return_doublings: 0,
        return_sight: 0,
        jam_after: Duration::ZERO,
        jam_units: 1,
        stuck_after: Duration::ZERO,
        stuck_recheck_after: Duration::ZERO,
        stuck_sight: 0,
        blocked_calls: 1,
        refused_calls: 1,
        resting_calls: 1,
        outside_calls: 0,
        spread_calls: 0,
        spread_above: 0,
    };
    let square = CrowdRules { passage_slenderness: 1, ..CrowdRules::default() };
    for rules in [most, none, square] {
        // `Parade` checks in each tick that agents keep their cells, their distance and their speed.
        for (open, length) in [(&[8][..], 3), (&[7, 8], 2), (&[6, 7, 8], 10)] {
            let mut parade = rooms_with_passage(Topology::default(), open, length, 40);
            parade.set_rules(rules);
            parade.run(60 * 10);
            let is_through = |cell: IVec2, goal: usize| (cell.x < 16) == (goal == 1);
            let through = |parade: &Parade| {
                let walkers = parade.walkers.values();
                walkers.filter(|walker| walker.cell.is_some_and(|cell| is_through(cell, walker.goal))).count()
            };
            assert!(through(&parade) > 0, "{open:?} {rules:?}");
        }
    }
}

#[test]
fn a_rule_out_of_its_range_is_refused() {
    let refused = InvalidCrowdRule { field: "blocked_calls", value: 0, least: 1, most: u32::MAX };
    let bad = CrowdRules { blocked_calls: 0, corridor_entries: 1, ..CrowdRules::default() };
    let map = NavMap::new(Grid::new([3, 3].into(), 1).unwrap(), Topology::default());
    let mut parade = Parade::new(map, 1, &[vec![IVec2::ZERO]]);
    assert_eq!(parade.world.fleet.set_crowd_rules(&bad), Err(refused));
}
