//! A crowd that walks over a map at 60 ticks a second, each agent at its own speed, checked in each tick.

use core::f32::consts::SQRT_2;
use glam::{IVec2, UVec2, Vec2};
use std::collections::HashMap;
use tilepath::{
    CellGeometry, Cost, CostProfile, GoalField, GoalFieldScratch, Grid, HexLayout, NavMap, Shape, Topology,
    agents::{CrowdGuide, CrowdMover},
    crowd::{Crowd, CrowdAnswer, MemberId},
};

/// A crowd, its map, and what its agents have done.
pub struct Parade {
    pub map: NavMap,
    pub mover: CrowdMover,
    pub walkers: HashMap<MemberId, Walker>,
    pub now: u64,
    /// The crowd may remember costs until the map is edited.
    pub remembers: bool,
    /// The steps that began in the last tick, and the cell in which each ends.
    pub steps: Vec<(MemberId, IVec2)>,
    /// The least distance of two centres so far, in tiles.
    least: f32,
    /// The capacity has been one from the start: centres keep their distance.
    is_single: bool,
    fields: Vec<GoalField>,
    scratch: GoalFieldScratch,
}

/// A map from rows of text, the topmost first; `#` is a wall.
pub fn drawn(rows: &[&str]) -> NavMap {
    drawn_on(rows, Topology::default())
}

/// The same on another shape or with another diagonal rule.
pub fn drawn_on(rows: &[&str], topology: Topology) -> NavMap {
    let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
    let at = |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize];
    let grid = Grid::from_fn(size, |cell| u8::from(at(cell) != b'#')).unwrap();
    NavMap::new(grid, topology)
}

/// Cells whose edge neighbours are one world unit apart.
fn geometry(shape: Shape) -> CellGeometry {
    let (long, zero) = (2.0 / 3_f32.sqrt(), Vec2::ZERO);
    let geometry = match shape {
        Shape::Square => CellGeometry::squares(1.0),
        Shape::Staggered => CellGeometry::staggered(zero, Vec2::splat(SQRT_2)),
        Shape::Hex(layout @ (HexLayout::OddColumns | HexLayout::EvenColumns)) => {
            CellGeometry::hex(layout, zero, Vec2::new(long, 1.0))
        }
        Shape::Hex(layout) => CellGeometry::hex(layout, zero, Vec2::new(1.0, long)),
    };
    geometry.unwrap()
}

/// An agent as its player sees it.
#[derive(Clone, Debug)]
pub struct Walker {
    pub goal: usize,
    /// Tiles a second.
    speed: f64,
    pub cell: Option<IVec2>,
    pub rests: bool,
    /// How often it went straight back to the cell from which it came.
    pub reversals: usize,
    came_from: Option<IVec2>,
    /// Where it was after the last tick. `None` if it may have been put elsewhere since then.
    was_at: Option<Vec2>,
}

struct Guide<'a> {
    remembers: bool,
    map: &'a NavMap,
    fields: &'a [GoalField],
    walkers: &'a HashMap<MemberId, Walker>,
    steps: &'a mut Vec<(MemberId, IVec2)>,
}

impl CrowdGuide for Guide<'_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.fields[self.walkers[&agent].goal])?.cost(cell)
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        self.remembers.then(|| self.map.revision().number())
    }

    fn is_free(&self, _: MemberId, cell: IVec2) -> bool {
        self.map.is_free(&CostProfile::default(), cell)
    }

    fn note_step(&mut self, agent: MemberId, to: IVec2) {
        self.steps.push((agent, to));
    }
}

impl Parade {
    pub fn new(mut map: NavMap, capacity: u8, goals: &[Vec<IVec2>]) -> Self {
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut scratch = GoalFieldScratch::default();
        let fields =
            goals.iter().map(|goals| map.goal_field(&profile, goals, &mut scratch).unwrap()).collect();
        Self {
            mover: CrowdMover::new(&map, geometry(map.topology().shape()), &profile, capacity),
            walkers: HashMap::new(),
            now: 0,
            remembers: true,
            steps: Vec::new(),
            least: f32::INFINITY,
            is_single: capacity == 1,
            fields,
            scratch,
            map,
        }
    }

    pub fn crowd(&self) -> &Crowd {
        self.mover.crowd()
    }

    pub fn insert(&mut self, cell: IVec2, goal: usize, speed: f64) -> MemberId {
        let at = self.mover.geometry().center_of(cell);
        let agent = self.mover.insert(at, cell, goal as u64, self.now);
        self.mover.set_speed(agent, speed as f32, 1.0, self.now);
        let walker =
            Walker { goal, speed, cell: None, rests: false, reversals: 0, came_from: None, was_at: None };
        assert!(self.walkers.insert(agent, walker).is_none(), "{agent:?} is somebody else's number");
        agent
    }

    /// Gives an agent another speed, on its step as well.
    pub fn set_speed(&mut self, agent: MemberId, speed: f64) {
        self.walkers.get_mut(&agent).unwrap().speed = speed;
        self.mover.set_speed(agent, speed as f32, 1.0, self.now);
    }

    /// Takes an agent out of its cell and to another, which may be the same.
    pub fn teleport(&mut self, agent: MemberId, cell: IVec2) {
        // Within its own cell an agent would go on with its step: it must leave the cell first.
        for cell in [IVec2::MIN, cell] {
            let at = self.mover.geometry().center_of(cell);
            self.mover.move_to(agent, at, cell, 1.0, self.now);
        }
    }

