//! Maps on which one engine takes many times as long as the other.

use crate::{
    generate,
    map::Map,
    scenario::{Case, Scenario},
};
use fastrand::Rng;
use glam::IVec2;

/// Free cells and walls, and what each cell costs.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) map: Map,
    /// The cost of each cell in row-major order, 0 for a wall.
    pub(super) classes: Vec<u8>,
}

/// All maps of this side. Another number draws other maps of the same kinds.
pub(super) fn all(side: i32, number: u32) -> Vec<Ground> {
    let maps = generate::engines(side, number);
    let walls =
        |kind: &str| maps.iter().find(|map| map.name.starts_with(kind)).expect("a map of this kind").clone();
    let mut all: Vec<Ground> = maps.iter().cloned().map(Ground::of_one_cost).collect();
    let open = || Map { name: format!("open/{number}").into(), ..generate::open_field(side) };
    for wide in [3, 8, 24, 48] {
        all.push(Ground::new(open(), &format!("patches-{wide}"), |map, random| patches(map, random, wide)));
    }
    for percent in [2, 10, 30] {
        all.push(Ground::new(open(), &format!("mud-{percent}"), |map, random| mud(map, random, percent)));
    }
    for roads in [6, 60] {
        all.push(Ground::new(open(), &format!("roads-{roads}"), |map, random| lay_roads(map, random, roads)));
    }
    for (kind, wide) in [("rooms-of-9", 24), ("caves", 16), ("obstacles-6", 32), ("maze-of-3", 12)] {
        let name = format!("patches-{wide}");
        all.push(Ground::new(walls(kind), &name, |map, random| patches(map, random, wide)));
    }
    for map in [open(), walls("caves"), walls("towers")] {
        let levels = Scenario::new(&map, &Case::named("levels"), 0).world.classes;
        all.push(Ground::new(map, "levels", |_, _| levels));
    }
    all
}

impl Ground {
    fn of_one_cost(map: Map) -> Self {
        Self { classes: map.free.iter().map(|&free| u8::from(free)).collect(), map }
    }

    /// A map with terrain, under a name that says both.
    fn new(map: Map, terrain: &str, classes: impl FnOnce(&Map, &mut Rng) -> Vec<u8>) -> Self {
        let map = Map { name: format!("{terrain} on {}", map.name).into(), ..map };
        let mut random = Rng::with_seed(map.seed());
        let mut classes = classes(&map, &mut random);
        classes.iter_mut().zip(&map.free).filter(|(_, free)| !**free).for_each(|(class, _)| *class = 0);
        Self { map, classes }
    }
}

fn cells(map: &Map) -> impl Iterator<Item = IVec2> {
    let width = map.size.x;
    (0..map.size.element_product()).map(move |index| IVec2::new(index % width, index / width))
}

/// Squares of this side that cost 1 to 9.
fn patches(map: &Map, random: &mut Rng, wide: i32) -> Vec<u8> {
    let across = map.size / wide + 1;
    let costs: Vec<u8> = (0..across.element_product()).map(|_| random.u8(1..=9)).collect();
    cells(map).map(|cell| costs[(cell.y / wide * across.x + cell.x / wide) as usize]).collect()
}

/// Single cells of mud, on this percentage of the cells.
fn mud(map: &Map, random: &mut Rng, percent: u8) -> Vec<u8> {
    map.free.iter().map(|_| if random.u8(..100) < percent { 5 } else { 1 }).collect()
}

/// Straight roads across fields, one to three cells wide.
fn lay_roads(map: &Map, random: &mut Rng, count: i32) -> Vec<u8> {
    let mut classes = vec![4; map.free.len()];
    for _ in 0..count {
        let (wide, is_row) = (random.i32(1..=3), random.bool());
        let across = if is_row { map.size.y } else { map.size.x };
        let first = random.i32(0..across - wide);
        let on_road = |cell: IVec2| (first..first + wide).contains(if is_row { &cell.y } else { &cell.x });
        cells(map).zip(&mut classes).filter(|&(cell, _)| on_road(cell)).for_each(|(_, class)| *class = 1);
    }
    classes
}
