//! A map of hexagons with queries and edits, and what its cells weigh.

use crate::{
    generate,
    map::{Map, Query},
    scenario::{self, Case},
};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{CostProfile, DangerStamp, Grid, HexLayout, NavMap, Shape, Topology};

/// The layout that everything is measured on.
pub(super) const LAYOUT: HexLayout = HexLayout::OddRows;
/// Queries between two edits.
const QUERIES_PER_EDIT: usize = 4;

/// What is done to a board, in this order.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Ask(Query),
    /// The danger of one tower is removed, that of another is added.
    Move {
        from: IVec2,
        to: IVec2,
    },
}

/// A map of hexagons.
pub(super) struct Board {
    pub(super) name: String,
    pub(super) map: NavMap,
    pub(super) stamp: DangerStamp,
    pub(super) events: Vec<Event>,
}

impl Board {
    /// The boards of a case: open ground, single obstacles, rooms, caves and mazes of 512 by 512 hexagons.
    pub(super) fn all(case: &Case, queries: usize) -> Vec<Self> {
        generate::hexes(512).iter().map(|map| Self::new(map, case, queries)).collect()
    }

    fn new(map: &Map, case: &Case, queries: usize) -> Self {
        let mut random = Rng::with_seed(map.seed());
        let world = scenario::furnish(map, case, &mut random);
        let width = world.size.x;
        let grid =
            Grid::from_fn(world.size.as_uvec2(), |cell| world.classes[(cell.y * width + cell.x) as usize]);
        let mut nav_map = NavMap::new(grid.expect("a valid size"), Topology::hex(LAYOUT));
        for &tower in &world.towers {
            nav_map.add_danger(0, &world.stamp, tower).expect("few towers");
        }
        let (mut events, mut towers) = (Vec::new(), world.towers.clone());
        for (nth, query) in map.spread(queries).into_iter().enumerate() {
            if !towers.is_empty() && nth > 0 && nth % QUERIES_PER_EDIT == 0 {
                let to = IVec2::new(random.i32(0..world.size.x), random.i32(0..world.size.y));
                events.push(Event::Move { from: towers.remove(0), to });
                towers.push(to);
            }
            events.push(Event::Ask(query));
        }
        Self { name: map.name.to_string(), map: nav_map, stamp: (*world.stamp).clone(), events }
    }

    /// The map as it is before the first event.
    pub(super) fn weights(&self) -> Vec<u32> {
        let priced = self.map.priced(&CostProfile::default());
        (0..self.map.grid().len()).map(|index| priced.weight(index)).collect()
    }

    /// The cells on the map whose weight a tower raises, and by how much. Walls may be among them.
    pub(super) fn footprint(&self, tower: IVec2) -> impl Iterator<Item = (usize, u32)> {
        let cells = self.stamp.cells(Shape::Hex(LAYOUT), tower);
        cells.filter_map(|(cell, units)| Some((self.map.grid().index(cell)?, units)))
    }
}
