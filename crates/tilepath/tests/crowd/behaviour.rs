//! What crowds do: come to rest together, pass each other, give way.

use crate::{geometry::squared, parade::Parade};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DiagonalRule, Grid, HexLayout, NavMap, Topology,
    crowd::{CrowdAnswer, StuckReason},
};

fn open(side: u32, topology: Topology) -> NavMap {
    NavMap::new(Grid::new(UVec2::splat(side), 1).unwrap(), topology)
}

/// A map from rows of text, the topmost first; `#` is a wall.
fn drawn(rows: &[&str]) -> NavMap {
    let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
    let at = |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize];
    let grid = Grid::from_fn(size, |cell| u8::from(at(cell) != b'#')).unwrap();
    NavMap::new(grid, Topology::default())
}

#[test]
fn two_hundred_come_to_rest_round_one_cell_without_turning_back() {
    let rules = DiagonalRule::ALL.map(Topology::square);
    for topology in rules.into_iter().chain([Topology::hex(HexLayout::OddRows)]) {
        let goal = IVec2::splat(20);
        let mut parade = Parade::new(open(40, topology), 1, &[vec![goal]]);
        let mut random = Rng::with_seed(1);
        let mut cells: Vec<IVec2> = (0..1600).map(|at| IVec2::new(at % 40, at / 40)).collect();
        random.shuffle(&mut cells);
        for &cell in &cells[..200] {
            parade.insert(cell, 0, 2.0 + 2.0 * random.f64());
        }
        parade.run(60 * 40);
        assert_eq!(parade.resting(), 200, "{topology:?}");
        assert_eq!(parade.walkers.values().map(|walker| walker.reversals).sum::<usize>(), 0, "{topology:?}");
        let far = |cell: IVec2| squared(topology.shape(), cell, goal);
        let farthest = parade.walkers.values().filter_map(|walker| walker.cell).map(far).max().unwrap();
        // A full disc of 200 cells has a radius of 8. Without diagonals the cells along the axes have only one cheaper neighbour, and none
        // beside them costs the same.
        let most = if topology.diagonals() == DiagonalRule::Never { 18 } else { 11 };
        assert!(farthest <= most * most, "{topology:?}: {farthest}");
    }
}

#[test]
fn crossing_streams_all_arrive() {
    let line = |cells: [IVec2; 2]| {
        let step = (cells[1] - cells[0]).signum();
        (0..10).map(|nth| cells[0] + step * (nth * 2)).collect::<Vec<_>>()
    };
    let goals = [line([[23, 3].into(), [23, 23].into()]), line([[3, 23].into(), [23, 23].into()])];
    let mut parade = Parade::new(open(24, Topology::default()), 1, &goals);
    for (x, y) in (4..20).flat_map(|y| (0..5).map(move |x| (x, y))) {
        parade.insert([x, y].into(), 0, 2.0 + f64::from(y % 5) / 2.0);
        if y < 19 {
            parade.insert([y, x].into(), 1, 2.0 + f64::from(x % 5) / 2.0);
        }
    }
    let count = parade.walkers.len();
    parade.run(60 * 60);
    assert_eq!(parade.resting(), count);
}

#[test]
fn both_sides_come_through_a_doorway() {
    let mut rows = vec!["..........#.........."; 10];
    rows[5] = ".....................";
    let far = |x: i32| (0..10).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(drawn(&rows), 1, &[far(20), far(0)]);
    for nth in 0..25 {
        parade.insert([nth % 5, nth / 5 + 2].into(), 0, 2.0 + f64::from(nth % 4) / 2.0);
        parade.insert([20 - nth % 5, nth / 5 + 2].into(), 1, 2.0 + f64::from(nth % 3));
    }
    parade.run(60 * 120);
    assert_eq!(parade.resting(), 50);
}

#[test]
fn a_crowd_on_a_map_that_closes_and_opens_again_goes_on() {
    let mut rows = vec!["..........#.........."; 10];
    rows[5] = ".....................";
    let far = |x: i32| (0..10).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(drawn(&rows), 1, &[far(20), far(0)]);
    for nth in 0..20 {
        parade.insert([nth % 5, nth / 5 + 2].into(), 0, 2.0);
        parade.insert([20 - nth % 5, nth / 5 + 2].into(), 1, 3.0);
    }
    for _ in 0..3 {
        // Some are in the doorway, which is a corridor.
        parade.run(240);
        parade.crowd.set_profile(&parade.map, &CostProfile::blocked(), parade.now);
        assert!(parade.walkers.keys().all(|&agent| parade.crowd.cell(agent).is_none()));
        parade.crowd.set_profile(&parade.map, &CostProfile::default(), parade.now);
    }
    parade.run(60 * 120);
    assert_eq!(parade.resting(), 40);
}

