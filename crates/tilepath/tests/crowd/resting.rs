//! Where agents of one goal come to rest: in corridors, dead ends and rings as well, and what happens if others must pass there.

use crate::parade::{Parade, drawn_on};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{CostProfile, DiagonalRule, HexLayout, NavMap, Topology, fleet::AgentId};

/// Squares with each diagonal rule, and hexagons.
pub fn topologies() -> impl Iterator<Item = Topology> {
    let hexagons = [HexLayout::OddRows, HexLayout::EvenColumns].map(Topology::hex);
    DiagonalRule::ALL.map(Topology::square).into_iter().chain(hexagons)
}

fn free_cells(map: &NavMap) -> Vec<IVec2> {
    let size = map.grid().size().as_ivec2();
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
    cells.filter(|&cell| map.is_free(&CostProfile::default(), cell)).collect()
}

/// Runs for this many seconds and returns the number of steps that began.
fn steps_in(parade: &mut Parade, seconds: usize) -> usize {
    let in_a_tick = |parade: &mut Parade| {
        parade.tick();
        parade.steps.len()
    };
    (0..60 * seconds).map(|_| in_a_tick(parade)).sum()
}

/// Lets agents of one goal start at scattered cells. They must be at rest after `seconds`, for good.
fn rest_for_good(
    rows: &[&str],
    topology: Topology,
    goal: [i32; 2],
    count: usize,
    capacity: u8,
    seconds: usize,
) {
    let map = drawn_on(rows, topology);
    let mut cells = free_cells(&map);
    let mut parade = Parade::new(map, capacity, &[vec![goal.into()]]);
    cells.retain(|&cell| parade.cost(0, cell).is_some());
    let mut random = Rng::with_seed(count as u64);
    random.shuffle(&mut cells);
    for &cell in cells.iter().cycle().take(count.min(cells.len() * usize::from(capacity))) {
        parade.insert(cell, 0, 2.0 + 2.0 * random.f64());
    }
    parade.run(60 * seconds);
    let about = || format!("{rows:?}, {topology:?}, {count} agents, capacity {capacity}");
    assert_eq!(parade.resting(), parade.walkers.len(), "{}", about());
    assert_eq!(steps_in(&mut parade, 20), 0, "{}", about());
}

#[test]
fn agents_of_one_goal_come_to_rest_in_a_corridor() {
    let long = ["##########", "..........", "##########"];
    let rooms = ["....#####....", "....#####....", ".............", "....#####....", "....#####...."];
    for topology in topologies() {
        for capacity in 1..=3 {
            for count in [2, 3, 6, 10] {
                for cells in 3..=10 {
                    let rows = long.map(|row| &row[..cells]);
                    if count <= cells * usize::from(capacity) {
                        rest_for_good(&rows, topology, [cells as i32 / 2, 1], count, capacity, 12);
                    }
                }
                rest_for_good(&rooms, topology, [6, 2], count, capacity, 12);
            }
        }
    }
}

#[test]
fn agents_of_one_goal_come_to_rest_in_dead_ends() {
    let rows = ["....######", "....######", "..........", "....######", "....######"];
    for topology in topologies() {
        for capacity in 1..=2 {
            // At the mouth, in the middle and at the end.
            for (x, count) in [4, 6, 9].into_iter().flat_map(|x| [2, 4, 6, 10].map(|count| (x, count))) {
                rest_for_good(&rows, topology, [x, 2], count, capacity, 15);
            }
        }
    }
}

#[test]
fn agents_of_one_goal_come_to_rest_in_rings() {
    let rows = ["......", ".####.", ".####.", ".####.", ".####.", "......"];
    for topology in topologies() {
        for capacity in 1..=2 {
            for (goal, count) in
                [[0, 0], [3, 0]].into_iter().flat_map(|goal| [2, 5, 10, 15, 19, 20].map(|n| (goal, n)))
            {
                rest_for_good(&rows, topology, goal, count, capacity, 25);
            }
        }
    }
}

/// Agents that rest in a corridor are in the way of agents that go through. They let these pass, and come back.
#[test]
fn those_who_rest_in_a_corridor_let_others_through() {
    let rows =
        [".....#####.....", ".....#####.....", "...............", ".....#####.....", ".....#####....."];
    let wall = |x: i32| (0..5).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    for topology in topologies() {
        for (inside, through) in [(1, 1), (2, 8), (3, 4), (5, 8)] {
            for both in [false, true] {
                let map = drawn_on(&rows, topology);
                let mut parade = Parade::new(map, 1, &[vec![[7, 2].into()], wall(14), wall(0)]);
                for nth in 0..inside {
                    parade.insert([nth % 2 * 10 + 2, nth].into(), 0, 2.0 + f64::from(nth) / 3.0);
                }
                parade.run(60 * 10);
                let passes: Vec<(AgentId, usize)> = (0..through)
                    .map(|nth| {
                        let goal = 1 + usize::from(both && nth % 2 == 1);
                        let x = if goal == 1 { 0 } else { 11 } + nth / 5;
                        (parade.insert([x, nth % 5].into(), goal, 2.0 + f64::from(nth) / 4.0), goal)
                    })
                    .collect();
                parade.run(60 * 60);
                let about = format!("{topology:?}: {inside} inside, {through} go through, {both}");
                assert_eq!(parade.resting() as i32, inside + through, "{about}");
                for (agent, goal) in passes {
                    let x = parade.walkers[&agent].cell.unwrap().x;
                    assert!(if goal == 1 { x > 9 } else { x < 5 }, "{about}: one rests at {x}");
                }
                assert_eq!(steps_in(&mut parade, 20), 0, "{about}");
            }
        }
    }
}

/// A crowd that comes through a corridor does not stay in it as long as there is room behind its goal.
#[test]
fn a_crowd_whose_goal_is_at_the_end_of_a_corridor_comes_out_of_it() {
    let rows = [".....####.....", ".....####.....", "..............", ".....####.....", ".....####....."];
    for topology in [DiagonalRule::Never, DiagonalRule::OnlyWhenNoObstacles].map(Topology::square) {
        for count in [8, 14] {
            let mut parade = Parade::new(drawn_on(&rows, topology), 1, &[vec![[10, 2].into()]]);
            for nth in 0..count {
                parade.insert([nth % 5, nth / 5 + 1].into(), 0, 2.0 + f64::from(nth % 5) / 2.0);
            }
            parade.run(60 * 30);
            assert_eq!(parade.resting() as i32, count);
            let is_out = |cell: IVec2| cell.x > 8;
            let out = parade.walkers.values().filter_map(|walker| walker.cell).filter(|&cell| is_out(cell));
            assert_eq!(out.count() as i32, count, "{topology:?}");
        }
    }
}
