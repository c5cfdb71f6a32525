//! What crowds do: come to rest together, pass each other, give way.

use crate::{geometry::squared, parade::Parade};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    DiagonalRule, Grid, HexLayout, NavMap, Topology,
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
        // A full disc of 200 cells has a radius of 8. Without diagonals and on hexagons the cells along the axes have only one cheaper
        // neighbour.
        let has_axes = topology.diagonals() == DiagonalRule::Never || topology.shape().is_hex();
        let most = if has_axes { 18 } else { 11 };
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
