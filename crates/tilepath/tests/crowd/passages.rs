//! What crowds do in doorways, corridors and passages.

use crate::{
    parade::{Parade, drawn},
    rooms::rooms_with_passage,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{Grid, NavMap, Topology};

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
fn in_a_passage_two_cells_wide_both_directions_keep_to_the_right() {
    let mut parade = rooms_with_passage(Topology::default(), &[7, 8], 10, 96);
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

/// Whose goal is in the lane of the others leaves its own lane beside it.
#[test]
fn in_a_ring_two_cells_wide_all_come_to_the_cell_opposite() {
    let side = 20;
    let is_free = |cell: IVec2| {
        let edge = cell.min(IVec2::splat(side - 1) - cell);
        edge.min_element() < 2
    };
    let grid = Grid::from_fn(UVec2::splat(side as u32), |cell| u8::from(is_free(cell))).unwrap();
    for seed in 0..6 {
        let mut random = Rng::with_seed(seed);
        let mut cells: Vec<IVec2> = (0..side * side)
            .map(|at| IVec2::new(at % side, at / side))
            .filter(|&cell| is_free(cell))
            .collect();
        random.shuffle(&mut cells);
        cells.truncate(50);
        let goals: Vec<Vec<IVec2>> = cells.iter().map(|&cell| vec![IVec2::splat(side - 1) - cell]).collect();
        let mut parade = Parade::new(NavMap::new(grid.clone(), Topology::default()), 1, &goals);
        for (goal, &cell) in cells.iter().enumerate() {
            parade.insert(cell, goal, 2.0 + 2.0 * random.f64());
        }
        parade.run(60 * 90);
        assert_eq!(parade.resting(), 50, "seed {seed}");
    }
}
