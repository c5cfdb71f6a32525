//! What crowds do: come to rest together, pass each other, give way.

use crate::{
    geometry::squared,
    parade::{Parade, drawn},
};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DiagonalRule, Grid, HexLayout, NavMap, PathError, Topology,
    fleet::{Failure, FleetEvent},
};

fn open(side: u32, topology: Topology) -> NavMap {
    NavMap::new(Grid::new(UVec2::splat(side), 1).unwrap(), topology)
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
        parade.world.set_profiles(vec![CostProfile::blocked()]);
        parade.disturb();
        parade.tick();
        assert!(parade.walkers.keys().all(|&agent| parade.world.fleet.cell_in_crowd(agent).is_none()));
        parade.world.set_profiles(vec![CostProfile::default()]);
        parade.disturb();
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
        let most = (0..60).map(|_| {
            parade.tick();
            parade.steps.len()
        });
        most.max().unwrap()
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(push).unwrap();
    assert!(thread.join().unwrap() > 2900);
}

#[test]
fn who_has_no_path_is_named_once() {
    let map = drawn(&["..#..", "..#..", "..#.."]);
    let mut parade = Parade::new(map, 1, &[vec![[4, 1].into()]]);
    let cut_off = parade.insert([0, 0].into(), 0, 2.0);
    let arrives = parade.insert([3, 0].into(), 0, 2.0);
    let mut named = Vec::new();
    for _ in 0..60 * 20 {
        parade.tick();
        named.extend(
            parade
                .world
                .fleet
                .events()
                .iter()
                .copied()
                .filter(|event| matches!(event, FleetEvent::Failed(..) | FleetEvent::Stuck { .. })),
        );
    }
    assert!(parade.walkers[&arrives].rests);
    assert!(
        matches!(named[..], [FleetEvent::Failed(agent, Failure::Path(PathError::Unreachable { .. }))] if agent == cut_off),
        "{named:?}"
    );
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
