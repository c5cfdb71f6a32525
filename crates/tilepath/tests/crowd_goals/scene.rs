//! A fleet whose agents share a goal, and keep their cells to themselves.

use crate::congestion::Congestion;
use core::{f32::consts::SQRT_2, time::Duration};
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, DiagonalRule, Grid, Heuristic, HexLayout, NavMap, PathQuery,
    SearchScratch, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace, Request, StepState},
};

const FRAME: Duration = Duration::from_millis(50);
pub const FRAMES_PER_SECOND: usize = 20;

/// How agents find their way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Way {
    /// All share a goal field.
    Field,
    /// There is no memory for goal fields.
    Own,
    Partial,
    InSight,
    OwnEstimate,
    Limited,
}

impl Way {
    pub const ALL: [Self; 6] =
        [Self::Field, Self::Own, Self::Partial, Self::InSight, Self::OwnEstimate, Self::Limited];

    fn request(self, goal: IVec2) -> Request {
        let request = Request::to(goal);
        match self {
            Self::Field | Self::Own => request,
            Self::Partial => request.allow_partial(),
            Self::InSight => request.within(0.5).in_sight(),
            Self::OwnEstimate => request.with_heuristic(Heuristic::Zero),
            Self::Limited => request.with_max_expansions(100_000),
        }
    }
}

/// Squares under every rule for diagonals, hexagons in rows and in columns, and staggered diamonds.
pub fn topologies() -> impl Iterator<Item = Topology> {
    let hexagons = [HexLayout::OddRows, HexLayout::EvenColumns].map(Topology::hex);
    DiagonalRule::ALL.map(Topology::square).into_iter().chain(hexagons)
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

pub struct Scene {
    pub world: FleetWorld,
    pub agents: Vec<AgentId>,
    congestion: Option<Congestion>,
    frame: usize,
    /// How often an agent reached its goal, and how often one was stuck.
    pub reached: usize,
    pub stuck: usize,
    /// The cell of each agent, and the last frame in which one changed.
    cells: Vec<Option<IVec2>>,
    pub moved_at: usize,
}

impl Scene {
    pub fn new(topology: Topology, size: [u32; 2], is_free: impl Fn(IVec2) -> bool, way: Way) -> Self {
        let grid = Grid::from_fn(UVec2::from(size), |cell| u8::from(is_free(cell))).unwrap();
        let mut settings = FleetSettings::default();
        if way == Way::Own {
            settings.fields.max_bytes = 0;
        }
        let mut world = FleetWorld::new(NavMap::new(grid, topology), geometry(topology.shape()));
        world.fleet = Fleet::new(settings);
        Self {
            world,
            agents: Vec::new(),
            congestion: None,
            frame: 0,
            reached: 0,
            stuck: 0,
            cells: Vec::new(),
            moved_at: 0,
        }
    }

    /// Crowds are dangerous.
    pub fn congested(mut self) -> Self {
        self.congestion = Some(Congestion::new(&self.world.map));
        self
    }

    pub fn spawn(&mut self, cell: IVec2, speed: f32, goal: IVec2, way: Way) -> AgentId {
        let at = self.world.geometry.center_of(cell);
        let agent = self.world.fleet.insert(Some(at), GroundKind::Tiles);
        self.world.fleet.set_pace(agent, Some(Pace::new(speed)));
        self.world.fleet.set_crowd(agent, Some(0));
        self.world.ask(agent, way.request(goal));
        self.agents.push(agent);
        self.cells.push(None);
        agent
    }

    pub fn cell(&self, agent: AgentId) -> IVec2 {
        self.world.geometry.cell_at(self.world.fleet.position(agent).unwrap()).unwrap()
    }

    /// The length of the shortest path between two cells, in tiles, rounded.
    pub fn steps(&self, from: IVec2, to: IVec2) -> u32 {
        let (profile, mut search) = (CostProfile::default(), SearchScratch::default());
        let path = self.world.map.find_path(&profile, PathQuery::new(from, to), &mut search, &mut ());
        let tile = Cost::from_units(16 * self.world.map.topology().lengths().straight()).units();
        (path.unwrap().cost().units() + tile / 2) / tile
    }

    pub fn has_arrived(&self, agent: AgentId) -> bool {
        self.world.fleet.step(agent).unwrap().state == StepState::Arrived
    }

    pub fn arrived(&self) -> usize {
        self.agents.iter().filter(|&&agent| self.has_arrived(agent)).count()
    }

    pub fn frame(&mut self) {
        self.frame += 1;
        if let Some(congestion) =
            self.congestion.as_mut().filter(|_| self.frame.is_multiple_of(FRAMES_PER_SECOND))
        {
            let (fleet, geometry) = (&self.world.fleet, &self.world.geometry);
            let is_off = |agent: &&AgentId| fleet.step(**agent).unwrap().state != StepState::Arrived;
            let cell = |agent: &AgentId| geometry.cell_at(fleet.position(*agent).unwrap()).unwrap();
            congestion.count(&mut self.world.map, self.agents.iter().filter(is_off).map(cell));
        }
        self.world.update(FRAME, &ScopedThreads(1));
        for event in self.world.fleet.events() {
            match event {
                FleetEvent::Reached(_) => self.reached += 1,
                FleetEvent::Stuck { .. } => self.stuck += 1,
                _ => {}
            }
        }
        for nth in 0..self.agents.len() {
            let cell = self.cell(self.agents[nth]);
            if self.cells[nth].replace(cell) != Some(cell) {
                self.moved_at = self.frame;
            }
        }
    }

    /// Runs until nobody has moved for 15 seconds, but at most this long. Returns after how many seconds the last agent moved.
    pub fn run(&mut self, seconds: usize) -> f32 {
        let end = self.frame + seconds * FRAMES_PER_SECOND;
        while self.frame < end && self.frame < self.moved_at + 15 * FRAMES_PER_SECOND {
            self.frame();
        }
        self.moved_at as f32 / FRAMES_PER_SECOND as f32
    }

    /// The distance from a goal to the agent farthest from it, over that of the least disc with this many cells.
    pub fn spread(&self, goal: IVec2) -> f32 {
        let geometry = &self.world.geometry;
        let topology = self.world.map.topology();
        let distance = |cell: IVec2| match topology.diagonals() {
            // The nearest cells are a diamond, not a disc.
            DiagonalRule::Never if !topology.shape().is_hex() => {
                let steps = Heuristic::Auto.estimate(cell, goal, topology, 16);
                steps.units() as f32 / Cost::from_units(16 * topology.lengths().straight()).units() as f32
            }
            _ => geometry.tiles_of(cell).distance(geometry.tiles_of(goal)),
        };
        let size = self.world.map.grid().size().as_ivec2();
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        let mut all: Vec<f32> = cells.map(distance).collect();
        all.sort_unstable_by(f32::total_cmp);
        let farthest = self.agents.iter().map(|&agent| distance(self.cell(agent))).fold(0.0, f32::max);
        farthest / all[self.agents.len() - 1]
    }
}
