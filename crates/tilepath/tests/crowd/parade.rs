//! A crowd of a fleet that walks over a map at 60 ticks a second, each agent at its own speed, checked in each tick.

use core::{f32::consts::SQRT_2, time::Duration};
use glam::{IVec2, UVec2, Vec2};
use std::collections::HashMap;
use tilepath::{
    CellGeometry, Cost, CostProfile, GoalField, GoalFieldScratch, Grid, HexLayout, MapRevision, NavMap,
    Shape, Topology,
    batch::ScopedThreads,
    crowd::{CrowdRules, StuckReason},
    fleet::{AgentId, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace, Request, StepState},
};

/// A crowd, its map, and what its agents have done.
pub struct Parade {
    pub world: FleetWorld,
    pub walkers: HashMap<AgentId, Walker>,
    pub now: u64,
    /// The steps that began in the last tick, and the cell in which each ends.
    pub steps: Vec<(AgentId, IVec2)>,
    /// The agents that got stuck in the last tick, and why.
    pub stuck: Vec<(AgentId, StuckReason)>,
    settings: FleetSettings,
    goals: Vec<Vec<IVec2>>,
    /// The least distance of two centres so far, in tiles.
    least: f32,
    /// The capacity has been one from the start: centres keep their distance.
    is_single: bool,
    /// Whether agents may have been put elsewhere since the last tick.
    is_disturbed: bool,
    /// The map in the last tick.
    seen: MapRevision,
    /// The costs to the goals.
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

impl Parade {
    pub fn new(mut map: NavMap, capacity: u8, goals: &[Vec<IVec2>]) -> Self {
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut scratch = GoalFieldScratch::default();
        let fields =
            goals.iter().map(|goals| map.goal_field(&profile, goals, &mut scratch).unwrap()).collect();
        let settings = FleetSettings { cell_capacity: capacity, ..FleetSettings::default() };
        let geometry = geometry(map.topology().shape());
        let mut world = FleetWorld::new(map, geometry);
        world.fleet = Fleet::new(settings);
        Self {
            seen: world.map.revision(),
            world,
            walkers: HashMap::new(),
            now: 0,
            steps: Vec::new(),
            stuck: Vec::new(),
            settings,
            goals: goals.to_vec(),
            least: f32::INFINITY,
            is_single: capacity == 1,
            is_disturbed: false,
            fields,
            scratch,
        }
    }

    pub fn insert(&mut self, cell: IVec2, goal: usize, speed: f64) -> AgentId {
        self.insert_at(self.world.geometry.center_of(cell), goal, speed)
    }

    /// Inserts an agent anywhere.
    pub fn insert_at(&mut self, at: Vec2, goal: usize, speed: f64) -> AgentId {
        let agent = self.world.fleet.insert(Some(at), GroundKind::Tiles);
        self.world.fleet.set_crowd(agent, Some(0));
        let walker =
            Walker { goal, speed, cell: None, rests: false, reversals: 0, came_from: None, was_at: None };
        assert!(self.walkers.insert(agent, walker).is_none(), "{agent:?} is somebody else's number");
        self.set_speed(agent, speed);
        self.send(agent, goal);
        agent
    }

    /// Gives an agent another speed, on its step as well.
    pub fn set_speed(&mut self, agent: AgentId, speed: f64) {
        self.walkers.get_mut(&agent).unwrap().speed = speed;
        self.world.fleet.set_pace(agent, Some(Pace::new(speed as f32)));
    }

    /// Takes an agent out of its cell and to another, which may be the same.
    pub fn teleport(&mut self, agent: AgentId, cell: IVec2) {
        // Within its own cell an agent would go on with its step: it must leave the cell first.
        self.world.fleet.set_crowd(agent, None);
        self.world.fleet.set_position(agent, Some(self.world.geometry.center_of(cell)));
        self.world.fleet.set_crowd(agent, Some(0));
        self.forget_place(agent);
    }

    /// Pushes an agent.
    pub fn push(&mut self, agent: AgentId, by: Vec2) {
        self.world.fleet.set_position(agent, self.world.fleet.position(agent).map(|at| at + by));
        self.forget_place(agent);
    }

    fn forget_place(&mut self, agent: AgentId) {
        let walker = self.walkers.get_mut(&agent).unwrap();
        (walker.cell, walker.came_from, walker.was_at) = (None, None, None);
    }

    pub fn remove(&mut self, agent: AgentId) {
        self.world.fleet.remove(agent);
        self.walkers.remove(&agent);
    }

    /// Gives an agent another goal.
    pub fn send(&mut self, agent: AgentId, goal: usize) {
        self.walkers.get_mut(&agent).unwrap().goal = goal;
        let request = Request::to_nearest(self.goals[goal].iter().copied());
        self.world.ask(agent, request);
    }

    pub fn set_rules(&mut self, rules: CrowdRules) {
        self.world.fleet.set_crowd_rules(&rules).unwrap();
    }

    pub fn set_capacity(&mut self, capacity: u8) {
        self.settings.cell_capacity = capacity;
        self.world.fleet.set_settings(self.settings);
        self.is_disturbed = true;
    }

    /// Agents may be elsewhere after the next tick, for example because the map is another.
    pub fn disturb(&mut self) {
        self.is_disturbed = true;
    }

    /// One tick. All is checked after it.
    pub fn tick(&mut self) {
        self.tick_for(16_667);
    }

