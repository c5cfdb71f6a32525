//! Random small maps with the edits of a game, and what the documented rules say about them.

use crate::geometry::squared;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CellRect, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, GoalField, GoalFieldError,
    GoalFieldScratch, Grid, MapRevision, NavLink, NavMap, Shape, StepLengths, Topology,
};

/// A random map that is edited at random.
pub struct Case {
    pub map: NavMap,
    pub profile: CostProfile,
    pub goals: Vec<IVec2>,
    stamp: DangerStamp,
    towers: Vec<IVec2>,
    costliest: u8,
    /// The revision of the map at the last call.
    seen: MapRevision,
}

impl Case {
    pub fn new(random: &mut Rng) -> Self {
        let side = [4, 9, 9, 16, 16, 40][random.usize(..6)];
        let size = UVec2::new(random.u32(1..=side), random.u32(1..=side));
        let walls = random.u8(..50);
        let costliest = [1, 1, 3, 9, 255][random.usize(..5)];
        let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=costliest) };
        let grid = Grid::from_fn(size, |_| class(random)).unwrap();
        let mut map = NavMap::new(grid, random_topology(random));
        let wall_price = if random.u8(..8) == 0 { random.u16(1..40) } else { 0 };
        let aversion = f32::from(random.u8(..5)) / 2.0;
        let profile = CostProfile::default().with_cost(0, wall_price).with_aversion(0, aversion).unwrap();
        // Some paths are too costly to be represented.
        let dear = if random.u8(..10) == 0 { u16::MAX } else { 1 };
        let mut profile = profile.with_cost(1, dear);
        for class in 0..4 {
            profile.set_pass_through(class, random.u8(..12) == 0);
        }
        map.prepare(&profile);
        let radius = f32::from(random.u8(..4));
        let stamp =
            DangerStamp::new(radius, 1.5, [Falloff::Flat, Falloff::Linear][random.usize(..2)]).unwrap();
        let mut case = Self {
            map,
            profile,
            goals: Vec::new(),
            stamp,
            towers: Vec::new(),
            costliest,
            seen: MapRevision::default(),
        };
        case.goals = case.random_goals(random);
        (0..random.usize(..4)).for_each(|_| case.edit(random));
        case.seen = case.map.revision();
        case.map.seal_changes();
        case
    }

    pub fn size(&self) -> IVec2 {
        self.map.grid().size().as_ivec2()
    }

    pub fn random_cell(&self, random: &mut Rng) -> IVec2 {
        IVec2::new(random.i32(0..self.size().x), random.i32(0..self.size().y))
    }

    pub fn random_goals(&self, random: &mut Rng) -> Vec<IVec2> {
        let mut goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| self.random_cell(random)).collect();
        if random.u8(..8) == 0 {
            goals.push(IVec2::new(-1, 500));
        }
        goals
    }

    pub fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        CellRect { min: IVec2::ZERO, max: self.size() - 1 }.cells()
    }

    /// One edit of a game: a cell, a tower, a wall across the map, danger, a link.
    pub fn edit(&mut self, random: &mut Rng) {
        let cell = match random.u8(..6) {
            0 => self.goals[random.usize(..self.goals.len())],
            _ => self.random_cell(random),
        };
        match random.u8(0..15) {
            13 => {
                // Beside the map, too.
                let cell = cell - i32::from(random.u8(..10) == 0);
                let to = cell + IVec2::new(random.i32(-1..2), random.i32(-1..2));
                let wall = EdgeWall::new(cell, to)
                    .with_class(random.u8(..3))
                    .with_length(random.u8(..3).into())
                    .unwrap();
                // Between cells without a common edge it is refused.
                let _ = self.map.build_edge_wall(if random.bool() { wall.one_way() } else { wall });
            }
            14 => {
                let walls: Vec<EdgeWall> = self.map.edge_walls().map(|(wall, _)| wall).collect();
                if let Some(wall) = random.choice(walls) {
                    assert!(self.map.remove_edge_wall(wall));
                }
            }
            10 | 11 => {
                let link = NavLink::new(cell, self.random_cell(random)).with_class(random.u8(..4));
                let link = link.with_length(random.u8(..9).into()).unwrap();
                // A link from a cell to itself is refused.
                let _ = self.map.link(if random.bool() { link.two_way() } else { link });
            }
            12 => {
                let links: Vec<NavLink> = self.map.links().map(|(link, _)| link).collect();
                if let Some(link) = random.choice(links) {
                    assert!(self.map.unlink(link));
                }
            }
            0 => self.map.block(cell),
            // Refused where terrain and obstacles use all classes.
            1 => drop(self.map.block_as(cell, random.u8(..4))),
            2 => self.map.unblock(cell),
            3 => {
                let classes: Vec<(u8, u32)> = self.map.obstacle_classes(cell).collect();
                if let Some((class, _)) = random.choice(classes) {
                    self.map.unblock_as(cell, class);
                }
            }
            4 => {
                self.map.add_danger(0, &self.stamp, cell).unwrap();
                self.towers.push(cell);
            }
            5 => {
                if let Some(cell) = self.towers.pop() {
                    self.map.remove_danger(0, &self.stamp, cell).unwrap();
                }
            }
            6 => (0..self.size().x).for_each(|x| self.map.block(IVec2::new(x, cell.y))),
            7 => (0..self.size().x).for_each(|x| self.map.unblock(IVec2::new(x, cell.y))),
            8 => CellRect::of_cell(cell).grown(1).cells().for_each(|cell| self.map.block(cell)),
            _ => drop(self.map.set_terrain(cell, random.u8(0..=self.costliest))),
        }
    }

    /// Whether the map still knows what was edited since the last call of [`Case::edited`].
    pub fn knows_edits(&self) -> bool {
        self.map.changes_since(self.seen).rects().is_some()
    }

    /// What was edited since the last call.
    pub fn edited(&mut self) -> Vec<CellRect> {
        let everything = CellRect { min: IVec2::ZERO, max: self.size() - 1 };
        let changes = self.map.changes_since(self.seen);
        self.seen = self.map.revision();
        self.map.seal_changes();
        changes.rects().map_or_else(|| vec![everything], Iterator::collect)
    }

    pub fn build(&self) -> Result<GoalField, GoalFieldError> {
        self.map.goal_field(&self.profile, &self.goals, &mut GoalFieldScratch::default())
    }

    pub fn weight(&self, cell: IVec2) -> u64 {
        let index = self.map.grid().index(cell);
        index.map_or(0, |index| u64::from(self.map.priced(&self.profile).weight(index)))
    }

    /// Whether a path may end in a cell that is free.
    pub fn lets_end(&self, cell: IVec2) -> bool {
        let mut classes: Vec<u8> = self.map.obstacle_classes(cell).map(|(class, _)| class).collect();
        if classes.is_empty() {
            classes.extend(self.map.terrain(cell));
        }
        !classes.into_iter().any(|class| self.profile.pass_through().contains(class))
    }

    /// The steps over links and their costs.
    fn link_steps(&self, weight: impl Fn(IVec2) -> u64) -> Vec<(IVec2, IVec2, u64)> {
        let straight = u64::from(self.map.topology().lengths().straight());
        let links = self.map.links().flat_map(|(link, _)| {
            let length = straight * 16 * link.length() as u64 * u64::from(self.profile.cost(link.class()));
            let back = link.is_two_way().then_some((link.to(), link.from()));
            let steps = [(link.from(), link.to())].into_iter().chain(back);
            let is_free = self.profile.cost(link.class()) > 0;
            steps.filter(move |_| is_free).map(move |(from, to)| (from, to, length))
        });
        let priced = links.map(|(from, to, length)| (from, to, straight * weight(to) + length));
        priced.filter(|&(from, to, _)| weight(from) > 0 && weight(to) > 0).collect()
    }

    /// The cost of the step between two cells by the documented rules, on foot or over a link.
    pub fn step(&self, from: IVec2, to: IVec2, weight: impl Fn(IVec2) -> u64) -> Option<u64> {
        let links = self.link_steps(&weight);
        let over_links = links.into_iter().filter(|&(begin, end, _)| (begin, end) == (from, to));
        self.step_on_foot(from, to, &weight).into_iter().chain(over_links.map(|(.., cost)| cost)).min()
    }

    /// What walls on the edge between two cells cost, in tiles. `None` if they stop the step.
    fn toll(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let mut longest = [0; 256];
        for (wall, _) in self.map.edge_walls() {
            let ends = (wall.from(), wall.to());
            if ends == (to, from) || !wall.is_one_way() && ends == (from, to) {
                let cost = Some(u64::from(self.profile.cost(wall.class()))).filter(|&cost| cost > 0)?;
                let known: &mut u64 = &mut longest[usize::from(wall.class())];
                *known = (*known).max(wall.length() as u64 * cost);
            }
        }
        Some(longest.into_iter().sum())
    }

    fn step_on_foot(&self, from: IVec2, to: IVec2, weight: impl Fn(IVec2) -> u64) -> Option<u64> {
        let topology = self.map.topology();
        let lengths = topology.lengths();
        let apart = |a, b| squared(topology.shape(), a, b);
        if weight(from) == 0 || weight(to) == 0 {
            return None;
        }
        if apart(from, to) == 1 {
            let toll = u64::from(lengths.straight()) * 16 * self.toll(from, to)?;
            return Some(u64::from(lengths.straight()) * weight(to) + toll);
        }
        if apart(from, to) != 2 {
            return None;
        }
        let beside = CellRect::of_cell(from).grown(2).cells();
        let beside = beside.filter(|&side| apart(from, side) == 1 && apart(side, to) == 1);
        let is_stopped = |from, to| self.toll(from, to) != Some(0);
        let is_walled = |side: IVec2| is_stopped(from, side) || is_stopped(side, to);
        let sides: Vec<IVec2> = beside.collect();
        let walls = sides.iter().filter(|&&side| weight(side) == 0 || is_walled(side)).count();
        let legal = match topology.diagonals() {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => walls <= 1 || !sides.into_iter().any(is_walled),
        };
        legal.then(|| u64::from(lengths.diagonal()) * weight(to))
    }

    /// All legal steps: from, to, cost.
    pub fn steps(&self) -> Vec<(usize, usize, u64)> {
        let weights: Vec<u64> = self.cells().map(|cell| self.weight(cell)).collect();
        let grid = self.map.grid();
        let weight = |cell: IVec2| grid.index(cell).map_or(0, |index| weights[index]);
        let around = |cell| CellRect::of_cell(cell).grown(2).cells().map(move |to| (cell, to));
        let pairs = self.cells().flat_map(around);
        let priced = pairs.filter_map(|(from, to)| {
            Some((grid.index(from)?, grid.index(to)?, self.step_on_foot(from, to, weight)?))
        });
        let links = self.link_steps(weight).into_iter();
        let links = links.filter_map(|(from, to, cost)| Some((grid.index(from)?, grid.index(to)?, cost)));
        priced.chain(links).collect()
    }

    /// The algorithm of Bellman and Ford: takes every step that improves a cost until none does.
    pub fn brute_force(&self, steps: &[(usize, usize, u64)]) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.map.grid().len()];
        for &goal in &self.goals {
            if self.weight(goal) > 0 && self.lets_end(goal) {
                costs[self.map.grid().index(goal).unwrap()] = Some(0);
            }
        }
        loop {
            let mut improved = false;
            for &(from, to, step) in steps {
                if let Some(cost) = costs[to].map(|cost: u64| cost + step)
                    && costs[from].is_none_or(|known| cost < known)
                {
                    costs[from] = Some(cost);
                    improved = true;
                }
            }
            if !improved {
                let most = u64::from(u32::MAX) - 1;
                return costs.into_iter().map(|cost| cost.filter(|&cost| cost <= most)).collect();
            }
        }
    }

    /// The field equals one that is built again, cell by cell.
    pub fn check_fresh(&self, field: &GoalField, what: &str) {
        let fresh = self.build();
        for cell in self.cells() {
            let expected = fresh.as_ref().ok().and_then(|fresh| fresh.cost(cell));
            assert_eq!(field.cost(cell), expected, "{cell} of {:?} {what}", self.map.topology());
        }
    }
}

pub fn random_topology(random: &mut Rng) -> Topology {
    let (straight, diagonal) = [(408, 577), (408, 577), (10, 14), (1, 1), (5, 9), (5, 10)][random.usize(..6)];
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    // Half of the maps are squares.
    let shape = Shape::ALL.get(random.usize(..2 * Shape::ALL.len())).copied().unwrap_or_default();
    Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_shape(shape).with_lengths(lengths)
}
