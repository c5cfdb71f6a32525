//! A map in plain numbers, from which it can be built again at any time.

use crate::{geometry::squared, ground::Ground};
use glam::{IVec2, UVec2};
use proptest::{collection::vec, prelude::*, sample::select};
use std::collections::BTreeMap;
use tilepath::{
    CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, Grid, NavLink, NavMap, PathError, PathQuery,
    SearchScratch, Shape, StepLengths, Topology,
};

/// The class of cells that nobody enters.
pub const WALL: u8 = 5;
/// The number of classes, of which the first is that of obstacles.
pub const CLASSES: u8 = 6;
/// The number of danger layers.
pub const LAYERS: usize = 2;

/// A cell by two numbers that fit every map: each map takes them modulo its size.
#[derive(Clone, Copy, Debug)]
pub struct Spot(pub u8, pub u8);

impl Spot {
    pub fn on(self, size: UVec2) -> IVec2 {
        (UVec2::new(self.0.into(), self.1.into()) % size).as_ivec2()
    }
}

/// Danger round a cell, which may be outside the map.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub layer: usize,
    pub spot: Spot,
    /// In half tiles.
    pub radius: u8,
    /// In quarters of a tile.
    pub strength: u8,
    pub is_flat: bool,
}

impl Source {
    pub fn stamp(&self) -> DangerStamp {
        let falloff = if self.is_flat { Falloff::Flat } else { Falloff::Linear };
        DangerStamp::new(f32::from(self.radius) / 2.0, f32::from(self.strength) / 4.0, falloff).unwrap()
    }

    pub fn middle(&self, size: UVec2) -> IVec2 {
        self.spot.on(size + 4) - 2
    }
}

/// A link between two cells. On a map where both are the same cell there is none.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    pub from: Spot,
    pub to: Spot,
    pub class: u8,
    /// In quarters of a tile.
    pub length: u8,
    pub is_two_way: bool,
}

impl Passage {
    pub fn link(&self, size: UVec2) -> Option<NavLink> {
        let [from, to] = [self.from, self.to].map(|spot| spot.on(size));
        let link = NavLink::new(from, to).with_class(self.class);
        let link = link.with_length(f32::from(self.length) / 4.0).unwrap();
        (from != to).then_some(if self.is_two_way { link.two_way() } else { link })
    }
}

/// A wall on an edge of a cell, which may lead off the map.
#[derive(Clone, Copy, Debug)]
pub struct Fence {
    pub spot: Spot,
    /// On which edge of the cell, modulo the number of its edges.
    pub edge: u8,
    pub class: u8,
    /// In quarters of a tile.
    pub length: u8,
    pub is_one_way: bool,
}

impl Fence {
    pub fn wall(&self, shape: Shape, size: UVec2) -> EdgeWall {
        let cell = self.spot.on(size);
        let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| cell + IVec2::new(dx, dy)));
        let beside: Vec<IVec2> = near.filter(|&to| squared(shape, cell, to) == 1).collect();
        let wall = EdgeWall::new(cell, beside[usize::from(self.edge) % beside.len()]).with_class(self.class);
        let wall = wall.with_length(f32::from(self.length) / 4.0).unwrap();
        if self.is_one_way { wall.one_way() } else { wall }
    }
}

/// What the classes cost, and the aversion to each danger layer in tiles.
#[derive(Clone, Debug)]
pub struct Prices {
    pub costs: [u16; CLASSES as usize],
    pub aversions: [u16; LAYERS],
}

impl Prices {
    pub fn profile(&self) -> CostProfile {
        let costs = (0..CLASSES).zip(self.costs);
        let profile =
            costs.fold(CostProfile::blocked(), |profile, (class, cost)| profile.with_cost(class, cost));
        let aversions = self.aversions.iter().enumerate();
        aversions.fold(profile, |profile, (layer, &aversion)| {
            profile.with_aversion(layer, aversion.into()).unwrap()
        })
    }
}

/// What a map is prepared for, which changes no cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ready {
    Nothing,
    Searches,
    Landmarks,
}

