//! A random map, with the numbers that it was made of, and its edits.

use crate::{geometry::squared, ground::Ground};
use fastrand::Rng;
use glam::IVec2;
use std::collections::BTreeMap;
use tilepath::{
    CellRect, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, Grid, NavLink, NavMap, Shape,
    StepLengths, Topology, placement::PlannedBuilding,
};

/// Danger of the same strength within a radius. Strengths are in quarters, so that no rounding rule is needed.
#[derive(Clone)]
pub struct Tower {
    layer: usize,
    middle: IVec2,
    radius: i32,
    quarters: u64,
    pub stamp: DangerStamp,
}

/// What might be built.
#[derive(Default)]
pub struct Plan {
    pub cells: Vec<IVec2>,
    pub class: u8,
    pub towers: Vec<Tower>,
}

impl Plan {
    pub fn blockade(&self) -> PlannedBuilding<'_> {
        let cells = PlannedBuilding::new(&self.cells).with_class(self.class);
        self.towers.iter().fold(cells, |all, tower| all.with_danger(tower.layer, &tower.stamp, tower.middle))
    }
}

/// A map, and everything that is on it.
pub struct Case {
    pub map: NavMap,
    pub profile: CostProfile,
    pub ground: Ground,
    /// What each class costs, and the aversion to each layer in quarters.
    costs: [u64; 256],
    aversions: [u64; LAYERS],
    terrain: Vec<u8>,
    /// The classes of the obstacles on each cell, and on cells outside the map.
    obstacles: Vec<Vec<u8>>,
    outside: BTreeMap<[i32; 2], Vec<u8>>,
    towers: Vec<Tower>,
    links: Vec<NavLink>,
    walls: Vec<EdgeWall>,
}

const LAYERS: usize = 3;

/// Classes of obstacles that some profiles pass. Terrain may have them, too.
const DOORS: [u8; 4] = [2, 60, 254, 255];

/// Half of the maps are squares, unless the environment variable `ORACLE_SHAPE` names the number of a shape.
fn random_shape(random: &mut Rng) -> Shape {
    let any = random.usize(..2 * Shape::ALL.len());
    match std::env::var("ORACLE_SHAPE") {
        Ok(number) => Shape::ALL[number.parse::<usize>().expect("ORACLE_SHAPE is a number")],
        Err(_) => Shape::ALL.get(any).copied().unwrap_or_default(),
    }
}

/// What is between cells: links and walls of all kinds, unless the environment variable `ORACLE_BETWEEN` names one of them.
#[derive(Clone, Copy, PartialEq)]
enum Between {
    All,
    Links,
    Walls,
    OneWay,
}

fn between() -> Between {
    match std::env::var("ORACLE_BETWEEN").as_deref() {
        Err(_) => Between::All,
        Ok("links") => Between::Links,
        Ok("walls") => Between::Walls,
        Ok("one-way") => Between::OneWay,
        Ok(other) => panic!("ORACLE_BETWEEN={other}: links, walls or one-way"),
    }
}

/// The longest side of a map, unless the environment variable `ORACLE_SIDE` names another.
const SIDE: i32 = 10;

fn longest_side() -> i32 {
    std::env::var("ORACLE_SIDE").map_or(SIDE, |side| side.parse().expect("ORACLE_SIDE is a number"))
}

/// Half of the maps begin at (0, 0).
fn random_origin(random: &mut Rng) -> IVec2 {
    let mut side = || match random.u8(..8) {
        0..4 => 0,
        4 => 1 << 28,
        5 => -(1 << 28),
        _ => 2 * random.i32(-9..9),
    };
    IVec2::new(side(), side())
}

