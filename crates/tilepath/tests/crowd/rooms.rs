//! Two rooms joined by a passage. The agents of each want to go to the other.

use crate::parade::{Parade, drawn_on};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{Grid, NavMap, Topology};

/// The side of a room in cells.
const SIDE: i32 = 16;

/// Two rooms joined by a passage of the rows `open`; each agent goes to the far wall of the other room.
pub fn rooms_with_passage(topology: Topology, open: &[usize], length: usize, count: i32) -> Parade {
    let room = ".".repeat(SIDE as usize);
    let wall = "#".repeat(length);
    let passage = ".".repeat(length);
    let row = |y: usize| format!("{room}{}{room}", if open.contains(&y) { &passage } else { &wall });
    let rows: Vec<String> = (0..SIDE as usize).rev().map(row).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let east = 2 * SIDE - 1 + length as i32;
    let far = |x: i32| (0..SIDE).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(drawn_on(&rows, topology), 1, &[far(east), far(0)]);
    for nth in 0..count {
        let (x, y, speed) = (nth / SIDE, nth % SIDE, 2.0 + f64::from(nth * 7 % 5) / 2.0);
        parade.insert([12 - x, y].into(), 0, speed);
        parade.insert([east - 12 + x, y].into(), 1, speed);
    }
    parade
}

/// Two rooms of 8 by 8 cells with a wall of this thickness between them, and a gate one cell wide anywhere in the wall. In each room 20
/// agents go to the far wall of the other.
pub fn small_rooms(topology: Topology, thickness: i32, seed: u64) -> Parade {
    let mut random = Rng::with_seed(seed);
    let gate = random.i32(0..8);
    let is_free = |cell: IVec2| !(8..8 + thickness).contains(&cell.x) || cell.y == gate;
    let size = UVec2::new(16 + thickness as u32, 8);
    let map = NavMap::new(Grid::from_fn(size, |cell| u8::from(is_free(cell))).unwrap(), topology);
    let far = |x: i32| (0..8).map(|y| IVec2::new(x, y)).collect::<Vec<_>>();
    let mut parade = Parade::new(map, 1, &[far(15 + thickness), far(0)]);
    for goal in 0..2 {
        let first = if goal == 0 { 0 } else { 8 + thickness };
        let mut cells: Vec<IVec2> = (0..64).map(|nth| IVec2::new(first + nth % 8, nth / 8)).collect();
        random.shuffle(&mut cells);
        for &cell in &cells[..20] {
            parade.insert(cell, goal, 2.0 + 2.0 * random.f64());
        }
    }
    parade
}