#[test]
fn those_at_rest_give_way_and_come_back() {
    // The only way leads through the cell of the one at rest.
    let map = drawn(&[".....", "##.##", "....."]);
    let mut parade = Parade::new(map, 1, &[vec![[2, 1].into()], vec![[2, 2].into()]]);
    let guard = parade.insert([2, 1].into(), 0, 3.0);
    parade.run(30);
    assert!(parade.walkers[&guard].rests);
    let guest = parade.insert([2, 0].into(), 1, 3.0);
    parade.run(60 * 10);
    assert!(parade.walkers[&guest].rests && parade.walkers[&guard].rests);
    assert_eq!(parade.walkers[&guard].cell, Some([2, 1].into()));
}

#[test]
fn a_push_goes_through_thousands_on_a_small_stack() {
    let push = || {
        let length = 3000;
        let map = NavMap::new(Grid::new([length, 1].into(), 1).unwrap(), Topology::default());
        let end = IVec2::new(length as i32 - 1, 0);
        let mut parade = Parade::new(map, 1, &[vec![end], vec![IVec2::ZERO]]);
        // It sets out first.
        parade.insert(IVec2::ZERO, 0, 3.0);
        parade.tick();
        for x in 2..length as i32 - 20 {
            parade.insert([x, 0].into(), 1, 3.0);
        }
        let steps = |parade: &Parade| {
            parade.crowd.answers().iter().filter(|answer| matches!(answer.1, CrowdAnswer::Step(_))).count()
        };
        let most = (0..60).map(|_| {
            parade.tick();
            steps(&parade)
        });
        most.max().unwrap()
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(push).unwrap();
    assert!(thread.join().unwrap() > 2900);
}

#[test]
fn who_cannot_come_nearer_is_named_once_with_the_reason() {
    let map = drawn(&["..#..", "..#..", "..#.."]);
    let mut parade = Parade::new(map, 1, &[vec![[4, 1].into()]]);
    let cut_off = parade.insert([0, 0].into(), 0, 2.0);
    let arrives = parade.insert([3, 0].into(), 0, 2.0);
    let mut named = Vec::new();
    for _ in 0..60 * 20 {
        parade.tick();
        named.extend_from_slice(parade.crowd.newly_stuck());
    }
    assert!(parade.walkers[&arrives].rests);
    assert_eq!(
        named.iter().map(|stuck| (stuck.agent, stuck.reason)).collect::<Vec<_>>(),
        [(cut_off, StuckReason::NoPath)]
    );
}

/// Two rooms joined by a passage of some rows; half of the agents of each side go to the far wall of the other.
fn rooms_with_passage(open: &[usize], length: usize, count: i32) -> Parade {
    let room = ".".repeat(16);
    let wall = "#".repeat(length);
    let passage = ".".repeat(length);
    let row = |y: usize| format!("{room}{}{room}", if open.contains(&y) { &passage } else { &wall });
    let rows: Vec<String> = (0..16).rev().map(row).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let east = 31 + length as i32;
    let far = |x: i32| (0..16).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(drawn(&rows), 1, &[far(east), far(0)]);
    for nth in 0..count {
        let (x, y, speed) = (nth / 16, nth % 16, 2.0 + f64::from(nth * 7 % 5) / 2.0);
        parade.insert([12 - x, y].into(), 0, speed);
        parade.insert([east - 12 + x, y].into(), 1, speed);
    }
    parade
}

#[test]
fn those_who_wait_for_a_doorway_leave_room_for_those_who_come_out() {
    let mut parade = rooms_with_passage(&[8], 1, 96);
    // At twenty moments: at one the mean differs by a third of an agent from run to run.
    let (mut count, mut pairs) = (0, 0);
    parade.run(60 * 15);
    for _ in 0..20 {
        parade.run(60);
        let waiting: Vec<IVec2> =
            parade.walkers.values().filter(|walker| !walker.rests).filter_map(|walker| walker.cell).collect();
        let beside =
            |cell: &IVec2| waiting.iter().filter(|other| (*other - *cell).abs().max_element() == 1).count();
        pairs += waiting.iter().map(beside).sum::<usize>();
        count += waiting.len();
    }
    let mean = pairs as f64 / f64::from(count as u32);
    // With three of the queue ahead of a cell it would be 5.4, without queues 6.5.
    assert!(count > 150 * 20 && mean < 5.2, "{count} wait, each beside {mean} others");
    // One in a third of a second can pass, at best: 64 s.
    parade.run(60 * 85);
    assert_eq!(parade.resting(), 192);
}

#[test]
fn in_a_passage_two_cells_wide_both_directions_keep_to_the_right() {
    let mut parade = rooms_with_passage(&[7, 8], 10, 96);
    let (mut right, mut wrong) = (0, 0);
    for tick in 0..60 * 100 {
        parade.tick();
        for walker in parade.walkers.values().filter(|walker| tick % 30 == 0 && !walker.rests) {
            let Some(cell) = walker.cell.filter(|cell| (17..25).contains(&cell.x)) else { continue };
            if (cell.y == 7) == (walker.goal == 0) {
                right += 1;
            } else {
                wrong += 1;
            }
        }
    }
    assert_eq!(parade.resting(), 192);
    assert!(right > 5 * wrong, "{right} on the right side, {wrong} on the wrong one");
}

#[test]
fn one_whose_goal_is_before_a_doorway_does_not_stop_the_others() {
    // Its cell is that before the door. If those who come push it through the door it comes back against them.
    let rows = ["......#......", "......#......", ".............", "......#......", "......#......"];
    let far: Vec<IVec2> = (0..5).map(|y| IVec2::new(12, y)).collect();
    let mut parade = Parade::new(drawn(&rows), 1, &[far, vec![[5, 2].into()]]);
    let guard = parade.insert([5, 2].into(), 1, 3.0);
    parade.run(30);
    for nth in 0..20 {
        parade.insert([nth / 5, nth % 5].into(), 0, 2.0 + f64::from(nth % 4) / 2.0);
    }
    parade.run(60 * 30);
    assert_eq!(parade.resting(), 21);
    assert_eq!(parade.walkers[&guard].cell, Some([5, 2].into()));
}

#[test]
fn the_first_decisions_of_many_are_spread_over_some_calls() {
    let mut parade = Parade::new(open(40, Topology::default()), 1, &[vec![[20, 20].into()]]);
    for nth in 0..800 {
        parade.insert([nth % 40, nth / 40 * 2].into(), 0, 2.0);
    }
    let mut decided = 0;
    for _ in 0..16 {
        parade.tick();
        assert!(parade.crowd.decided() < 100, "{} decide at once", parade.crowd.decided());
        decided += parade.crowd.decided();
    }
    // Some are pushed before they have decided once.
    assert!((750..=1600).contains(&decided), "{decided}");
}

/// The first of two streams to come to their common corner leave no room there for the last.
#[test]
fn streams_whose_goals_share_a_corner_all_come_to_rest() {
    for (seed, topology) in (0..8)
        .map(|seed| (seed, Topology::default()))
        .chain((0..4).map(|seed| (seed, Topology::hex(HexLayout::OddRows))))
    {
        let mut random = Rng::with_seed(seed);
        let goals =
            [(0..20).map(|y| IVec2::new(19, y)).collect(), (0..20).map(|x| IVec2::new(x, 19)).collect()];
        let mut parade = Parade::new(open(20, topology), 1, &goals);
        let mut cells: Vec<IVec2> = (0..400).map(|at| IVec2::new(at % 20, at / 20)).collect();
        random.shuffle(&mut cells);
        for (nth, &cell) in cells[..120].iter().enumerate() {
            parade.insert(cell, nth % 2, 2.0 + 2.0 * random.f64());
        }
        parade.run(60 * 60);
        assert_eq!(parade.resting(), 120, "{topology:?}, seed {seed}");
    }
}

/// Each has somebody of the other goal before it that waits as well, and nobody can give way.
#[test]
fn in_a_full_room_all_come_to_rest() {
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        let goals = [vec![[0, 0].into()], vec![[1, 3].into()], vec![[3, 1].into()]];
        let mut parade = Parade::new(open(4, Topology::default()), 1, &goals);
        for nth in 0..16 {
            parade.insert([nth % 4, nth / 4].into(), random.usize(..3), 3.0);
        }
        parade.run(60 * 30);
        assert_eq!(parade.resting(), 16, "seed {seed}");
    }
}

#[test]
fn in_a_dead_end_one_cell_wide_agents_come_to_rest_behind_each_other() {
    let map = drawn(&[".......", "###.###", "###.###", "###.###"]);
    let mut parade = Parade::new(map, 1, &[vec![[3, 0].into()]]);
    for x in 0..6 {
        parade.insert([x, 3].into(), 0, 3.0);
    }
    parade.run(60 * 20);
    assert_eq!(parade.resting(), 6);
    let is_inside = |cell: IVec2| cell.y < 3;
    assert_eq!(
        parade.walkers.values().filter_map(|walker| walker.cell).filter(|&cell| is_inside(cell)).count(),
        3
    );
}