/// What the classes cost an agent, and through which of them it may only pass.
fn random_profile(random: &mut Rng) -> CostProfile {
    let mut profile = CostProfile::default();
    if random.u8(..8) == 0 {
        profile.set_cost(0, random.u16(1..40));
    }
    // Walls that become passable below an obstacle, for agents that pass blocked cells.
    if random.u8(..8) == 0 {
        profile.set_cost(1, 0);
    }
    for door in DOORS {
        profile.set_cost(door, [0, 1, 12, random.u16(1..40)][random.usize(..4)]);
    }
    // Numbers that may stand for several classes, and then again for terrain.
    for class in 248..254 {
        profile.set_cost(class, [0, 7, class.into()][random.usize(..3)]);
    }
    if random.u8(..4) == 0 {
        for class in [0, 1, 3, 249].into_iter().chain(DOORS) {
            profile.set_pass_through(class, random.u8(..3) == 0);
        }
    }
    profile
}

impl Case {
    pub fn new(random: &mut Rng) -> Self {
        let side = longest_side();
        let size = IVec2::new(random.i32(1..=side), random.i32(1..=side));
        let rule = DiagonalRule::ALL[random.usize(..4)];
        let shape = random_shape(random);
        let (straight, diagonal) = [(408, 577), (10, 14), (1, 1), (5, 9), (5, 10)][random.usize(..5)];
        let walls = random.u8(..50);
        let costliest = [1, 3, 9, 255][random.usize(..4)];
        let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=costliest) };
        let terrain: Vec<u8> = (0..size.x * size.y).map(|_| class(random)).collect();
        let at = |cell: IVec2| (cell.y * size.x + cell.x) as usize;
        let origin = random_origin(random);
        let grid = Grid::from_fn(size.as_uvec2(), |cell| terrain[at(cell)]).unwrap();
        let grid = grid.with_origin(origin).unwrap();
        let lengths = StepLengths::new(straight, diagonal).unwrap();
        let map = NavMap::new(grid, Topology::square(rule).with_shape(shape).with_lengths(lengths));
        let mut profile = random_profile(random);
        let costs = core::array::from_fn(|class| u64::from(profile.cost(class as u8)));
        let aversions = core::array::from_fn(|_| random.u64(..9));
        for (layer, &quarters) in aversions.iter().enumerate() {
            profile = profile.with_aversion(layer, quarters as f32 / 4.0).unwrap();
        }
        let obstacles = vec![Vec::new(); terrain.len()];
        let (straight, diagonal) = (u64::from(straight), u64::from(diagonal));
        let ground = Ground {
            origin,
            size,
            shape,
            rule,
            straight,
            diagonal,
            weights: Vec::new(),
            passed: Vec::new(),
            links: Vec::new(),
            bars: Vec::new(),
        };
        let towers = Vec::new();
        let outside = BTreeMap::new();
        let (links, walls) = (Vec::new(), Vec::new());
        let mut case = Self {
            map,
            profile,
            ground,
            costs,
            aversions,
            terrain,
            obstacles,
            outside,
            towers,
            links,
            walls,
        };
        if random.bool() {
            (0..random.usize(1..5)).for_each(|_| case.link(random));
        }
        if random.bool() {
            (0..[3, 12, 60][random.usize(..3)]).for_each(|_| case.wall(random));
        }
        for layer in 0..random.usize(..3) {
            for _ in 0..random.usize(..4) {
                let tower = case.random_tower(layer, random);
                case.add(tower);
            }
        }
        case.weigh();
        case
    }

    pub fn random_cell(&self, random: &mut Rng) -> IVec2 {
        let Ground { origin, size, .. } = self.ground;
        origin + IVec2::new(random.i32(0..size.x), random.i32(0..size.y))
    }

    fn random_tower(&self, layer: usize, random: &mut Rng) -> Tower {
        let (radius, quarters) = (random.i32(0..4), random.u64(1..12));
        let middle = self.random_cell(random) + IVec2::new(random.i32(-2..3), random.i32(-2..3));
        let stamp = DangerStamp::new(radius as f32, quarters as f32 / 4.0, Falloff::Flat).unwrap();
        Tower { layer, middle, radius, quarters, stamp }
    }

    /// Adds a link. Now and then an end is outside the map.
    fn link(&mut self, random: &mut Rng) {
        let mut cell = || self.random_cell(random) - i32::from(random.u8(..20) == 0);
        let (from, to) = (cell(), cell());
        let length = random.u32(0..40) as f32 / [4.0, 1.0][random.usize(..2)];
        let class = [1, 1, 1, DOORS[0], DOORS[1], DOORS[3], 253][random.usize(..7)];
        let link = NavLink::new(from, to).with_class(class).with_length(length).unwrap();
        let link = if random.bool() { link.two_way() } else { link };
        if [Between::Walls, Between::OneWay].contains(&between()) {
            return;
        }
        assert_eq!(self.map.link(link).is_ok(), from != to);
        if from != to {
            self.links.push(link);
        }
    }

    /// Builds a wall on an edge. Now and then one or both cells are outside the map.
    fn wall(&mut self, random: &mut Rng) {
        let cell = self.random_cell(random) - i32::from(random.u8(..20) == 0);
        let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| cell + IVec2::new(dx, dy)));
        let neighbours: Vec<IVec2> = near.filter(|&to| squared(self.ground.shape, cell, to) == 1).collect();
        let to = random.choice(neighbours).expect("every cell has neighbours");
        let length = [0.0, 0.0, 0.25, 3.0, random.u32(0..40) as f32 / 4.0][random.usize(..5)];
        let class = [0, 0, 0, 0, 1, 1, DOORS[0], DOORS[1], DOORS[3], 253][random.usize(..10)];
        let wall = EdgeWall::new(cell, to).with_class(class).with_length(length).unwrap();
        let is_one_way = random.bool();
        let wall = match between() {
            Between::Links => return,
            Between::Walls => wall,
            Between::OneWay => wall.one_way(),
            Between::All if is_one_way => wall.one_way(),
            Between::All => wall,
        };
        self.map.build_edge_wall(wall).unwrap();
        self.walls.push(wall);
    }

    /// The steps that walls on edges stop, as the agent prices them.
    fn priced_walls(&self) -> Vec<(IVec2, IVec2, Option<u64>)> {
        // Of several walls of one class the longest counts.
        let mut longest: BTreeMap<([i32; 2], [i32; 2], u8), Option<u64>> = BTreeMap::new();
        for wall in &self.walls {
            let cost = self.costs[usize::from(wall.class())];
            let toll = (cost > 0).then(|| self.ground.straight * 4 * (wall.length() * 4.0) as u64 * cost);
            let there = (!wall.is_one_way()).then_some((wall.from(), wall.to()));
            for (from, to) in [(wall.to(), wall.from())].into_iter().chain(there) {
                let known = longest.entry((from.into(), to.into(), wall.class())).or_insert(toll);
                *known = toll.max(*known);
            }
        }
        longest.into_iter().map(|((from, to, _), toll)| (from.into(), to.into(), toll)).collect()
    }

    /// The steps over links, as the agent prices them.
    fn priced_links(&self) -> Vec<(IVec2, IVec2, u64)> {
        let priced = self.links.iter().filter(|link| self.costs[usize::from(link.class())] > 0);
        let steps = priced.flat_map(|link| {
            let quarters = (link.length() * 4.0) as u64;
            let extra = self.ground.straight * 4 * quarters * self.costs[usize::from(link.class())];
            let back = link.is_two_way().then_some((link.to(), link.from(), extra));
            [(link.from(), link.to(), extra)].into_iter().chain(back)
        });
        steps.collect()
    }

    fn add(&mut self, tower: Tower) {
        self.map.add_danger(tower.layer, &tower.stamp, tower.middle).unwrap();
        self.towers.push(tower);
    }

    fn block(&mut self, cell: IVec2, class: u8) {
        if class == 0 {
            self.map.block(cell);
        } else {
            self.map.block_as(cell, class).unwrap();
        }
        match self.ground.index(cell) {
            Some(index) => self.obstacles[index].push(class),
            None => self.outside.entry(cell.to_array()).or_default().push(class),
        }
    }

    /// Something that might be built: a few cells, danger on layers that the map may not have yet.
    pub fn random_plan(&self, random: &mut Rng) -> Plan {
        let cells = (0..random.usize(..5)).map(|_| self.random_cell(random) - random.i32(0..2)).collect();
        let class = [0, 0, DOORS[0], DOORS[1], DOORS[3], 253][random.usize(..6)];
        let towers = (0..random.usize(..3)).map(|_| {
            let layer = random.usize(..LAYERS);
            self.random_tower(layer, random)
        });
        Plan { cells, class, towers: towers.collect() }
    }

    /// The cells of an agent's own obstacles: mostly its own cell, otherwise cells with or without obstacles.
    pub fn random_own(&self, start: IVec2, random: &mut Rng) -> Vec<IVec2> {
        let anywhere = |random: &mut Rng| {
            let blocked: Vec<IVec2> = self
                .ground
                .cells()
                .zip(&self.obstacles)
                .filter(|(_, classes)| !classes.is_empty())
                .map(|at| at.0)
                .collect();
            match random.choice(blocked) {
                Some(cell) if random.u8(..4) > 0 => cell,
                _ => self.random_cell(random),
            }
        };
        match random.u8(..4) {
            0 => vec![start],
            1 => (0..random.usize(1..5)).map(|_| anywhere(random)).collect(),
            2 => (0..random.usize(1..3)).map(|_| anywhere(random)).chain([start]).collect(),
            _ => Vec::new(),
        }
    }

    /// The ground as an agent sees it without its own obstacles, after a plan is built.
    pub fn seen(&self, own: &[IVec2], plan: &Plan) -> Ground {
        let classes = |index: usize, cell: IVec2| {
            let own = own.iter().filter(|&&at| at == cell).count();
            let walls = self.obstacles[index].iter().filter(|&&class| class == 0).count();
            let mut classes = self.obstacles[index].clone();
            classes.retain(|&class| class != 0);
            if walls > own {
                classes.push(0);
            }
            if plan.cells.contains(&cell) {
                classes.push(plan.class);
            }
            if classes.is_empty() {
                classes.push(self.terrain[index]);
            }
            classes
        };
        let weight = |(index, cell): (usize, IVec2)| {
            let classes = classes(index, cell);
            let costs: Vec<u64> = classes.iter().map(|&class| self.costs[usize::from(class)]).collect();
            if costs.contains(&0) {
                return 0;
            }
            let cost = costs.into_iter().max().unwrap();
            let within = |tower: &&Tower| {
                squared(self.ground.shape, cell, tower.middle) <= i64::from(tower.radius * tower.radius)
            };
            let danger = |tower: &Tower| self.aversions[tower.layer] * tower.quarters;
            16 * cost + self.towers.iter().chain(&plan.towers).filter(within).map(danger).sum::<u64>()
        };
        let weights = self.ground.cells().enumerate().map(weight).collect();
        let pass_through = |class: &u8| self.profile.pass_through().contains(*class);
        let is_passed = |(index, cell): (usize, IVec2)| classes(index, cell).iter().any(pass_through);
        let passed = self.ground.cells().enumerate().map(is_passed).collect();
        let (links, bars) = (self.priced_links(), self.priced_walls());
        Ground { weights, passed, links, bars, ..self.ground.clone() }
    }

    /// Brings the ground in step with the map.
    fn weigh(&mut self) {
        self.ground.weights = vec![0; self.terrain.len()];
        self.ground = self.seen(&[], &Plan::default());
    }

    /// Moves each side of the map by a few cells. Obstacles outside are remembered, and cells that come are walls.
    fn change_bounds(&mut self, random: &mut Rng) {
        let Ground { origin, size, .. } = self.ground;
        let by = 2 * IVec2::new(random.i32(-2..3), random.i32(-2..3));
        let most = IVec2::splat(1 << 28);
        let now = (origin + by).clamp(-most, most);
        let grown = IVec2::new(random.i32(-3..4), random.i32(-3..4));
        let sides = (size + grown).clamp(IVec2::ONE, IVec2::splat(longest_side() + 4));
        self.map.set_bounds(CellRect::of_size(now, sides.as_uvec2())).unwrap();
        let ground = Ground {
            origin: now,
            size: sides,
            weights: vec![0; (sides.x * sides.y) as usize],
            ..self.ground.clone()
        };
        let class = |cell: IVec2| self.ground.index(cell).map_or(0, |index| self.terrain[index]);
        self.terrain = ground.cells().map(class).collect();
        for (cell, obstacles) in self.ground.cells().zip(self.obstacles.drain(..)) {
            self.outside.insert(cell.to_array(), obstacles);
        }
        let obstacles = |cell: IVec2| self.outside.remove(&cell.to_array()).unwrap_or_default();
        self.obstacles = ground.cells().map(obstacles).collect();
        self.ground = ground;
    }

    /// Puts an obstacle beside the map.
    fn block_outside(&mut self, random: &mut Rng) {
        let Ground { origin, size, .. } = self.ground;
        let cell = origin + IVec2::new(random.i32(-4..size.x + 4), random.i32(-4..size.y + 4));
        self.block(cell, [0, DOORS[0], DOORS[1]][random.usize(..3)]);
    }

    /// An edit of a game.
    pub fn edit(&mut self, random: &mut Rng) {
        let cell = self.random_cell(random);
        let index = self.ground.index(cell).expect("it is on the map");
        let class = [0, 0, 0, DOORS[0], DOORS[1], DOORS[2], DOORS[3]][random.usize(..7)];
        match random.u8(0..13) {
            0 => self.block(cell, class),
            9 => self.link(random),
            10 if !self.links.is_empty() => {
                let link = self.links.swap_remove(random.usize(..self.links.len()));
                assert!(self.map.unlink(link));
            }
            11 => self.wall(random),
            12 if !self.walls.is_empty() => {
                let wall = self.walls.swap_remove(random.usize(..self.walls.len()));
                // From which side it is described makes no difference.
                let turned = EdgeWall::new(wall.to(), wall.from()).with_class(wall.class());
                let turned = turned.with_length(wall.length()).unwrap();
                assert!(self.map.remove_edge_wall(if wall.is_one_way() { wall } else { turned }));
            }
            8 if random.bool() => self.block_outside(random),
            8 => self.change_bounds(random),
            // An obstacle on another obstacle or on a wall.
            1 => {
                let is_covered =
                    |at: &IVec2| self.map.grid().class(*at) == Some(0) || self.map.obstacles(*at) > 0;
                let covered: Vec<IVec2> = self.ground.cells().filter(is_covered).collect();
                random.choice(covered).into_iter().for_each(|cell| self.block(cell, class));
            }
            2 => {
                let class = random.choice(&self.obstacles[index]).copied().unwrap_or(class);
                if class == 0 {
                    self.map.unblock(cell);
                } else {
                    self.map.unblock_as(cell, class);
                }
                if let Some(nth) = self.obstacles[index].iter().position(|&known| known == class) {
                    self.obstacles[index].remove(nth);
                }
            }
            3 => {
                let tower = self.random_tower(random.usize(..LAYERS), random);
                self.add(tower);
            }
            4 if !self.towers.is_empty() => {
                let Tower { layer, middle, stamp, .. } =
                    self.towers.swap_remove(random.usize(..self.towers.len()));
                self.map.remove_danger(layer, &stamp, middle).unwrap();
            }
            // A class that may stand for several.
            5 => {
                self.terrain[index] = 255 - random.u8(..8);
                self.map.set_terrain(cell, self.terrain[index]).unwrap();
            }
            _ => {
                self.terrain[index] = random.u8(0..3);
                self.map.set_terrain(cell, self.terrain[index]).unwrap();
            }
        }
        self.weigh();
    }
}