    pub fn remove(&mut self, agent: MemberId) {
        self.mover.remove(agent, self.now);
        self.walkers.remove(&agent);
    }

    /// Gives an agent another goal.
    pub fn send(&mut self, agent: MemberId, goal: usize) {
        self.walkers.get_mut(&agent).unwrap().goal = goal;
        self.mover.set_goal(agent, goal as u64, self.now);
    }

    /// One tick. All is checked after it.
    pub fn tick(&mut self) {
        self.tick_for(16_667);
    }

    /// One tick of `micros` microseconds.
    pub fn tick_for(&mut self, micros: u64) {
        for field in &mut self.fields {
            field.repair(&self.map, &mut self.scratch).unwrap();
        }
        let then = self.now;
        self.now += micros;
        self.mover.sync(&self.map, then);
        for (agent, walker) in &mut self.walkers {
            if self.mover.crowd().cell(*agent).is_none() {
                (walker.cell, walker.came_from, walker.was_at) = (None, None, None);
            }
        }
        self.steps.clear();
        let Self { remembers, map, fields, walkers, steps, .. } = self;
        let mut guide = Guide { remembers: *remembers, map, fields, walkers, steps };
        self.mover.run(then, self.now, &mut guide);
        self.record(micros);
        self.check();
    }

    pub fn run(&mut self, ticks: usize) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// The cost of a cell to agents of a goal.
    pub fn cost(&self, goal: usize, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.fields[goal])?.cost(cell)
    }

    /// Where an agent is, in tiles.
    pub fn place(&self, agent: MemberId) -> Vec2 {
        self.mover.geometry().tiles_at(self.mover.position(agent, self.now).unwrap())
    }

    /// How many rest.
    pub fn resting(&self) -> usize {
        self.walkers.values().filter(|walker| walker.rests).count()
    }

    /// Whether an agent walks out of a wall: a step from its cell to the same cell.
    fn walks_out(&self, agent: MemberId) -> bool {
        let walker = self.mover.walker(agent).unwrap();
        self.crowd().is_moving(agent) && walker.from() == walker.to()
    }

    /// Writes down what the agents did in a tick. Their steps were legal, and no agent was faster than its speed.
    fn record(&mut self, micros: u64) {
        let profile = CostProfile::default();
        for (agent, to) in &self.steps {
            let (walker, here) = (self.walkers.get_mut(agent).unwrap(), self.mover.walker(*agent).unwrap());
            let from = walker.cell.replace(*to);
            let is_legal = from.is_none_or(|from| self.map.allows_step(&profile, from, *to));
            assert!(is_legal, "{agent:?} from {from:?} to {to}");
            walker.reversals += usize::from(walker.came_from == Some(*to));
            walker.came_from = from.or(Some(here.from()));
        }
        for (agent, walker) in &mut self.walkers {
            let at = self.mover.position(*agent, self.now).unwrap();
            if let Some(before) = walker.was_at {
                let (moved, may) = (f64::from(at.distance(before)), walker.speed * micros as f64 * 1e-6);
                assert!(
                    moved <= may + 1e-3,
                    "{agent:?} moved {moved} tiles at a speed for {may}: {walker:?}"
                );
            }
            let cell = self.mover.crowd().cell(*agent);
            assert!(walker.cell.is_none() || cell == walker.cell, "{agent:?} is at {cell:?}: {walker:?}");
            walker.cell = cell;
            walker.rests = self.mover.walker(*agent).unwrap().is_resting();
            walker.was_at = walker.cell.and(Some(at));
        }
    }

    fn check(&mut self) {
        for &(agent, answer) in self.crowd().answers() {
            if let CrowdAnswer::Step(step) = answer {
                assert!(step.starts < step.ends && step.ends >= self.now, "{agent:?} {step:?}");
            }
        }
        let mut taken: HashMap<IVec2, Vec<MemberId>> = HashMap::new();
        for (agent, walker) in &self.walkers {
            assert!(self.crowd().contains(*agent), "{agent:?} is lost");
            assert_eq!(self.crowd().is_resting(*agent), walker.rests, "{agent:?}");
            if let Some(cell) = walker.cell {
                assert_eq!(self.mover.walker(*agent).unwrap().to(), cell, "{agent:?}");
                assert!(self.map.is_free(&CostProfile::default(), cell), "{agent:?} is in a wall at {cell}");
                taken.entry(cell).or_default().push(*agent);
            }
        }
        for (cell, agents) in &taken {
            assert!(agents.len() <= usize::from(self.crowd().capacity()), "{cell} has too many");
        }
        if self.is_single {
            // An agent on its straight way out of a wall may pass through others.
            let in_cells = taken.into_values().flatten().filter(|agent| !self.walks_out(*agent));
            let all: Vec<Vec2> = in_cells.map(|agent| self.place(agent)).collect();
            for (nth, one) in all.iter().enumerate() {
                for other in &all[..nth] {
                    self.least = self.least.min(one.distance(*other));
                }
            }
            assert!(self.least >= 0.45, "two centres are {} apart", self.least);
        }
        assert_eq!(self.crowd().len(), self.walkers.len());
    }
}
