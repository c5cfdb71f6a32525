//! A crowd that walks over a map at 60 ticks a second, each agent at its own speed, checked in each tick.

use crate::geometry::centre;
use glam::{IVec2, UVec2};
use std::collections::HashMap;
use tilepath::{
    Cost, CostProfile, GoalField, GoalFieldScratch, Grid, NavMap, Shape, Topology,
    crowd::{Crowd, CrowdAnswer, CrowdEnvironment, CrowdStep, MemberId},
};

/// The crowd, its map, and where its agents are.
pub struct Parade {
    pub map: NavMap,
    pub crowd: Crowd,
    pub walkers: HashMap<MemberId, Walker>,
    pub now: u64,
    /// The crowd may remember costs until the map is edited.
    pub remembers: bool,
    /// The least distance of two centres so far, in tiles.
    pub least: f64,
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

/// An agent as its player sees it.
#[derive(Clone, Debug)]
pub struct Walker {
    pub goal: usize,
    /// Microseconds a tile.
    pub pace: u64,
    pub step: Option<CrowdStep>,
    /// How much of the step was done when it began or changed its pace, from 0 to 1.
    done: f64,
    /// Where it was in the last tick.
    was_at: Option<(f64, f64)>,
    pub cell: Option<IVec2>,
    pub came_from: Option<IVec2>,
    pub reversals: usize,
    pub rests: bool,
}

struct Guide<'a> {
    remembers: bool,
    map: &'a NavMap,
    fields: &'a [GoalField],
    walkers: &'a HashMap<MemberId, Walker>,
}

impl CrowdEnvironment for Guide<'_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.fields[self.walkers[&agent].goal])?.cost(cell)
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        self.remembers.then(|| self.map.revision())
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        let tiles = (self.map.topology().distance_squared(from, to) as f64).sqrt();
        (self.walkers[&agent].pace as f64 * tiles) as u64
    }
}

impl Parade {
    pub fn new(mut map: NavMap, capacity: u8, goals: &[Vec<IVec2>]) -> Self {
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut scratch = GoalFieldScratch::default();
        let fields =
            goals.iter().map(|goals| map.goal_field(&profile, goals, &mut scratch).unwrap()).collect();
        let crowd = Crowd::new(&map, &profile, capacity);
        Self {
            crowd,
            walkers: HashMap::new(),
            now: 0,
            remembers: true,
            least: f64::INFINITY,
            is_single: capacity == 1,
            fields,
            scratch,
            map,
        }
    }

    pub fn insert(&mut self, cell: IVec2, goal: usize, speed: f64) -> MemberId {
        let agent = self.crowd.insert(cell, goal as u64, self.now);
        let pace = (1e6 / speed) as u64;
        let walker = Walker {
            goal,
            pace,
            step: None,
            done: 0.0,
            was_at: None,
            cell: None,
            came_from: None,
            reversals: 0,
            rests: false,
        };
        assert!(self.walkers.insert(agent, walker).is_none(), "{agent:?} is somebody else's number");
        agent
    }

    /// Gives an agent another speed, on its step as well.
    pub fn set_speed(&mut self, agent: MemberId, speed: f64) {
        let shape = self.map.topology().shape();
        let walker = self.walkers.get_mut(&agent).unwrap();
        walker.pace = (1e6 / speed) as u64;
        if let Some(step) = walker.step {
            let ((x, y), end) = (walker.position(shape, self.now), centre(shape, step.to));
            let left = ((end.0 - x).powi(2) + (end.1 - y).powi(2)).sqrt() * walker.pace as f64;
            self.crowd.change_pace(agent, left as u64, self.now);
        }
    }

    pub fn remove(&mut self, agent: MemberId) {
        self.crowd.remove(agent, self.now);
        self.walkers.remove(&agent);
    }

    /// One tick: all move, those who arrived are told, in another order each time, and all is checked.
    pub fn tick(&mut self) {
        self.tick_for(16_667);
    }

    /// One tick of `micros` microseconds.
    pub fn tick_for(&mut self, micros: u64) {
        for &(agent, step) in self.crowd.settle_paces(self.now) {
            if let Some(walker) = self.walkers.get_mut(&agent) {
                walker.done = walker.share(self.now);
                walker.step = Some(step);
            }
        }
        self.now += micros;
        for field in &mut self.fields {
            field.repair(&self.map, &mut self.scratch).unwrap();
        }
        self.crowd.sync(&self.map, self.now);
        for (&agent, walker) in &mut self.walkers {
            if walker.step.is_some_and(|step| step.ends <= self.now) {
                walker.step = None;
                self.crowd.arrive(agent);
            }
        }
        let guide =
            Guide { remembers: self.remembers, map: &self.map, fields: &self.fields, walkers: &self.walkers };
        self.crowd.decide(self.now, &guide);
        for &(agent, answer) in self.crowd.answers() {
            // An agent may be removed after it was displaced.
            let Some(walker) = self.walkers.get_mut(&agent) else { continue };
            walker.follow(&self.map, answer, self.now);
        }
        self.check();
        self.check_speed(micros);
    }