    /// One tick of `micros` microseconds.
    pub fn tick_for(&mut self, micros: u64) {
        self.now += micros;
        let is_edited = self.seen != self.world.map.revision();
        self.seen = self.world.map.revision();
        if is_edited {
            let disturbed: Vec<AgentId> =
                self.walkers.keys().copied().filter(|&agent| self.may_leave_a_wall(agent)).collect();
            disturbed.into_iter().for_each(|agent| self.forget_place(agent));
        }
        if core::mem::take(&mut self.is_disturbed) {
            let all: Vec<AgentId> = self.walkers.keys().copied().collect();
            all.into_iter().for_each(|agent| self.forget_place(agent));
        }
        self.world.update(Duration::from_micros(micros), &ScopedThreads(1));
        self.stuck.clear();
        for event in self.world.fleet.events() {
            if let &FleetEvent::Stuck { agent, reason, .. } = event {
                self.stuck.push((agent, reason));
            }
        }
        if is_edited {
            let driven: Vec<AgentId> =
                self.walkers.keys().copied().filter(|&agent| self.was_driven_back(agent)).collect();
            driven.into_iter().for_each(|agent| self.forget_place(agent));
        }
        self.record(micros);
        self.check();
    }

    /// Whether an agent lost its cell in this tick, because somebody came back there who can't go on.
    fn was_driven_back(&self, agent: AgentId) -> bool {
        let before = self.walkers[&agent].cell;
        let step = self.world.fleet.step(agent).unwrap();
        before.is_some() && before != Some(step.from()) && before != Some(step.to())
    }

    /// Whether an agent is in a wall, or walks from or to one.
    fn may_leave_a_wall(&self, agent: AgentId) -> bool {
        let at = self.world.fleet.position(agent).unwrap();
        let Some(step) = self.world.fleet.step(agent) else { return true };
        let cells = [self.world.geometry.cell_at(at), Some(step.from()), Some(step.to())];
        !cells.into_iter().flatten().all(|cell| self.world.map.is_free(&CostProfile::default(), cell))
    }

    pub fn run(&mut self, ticks: usize) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// The cost of a cell to agents of a goal.
    pub fn cost(&mut self, goal: usize, cell: IVec2) -> Option<Cost> {
        self.fields[goal].repair(&self.world.map, &mut self.scratch).unwrap();
        self.world.map.read_goal_field(&self.fields[goal])?.cost(cell)
    }

    /// Where an agent is, in tiles.
    pub fn place(&self, agent: AgentId) -> Vec2 {
        self.world.geometry.tiles_at(self.world.fleet.position(agent).unwrap())
    }

    /// How many rest.
    pub fn resting(&self) -> usize {
        self.walkers.values().filter(|walker| walker.rests).count()
    }

    /// Whether an agent is on a step, and not in the middle of its place.
    pub fn is_moving(&self, agent: AgentId) -> bool {
        self.world.fleet.step(agent).is_some_and(|step| step.from() != step.to())
    }

    /// Writes down what the agents did in a tick. Their steps were legal, and no agent was faster than its speed.
    fn record(&mut self, micros: u64) {
        let profile = CostProfile::default();
        self.steps.clear();
        for (&agent, walker) in &mut self.walkers {
            let at = self.world.fleet.position(agent).unwrap();
            let may = walker.speed * micros as f64 * 1e-6;
            if let Some(before) = walker.was_at {
                let moved = f64::from(at.distance(before));
                assert!(
                    moved <= may + 1e-3,
                    "{agent:?} moved {moved} tiles at a speed for {may}: {walker:?}"
                );
            }
            let cell = self.world.fleet.cell_in_crowd(agent);
            let from = walker.cell.or_else(|| self.world.fleet.step(agent).map(|step| step.from()));
            if let Some((from, to)) = from.zip(cell)
                && from != to
            {
                // In a long tick, an agent begins several steps.
                let is_legal =
                    may > 0.5 || walker.cell.is_none() || self.world.map.allows_step(&profile, from, to);
                assert!(is_legal, "{agent:?} from {from:?} to {to}");
                walker.reversals += usize::from(walker.came_from == Some(to));
                walker.came_from = Some(from);
                self.steps.push((agent, to));
            }
            walker.cell = cell;
            walker.rests = self.world.fleet.step(agent).is_some_and(|step| step.state == StepState::Arrived);
            walker.was_at = cell.and(Some(at));
        }
    }

    fn check(&mut self) {
        let mut taken: HashMap<IVec2, Vec<AgentId>> = HashMap::new();
        for (&agent, walker) in &self.walkers {
            let Some(cell) = walker.cell else { continue };
            assert_eq!(self.world.fleet.step(agent).unwrap().to(), cell, "{agent:?}");
            assert!(
                self.world.map.is_free(&CostProfile::default(), cell),
                "{agent:?} is in a wall at {cell}"
            );
            taken.entry(cell).or_default().push(agent);
        }
        for (cell, agents) in &taken {
            let capacity = usize::from(self.settings.cell_capacity.max(1));
            assert!(agents.len() <= capacity, "{cell} has too many");
        }
        if self.is_single {
            // An agent on its straight way out of a wall may pass through others.
            let walks_out = |agent: AgentId| {
                let step = self.world.fleet.step(agent).unwrap();
                step.from() == step.to() && step.motion.goes_on(self.now)
            };
            let in_cells = taken.into_values().flatten().filter(|&agent| !walks_out(agent));
            let all: Vec<Vec2> = in_cells.map(|agent| self.place(agent)).collect();
            for (nth, one) in all.iter().enumerate() {
                for other in &all[..nth] {
                    self.least = self.least.min(one.distance(*other));
                }
            }
            assert!(self.least >= 0.45, "two centres are {} apart", self.least);
        }
        assert_eq!(self.world.fleet.len(), self.walkers.len());
    }
}