impl Ready {
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Searches, Self::Landmarks];

    pub fn prepare(self, map: &mut NavMap, profile: &CostProfile) {
        match self {
            Self::Nothing => {}
            Self::Searches => map.prepare(profile),
            Self::Landmarks => map.prepare_landmarks(profile),
        }
    }
}

/// A map, everything that is on it, and an agent that prices it.
#[derive(Clone, Debug)]
pub struct Level {
    pub topology: Topology,
    pub size: UVec2,
    /// The class of each cell, row-major.
    pub terrain: Vec<u8>,
    pub prices: Prices,
    pub obstacles: Vec<Spot>,
    pub sources: Vec<Source>,
    pub passages: Vec<Passage>,
    pub fences: Vec<Fence>,
    pub ready: Ready,
}

impl Level {
    /// The map, made of nothing but these numbers.
    pub fn map(&self) -> NavMap {
        self.map_for(self.ready)
    }

    pub fn map_for(&self, ready: Ready) -> NavMap {
        let class = |cell: IVec2| self.terrain[cell.y as usize * self.size.x as usize + cell.x as usize];
        let mut map = NavMap::new(Grid::from_fn(self.size, class).unwrap(), self.topology);
        self.obstacles.iter().for_each(|spot| map.block(spot.on(self.size)));
        for source in &self.sources {
            map.add_danger(source.layer, &source.stamp(), source.middle(self.size)).unwrap();
        }
        self.links().for_each(|link| map.link(link).unwrap());
        self.walls().for_each(|wall| map.build_edge_wall(wall).unwrap());
        ready.prepare(&mut map, &self.profile());
        map
    }

    pub fn links(&self) -> impl Iterator<Item = NavLink> {
        self.passages.iter().filter_map(|passage| passage.link(self.size))
    }

    pub fn walls(&self) -> impl Iterator<Item = EdgeWall> {
        self.fences.iter().map(|fence| fence.wall(self.topology.shape(), self.size))
    }

    /// The steps that walls on edges stop, and what the agent pays to pass. Of several walls of one class the longest counts.
    fn steps_past_walls(&self) -> Vec<(IVec2, IVec2, Option<u64>)> {
        let straight = u64::from(self.topology.lengths().straight());
        let mut longest: BTreeMap<([i32; 2], [i32; 2], u8), Option<u64>> = BTreeMap::new();
        for wall in self.walls() {
            let price = u64::from(self.prices.costs[usize::from(wall.class())]);
            let toll = (price > 0).then(|| straight * 4 * (wall.length() * 4.0) as u64 * price);
            let there = (!wall.is_one_way()).then_some((wall.from(), wall.to()));
            for (from, to) in [(wall.to(), wall.from())].into_iter().chain(there) {
                let known = longest.entry((from.into(), to.into(), wall.class())).or_insert(toll);
                *known = toll.max(*known);
            }
        }
        longest.into_iter().map(|((from, to, _), toll)| (from.into(), to.into(), toll)).collect()
    }

    /// The steps over links that the agent has a price for, and what each costs besides the cell where it ends.
    fn steps_over_links(&self) -> Vec<(IVec2, IVec2, u64)> {
        let straight = u64::from(self.topology.lengths().straight());
        let price = |link: &NavLink| u64::from(self.prices.costs[usize::from(link.class())]);
        let steps = self.links().filter(|link| price(link) > 0).flat_map(|link| {
            let extra = straight * 4 * (link.length() * 4.0) as u64 * price(&link);
            let back = link.is_two_way().then_some((link.to(), link.from(), extra));
            [(link.from(), link.to(), extra)].into_iter().chain(back)
        });
        steps.collect()
    }

    pub fn profile(&self) -> CostProfile {
        self.prices.profile()
    }

    /// The weights of all cells by the documented rule, 0 for walls.
    pub fn weights(&self) -> Vec<u64> {
        let width = self.size.x as i32;
        let cells = (0..self.terrain.len() as i32).map(|index| IVec2::new(index % width, index / width));
        let shape = self.topology.shape();
        let blocked: Vec<IVec2> = self.obstacles.iter().map(|spot| spot.on(self.size)).collect();
        let stamps: Vec<_> = self.sources.iter().map(|source| (source, source.stamp())).collect();
        let weight = |(cell, &class): (IVec2, &u8)| {
            let class = if blocked.contains(&cell) { 0 } else { class };
            let cost = u64::from(self.prices.costs[usize::from(class)]);
            let danger = stamps.iter().map(|(source, stamp)| {
                let units = stamp.units_at(shape, source.middle(self.size), cell);
                u64::from(self.prices.aversions[source.layer]) * u64::from(units)
            });
            if cost == 0 { 0 } else { 16 * cost + danger.sum::<u64>() }
        };
        cells.zip(&self.terrain).map(weight).collect()
    }