    pub fn run(&mut self, ticks: usize) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// Gives an agent another goal.
    pub fn send(&mut self, agent: MemberId, goal: usize) {
        let walker = self.walkers.get_mut(&agent).unwrap();
        (walker.goal, walker.rests) = (goal, false);
        self.crowd.set_goal(agent, goal as u64, self.now);
    }

    /// The cost of a cell to agents of a goal.
    pub fn cost(&self, goal: usize, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.fields[goal])?.cost(cell)
    }

    /// Where an agent with a place is, in tiles.
    pub fn place(&self, agent: MemberId) -> (f64, f64) {
        self.walkers[&agent].position(self.map.topology().shape(), self.now)
    }

    /// How many rest.
    pub fn resting(&self) -> usize {
        self.walkers.values().filter(|walker| walker.rests).count()
    }

    fn check(&mut self) {
        let mut taken: HashMap<IVec2, Vec<(f64, f64)>> = HashMap::new();
        let shape = self.map.topology().shape();
        for (agent, walker) in &self.walkers {
            assert!(self.crowd.contains(*agent), "{agent:?} is lost");
            assert_eq!(self.crowd.cell(*agent), walker.cell, "{agent:?}");
            assert_eq!(self.crowd.is_resting(*agent), walker.rests, "{agent:?}");
            if let Some(cell) = walker.cell {
                assert!(self.map.is_free(&CostProfile::default(), cell), "{agent:?} is in a wall at {cell}");
                taken.entry(cell).or_default().push(walker.position(shape, self.now));
            }
        }
        for (cell, positions) in &taken {
            assert!(positions.len() <= usize::from(self.crowd.capacity()), "{cell} has too many");
        }
        if self.is_single {
            let all: Vec<(f64, f64)> = taken.into_values().flatten().collect();
            for (nth, one) in all.iter().enumerate() {
                for other in &all[..nth] {
                    let squared = (one.0 - other.0).powi(2) + (one.1 - other.1).powi(2);
                    self.least = self.least.min(squared.sqrt());
                }
            }
            assert!(self.least >= 0.45, "two centres are {} apart", self.least);
        }
        assert_eq!(self.crowd.len(), self.walkers.len());
    }
}

impl Parade {
    /// No agent is faster than its speed.
    fn check_speed(&mut self, micros: u64) {
        let shape = self.map.topology().shape();
        for (agent, walker) in &mut self.walkers {
            let at = walker.cell.map(|_| walker.position(shape, self.now));
            if let (Some(at), Some(before)) = (at, walker.was_at) {
                let moved = ((at.0 - before.0).powi(2) + (at.1 - before.1).powi(2)).sqrt();
                let may = micros as f64 / walker.pace as f64;
                assert!(
                    moved <= may + 1e-3,
                    "{agent:?} moved {moved} tiles at a speed for {may}: {walker:?}"
                );
            }
            walker.was_at = at;
        }
    }
}

impl Walker {
    fn follow(&mut self, map: &NavMap, answer: CrowdAnswer, now: u64) {
        match answer {
            CrowdAnswer::Placed { cell, .. } => {
                self.was_at = None;
                (self.step, self.cell, self.came_from, self.rests) = (None, Some(cell), None, false);
            }
            CrowdAnswer::Displaced => (self.step, self.cell, self.rests) = (None, None, false),
            CrowdAnswer::Step(step) => {
                assert!(self.step.is_none() && self.cell == Some(step.from), "{self:?} {step:?}");
                assert!(map.allows_step(&CostProfile::default(), step.from, step.to), "{step:?}");
                assert!(step.starts < step.ends && step.ends >= now, "{step:?}");
                self.reversals += usize::from(self.came_from == Some(step.to));
                (self.step, self.cell, self.came_from) = (Some(step), Some(step.to), Some(step.from));
                self.done = 0.0;
                self.rests = false;
            }
            CrowdAnswer::Rest => self.rests = true,
            CrowdAnswer::Wake => self.rests = false,
        }
    }

    fn position(&self, shape: Shape, now: u64) -> (f64, f64) {
        let Some(step) = self.step else { return centre(shape, self.cell.unwrap()) };
        let share = self.share(now);
        let (from, to) = (centre(shape, step.from), centre(shape, step.to));
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    }

    /// How much of its step is done.
    fn share(&self, now: u64) -> f64 {
        let Some(step) = self.step else { return 1.0 };
        let share = now.saturating_sub(step.starts) as f64 / (step.ends - step.starts) as f64;
        self.done + (1.0 - self.done) * share.min(1.0)
    }
}