    /// The map as the brute force sees it.
    pub fn ground(&self) -> Ground {
        let lengths = self.topology.lengths();
        Ground {
            origin: IVec2::ZERO,
            size: self.size.as_ivec2(),
            shape: self.topology.shape(),
            rule: self.topology.diagonals(),
            straight: lengths.straight().into(),
            diagonal: lengths.diagonal().into(),
            weights: self.weights(),
            passed: Vec::new(),
            links: self.steps_over_links(),
            bars: self.steps_past_walls(),
        }
    }

    /// The free cell at a spot, or the next one after it. Without free cells, the cell at the spot.
    pub fn free(&self, spot: Spot) -> IVec2 {
        let (ground, first) = (self.ground(), spot.on(self.size));
        let cells: Vec<IVec2> = ground.cells().collect();
        let from = ground.index(first).unwrap();
        let around = cells[from..].iter().chain(&cells[..from]);
        around.copied().find(|&cell| ground.weight(cell) > 0).unwrap_or(first)
    }

    /// Start and goal at two spots, on free cells if there are any.
    pub fn ends(&self, (start, goal): (Spot, Spot)) -> (IVec2, IVec2) {
        (self.free(start), self.free(goal))
    }

    /// The same map without links, where every step leads back.
    pub fn on_foot(mut self) -> Self {
        self.passages.clear();
        self.fences.retain(|fence| !fence.is_one_way);
        self
    }

    /// The same map where all free cells have one weight.
    pub fn flattened(mut self) -> Self {
        self.sources.clear();
        self.prices.costs = self.prices.costs.map(|cost| cost.min(1));
        self
    }
}

/// The cost of a path from one cell to another. `None` if there is no path.
pub fn cost(map: &NavMap, profile: &CostProfile, start: IVec2, goal: IVec2) -> Option<u64> {
    cost_of(map, profile, PathQuery::new(start, goal))
}

/// The cost of the answer to a query. `None` if there is no path.
pub fn cost_of(map: &NavMap, profile: &CostProfile, query: PathQuery) -> Option<u64> {
    match map.find_path(profile, query, &mut SearchScratch::new(), &mut ()) {
        Ok(path) => Some(path.cost().units().into()),
        Err(PathError::StartBlocked(_) | PathError::GoalBlocked(_) | PathError::Unreachable { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

pub fn spots() -> impl Strategy<Value = Spot> + Clone {
    (0_u8..66, 0_u8..66).prop_map(|(x, y)| Spot(x, y))
}

/// Where paths begin and end.
pub fn trips() -> impl Strategy<Value = Vec<(Spot, Spot)>> {
    vec((spots(), spots()), 1..8)
}

pub fn sources() -> impl Strategy<Value = Source> + Clone {
    let numbers = (0..LAYERS, spots(), 0_u8..8, 1_u8..12, any::<bool>());
    numbers.prop_map(|(layer, spot, radius, strength, is_flat)| Source {
        layer,
        spot,
        radius,
        strength,
        is_flat,
    })
}

pub fn passages() -> impl Strategy<Value = Passage> + Clone {
    let numbers = (spots(), spots(), 1_u8..5, 0_u8..20, any::<bool>());
    numbers.prop_map(|(from, to, class, length, is_two_way)| Passage { from, to, class, length, is_two_way })
}

/// Fences that nobody passes, and gates and belts for a toll.
pub fn fences() -> impl Strategy<Value = Fence> + Clone {
    let classes = prop_oneof![2 => Just(WALL), 1 => 0_u8..5];
    let numbers = (spots(), any::<u8>(), classes, 0_u8..20, any::<bool>());
    numbers.prop_map(|(spot, edge, class, length, is_one_way)| Fence {
        spot,
        edge,
        class,
        length,
        is_one_way,
    })
}

/// All shapes; four in ten are squares.
pub fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![1 => Just(Shape::Square), 2 => select(&Shape::ALL[..])]
}

pub fn topologies() -> impl Strategy<Value = Topology> {
    let lengths = select(vec![(408, 577), (10, 14), (1, 1), (5, 9), (5, 10)]);
    let rule = select(&DiagonalRule::ALL[..]);
    (shapes(), rule, lengths).prop_map(|(shape, rule, (straight, diagonal))| {
        Topology::square(rule).with_shape(shape).with_lengths(StepLengths::new(straight, diagonal).unwrap())
    })
}

/// Class 0 is sometimes no wall, but terrain that an agent passes at a price. Class 4 often is a wall.
fn prices() -> impl Strategy<Value = Prices> {
    let obstacles = prop_oneof![6 => Just(0), 1 => 1_u16..30];
    let class_4 = prop_oneof![1 => Just(0), 1 => 1_u16..40];
    let costs = (obstacles, 1_u16..4, 1_u16..10, 1_u16..60, class_4);
    let prices = (costs, [0_u16..4, 0_u16..4]);
    prices.prop_map(|((obstacle, one, two, three, four), aversions)| Prices {
        costs: [obstacle, one, two, three, four, 0],
        aversions,
    })
}

/// Small maps, maps of several chunks of regions, and corridors.
fn sizes() -> impl Strategy<Value = UVec2> {
    let sides = prop_oneof![
        3 => (1_u32..=9, 1_u32..=9),
        4 => (5_u32..=20, 5_u32..=20),
        1 => (18_u32..=40, 18_u32..=40),
        1 => (1_u32..=40, 1_u32..=4),
        1 => (1_u32..=4, 1_u32..=40),
    ];
    sides.prop_map(|(width, height)| UVec2::new(width, height))
}

/// The class of a cell by a number from 0 to 99: plain ground, mixed terrain, or a wall.
fn class_of(number: u8, mixed: u8, walls: u8) -> u8 {
    match number {
        number if number < 100 - walls - mixed => 1,
        number if number >= 100 - walls => [WALL, 0][usize::from(number % 2)],
        number => 2 + number % 3,
    }
}

pub fn terrain(cells: usize) -> impl Strategy<Value = Vec<u8>> {
    let mixed = prop_oneof![2 => Just(0_u8), 1 => 0_u8..20, 1 => 20_u8..60];
    (mixed, 0_u8..40).prop_flat_map(move |(mixed, walls)| {
        vec((0_u8..100).prop_map(move |number| class_of(number, mixed, walls)), cells)
    })
}

pub fn levels() -> impl Strategy<Value = Level> {
    levels_of(sizes())
}

/// Large maps. On these, an edit of one cell updates only the regions around the cell. On smaller maps it updates whole chunks.
pub fn large_levels() -> impl Strategy<Value = Level> {
    levels_of((46_u32..66, 46_u32..66).prop_map(|(width, height)| UVec2::new(width, height)))
}

fn levels_of(sizes: impl Strategy<Value = UVec2>) -> impl Strategy<Value = Level> {
    let parts = sizes.prop_flat_map(|size| {
        let obstacles = vec(spots(), 0..6);
        let ready = select(&Ready::ALL[..]);
        // Without danger, many maps have cells of one weight only.
        let some_sources = prop_oneof![Just(Vec::new()), vec(sources(), 1..5)];
        let cells = terrain((size.x * size.y) as usize);
        // Without links, searches are others.
        let some_passages = prop_oneof![2 => Just(Vec::new()), 1 => vec(passages(), 1..6)];
        let some_fences = prop_oneof![2 => Just(Vec::new()), 1 => vec(fences(), 1..20)];
        let edges = (some_passages, some_fences);
        (topologies(), Just(size), cells, prices(), obstacles, some_sources, edges, ready)
    });
    parts.prop_map(|(topology, size, terrain, prices, obstacles, sources, (passages, fences), ready)| Level {
        topology,
        size,
        terrain,
        prices,
        obstacles,
        sources,
        passages,
        fences,
        ready,
    })
}
