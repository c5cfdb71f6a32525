//! A storm: a game with edits, requests, agents that come and go, crowds and waypoints in every frame, which plays the same again from
//! the same state.

mod wild;

use core::time::Duration;
use fastrand::Rng;
use glam::{Affine2, IVec2, UVec2, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use tilepath::{
    CellGeometry, CellRect, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, Graph, Grid,
    HexLayout, NavLink, NavMap, RestoreError, Shape, Topology, WaypointId,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request, Snapshot, Target},
};

/// The sides of a small and of a large map. On the large one, landmarks take 40 frames.
pub const SMALL: i32 = 32;
pub const LARGE: i32 = 96;
const CELL: f32 = 16.0;
/// The classes of terrain, as often as they are here.
const CLASSES: [u8; 8] = [0, 1, 1, 1, 1, 1, 1, 2];
pub const FRAME: Duration = Duration::from_millis(50);

/// A game that makes the same edits and requests whenever it begins from the same frame.
#[derive(Clone)]
pub struct Game {
    pub world: FleetWorld,
    pub agents: Vec<AgentId>,
    pub towers: Vec<(IVec2, DangerStamp)>,
    /// The cells of obstacles, with their classes.
    pub blocked: Vec<(IVec2, u8)>,
    pub links: Vec<NavLink>,
    pub waypoints: Vec<WaypointId>,
    /// Never asked for a `usize`, of which it makes others on machines of 32 bits.
    pub random: Rng,
    /// The first cell of the map.
    pub origin: IVec2,
    pub side: i32,
    pub threads: usize,
    /// Whether agents ask for other agents.
    pub chases: bool,
    pub profiles: Vec<CostProfile>,
    /// The cells of the obstacles that agents carry.
    pub carried: BTreeMap<AgentId, Vec<IVec2>>,
    /// The agents of crowds.
    pub crowded: BTreeSet<AgentId>,
    pub disabled: Vec<AgentId>,
    /// Whether the game does all that games may do ([`Game::play_wildly`]).
    pub is_wild: bool,
    /// Whether the map loses rows and columns for a while.
    pub changes_bounds: bool,
    /// Whether links come and go.
    pub has_links: bool,
}

impl Game {
    pub fn new(seed: u64, chases: bool) -> Self {
        Self::on(SMALL, seed, chases, FleetSettings::default())
    }

    pub fn on(side: i32, seed: u64, chases: bool, settings: FleetSettings) -> Self {
        let origin = [IVec2::ZERO, IVec2::new(-40_000, 16), IVec2::new(6, -34)][(seed / 2 % 3) as usize];
        Self::from_cell(origin, side, seed, chases, settings)
    }

    /// A game on a map that begins at a cell, at the same place in the world.
    pub fn from_cell(origin: IVec2, side: i32, seed: u64, chases: bool, settings: FleetSettings) -> Self {
        let topology = match seed % 3 {
            0 => Topology::default(),
            1 => Topology::square(DiagonalRule::Never),
            _ => Topology::hex(HexLayout::OddRows),
        };
        Self::with_topology(topology, origin, side, seed, chases, settings)
    }

    /// A game on cells of any shape.
    pub fn with_topology(
        topology: Topology,
        origin: IVec2,
        side: i32,
        seed: u64,
        chases: bool,
        settings: FleetSettings,
    ) -> Self {
        let mut random = Rng::with_seed(seed);
        let bounds = CellRect::of_size(origin, UVec2::splat(side as u32));
        let grid =
            Grid::from_fn_in(bounds, |_| CLASSES[random.u64(..CLASSES.len() as u64) as usize]).unwrap();
        let size = Vec2::splat(CELL);
        let geometry = match topology.shape() {
            Shape::Square => CellGeometry::new(Vec2::splat((seed % 3) as f32), size),
            Shape::Staggered => CellGeometry::staggered(Vec2::ZERO, size),
            Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, size),
        };
        let mut world = FleetWorld::new(NavMap::new(grid, topology), beginning_at(origin, geometry.unwrap()));
        let other = CostProfile::default().with_cost(2, 7).with_cost(9, 0).with_aversion(0, 0.5).unwrap();
        let profiles = vec![CostProfile::default(), other.with_size(1 + (seed % 4 / 2) as u8).unwrap()];
        world.set_profiles(profiles.clone());
        let waypoints = waypoints(&mut world, &mut random);
        let settings = FleetSettings { cell_capacity: 1 + (seed % 2) as u8, ..settings };
        world.fleet = Fleet::new(settings);
        let mut game = Self {
            world,
            agents: Vec::new(),
            towers: Vec::new(),
            blocked: Vec::new(),
            links: Vec::new(),
            waypoints,
            random,
            origin,
            side,
            threads: 1,
            chases,
            profiles,
            carried: BTreeMap::new(),
            crowded: BTreeSet::new(),
            disabled: Vec::new(),
            is_wild: false,
            changes_bounds: true,
            has_links: true,
        };
        (0..60).for_each(|_| game.join());
        game
    }

    pub fn anywhere(&mut self) -> IVec2 {
        self.origin + IVec2::new(self.random.i32(0..self.side), self.random.i32(0..self.side))
    }

    pub fn join(&mut self) {
        let cell = self.anywhere();
        let is_on_waypoints = self.random.u8(..5) == 0;
        let ground = if is_on_waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
        let agent = self.world.fleet.insert(Some(self.world.geometry.center_of(cell)), ground);
        let is_slow = self.random.bool();
        let pace = Pace { speed: 10.0 + self.random.f32() * 60.0, is_slowed_by_terrain: is_slow };
        self.world.fleet.set_pace(agent, Some(pace));
        if self.random.u8(..3) == 0 {
            self.world.fleet.set_crowd(agent, Some(self.random.u8(..2)));
            self.crowded.insert(agent);
        }
        self.agents.push(agent);
        self.ask(agent);
    }

    pub fn ask(&mut self, agent: AgentId) {
        let cell = self.anywhere();
        let other = self.agents[self.random.u64(..self.agents.len() as u64) as usize];
        let is_on_waypoints = self.world.fleet.agent(agent).unwrap().ground() == GroundKind::Waypoints;
        let target = match self.random.u8(..6) {
            0 if self.chases => Target::Agent(other),
            1 => Target::Position(self.world.geometry.center_of(cell) + 3.0),
            2 if !is_on_waypoints => Target::Cell(cell),
            // Goals that many share.
            _ => Target::Position(self.world.geometry.center_of(self.origin + IVec2::new(self.side - 3, 5))),
        };
        let mut request = Request::to(target).with_profile(self.random.u16(..2));
        match self.random.u8(..8) {
            0 => request = request.allow_partial(),
            1 => request = request.with_danger_aversion(self.random.f32() * 3.0),
            2 if !is_on_waypoints => request = request.within(2.5),
            3 => request = request.with_priority(self.random.i32(-2..3)),
            4 => request = request.stop_before([2, 9]),
            _ => {}
        }
        self.world.ask(agent, request);
    }

    /// What happens in the game between two updates. Returns its name. The numbers of agents, towers and obstacles stay within limits, so that a
    /// game can go on for ever.
    pub fn play(&mut self) -> &'static str {
        let (cell, what) = (self.anywhere(), self.random.u8(..40));
        let nth = self.random.u64(..self.agents.len() as u64) as usize;
        match what {
            0 if self.blocked.len() < self.cells() / 20 => {
                // Walls, and doors that cost one of the profiles more than the other.
                let class = [0, 0, 2, 9][self.random.u64(..4) as usize];
                self.world.map.block_as(cell, class).unwrap();
                self.blocked.push((cell, class));
                "obstacle"
            }
            1 if !self.blocked.is_empty() => {
                let (cell, class) = self.blocked.swap_remove(nth % self.blocked.len());
                self.world.map.unblock_as(cell, class);
                "obstacle gone"
            }
            2 => {
                // The cell may be outside for a while.
                let _ = self
                    .world
                    .map
                    .set_terrain(cell, CLASSES[self.random.u64(..CLASSES.len() as u64) as usize]);
                "terrain"
            }
            3 if self.towers.len() < 30 => {
                let radius = 1.0 + self.random.f32() * 4.0;
                let stamp = DangerStamp::new(radius, 2.0, Falloff::Linear).unwrap();
                self.world.map.add_danger(0, &stamp, cell).unwrap();
                self.towers.push((cell, stamp));
                "danger"
            }
            4 if !self.towers.is_empty() => {
                let (cell, stamp) = self.towers.swap_remove(nth % self.towers.len());
                self.world.map.remove_danger(0, &stamp, cell).unwrap();
                "danger gone"
            }
            5..=10 => self.play_agents(what, cell, nth),
            11 if self.changes_bounds && self.random.u8(..4) == 0 => {
                self.change_bounds();
                "bounds"
            }
            12 if self.has_links && !nth.is_multiple_of(3) => {
                let to = cell + [IVec2::X, IVec2::Y, IVec2::ONE, IVec2::NEG_ONE][self.random.usize(..4)];
                let wall = EdgeWall::new(cell, to).with_class([0, 0, 1, 2, 9][self.random.usize(..5)]);
                let wall = wall.with_length([0.0, 0.0, 3.0][self.random.usize(..3)]).unwrap();
                // Between cells without a common edge it is refused.
                let _ =
                    self.world.map.build_edge_wall(if self.random.bool() { wall.one_way() } else { wall });
                "fence"
            }
            12 if self.has_links && self.links.len() < 6 => {
                let link = NavLink::new(cell, self.anywhere()).with_class([1, 1, 2, 9][nth % 4]);
                let link = if self.random.bool() { link.two_way() } else { link };
                let link = if self.random.bool() { link.with_seconds(0.3).unwrap() } else { link };
                let link = link.with_room([1, 1, 3][self.random.usize(..3)]).unwrap();
                // A link from a cell to itself is refused.
                if self.world.map.link(link).is_ok() {
                    self.links.push(link);
                }
                "stair"
            }
            13 if nth.is_multiple_of(2) => {
                let walls: Vec<EdgeWall> = self.world.map.edge_walls().map(|(wall, _)| wall).collect();
                if let Some(wall) = self.random.choice(walls) {
                    assert!(self.world.map.remove_edge_wall(wall));
                }
                "fence gone"
            }
            13 if !self.links.is_empty() => {
                let link = self.links.swap_remove(nth % self.links.len());
                assert!(self.world.map.unlink(link));
                "stair gone"
            }
            _ => "nothing",
        }
    }

    /// Lets some rows and columns at the rim of the map go, or come back.
    fn change_bounds(&mut self) {
        let [low, high] = [(); 2].map(|()| IVec2::new(self.random.i32(0..3), self.random.i32(0..3)));
        let all = CellRect::of_size(self.origin, UVec2::splat(self.side as u32));
        let before = self.world.map.grid().bounds();
        let bounds = CellRect { min: all.min + 2 * low, max: all.max - high };
        self.world.map.set_bounds(bounds).unwrap();
        // The cells that come back are free.
        self.world.map.edit(|edits| {
            for cell in bounds.cells().filter(|&cell| !before.contains(cell)) {
                edits.set_terrain(cell, 1).unwrap();
            }
        });
    }

    /// What happens to agents and waypoints.
    fn play_agents(&mut self, what: u8, cell: IVec2, nth: usize) -> &'static str {
        match what {
            5 if self.agents.len() < 120 => {
                self.join();
                "agent"
            }
            6 if self.agents.len() > 20 => {
                self.leave(nth);
                "agent gone"
            }
            7 => {
                self.ask(self.agents[nth]);
                "request"
            }
            8 => {
                let at = self.world.geometry.center_of(cell);
                self.world.fleet.set_position(self.agents[nth], Some(at));
                "position"
            }
            9 => {
                let node = self.waypoints[nth % self.waypoints.len()];
                let edges =
                    [(self.waypoints[0], Graph::cost_of_distance(f64::from(self.random.f32() * 99.0)))];
                self.world.graph.set_edges(node, &edges);
                "link"
            }
            10 => {
                let joins = self.random.bool();
                self.put_in_crowd(self.agents[nth], joins.then_some(0));
                "crowd"
            }
            _ => "nothing",
        }
    }

    fn leave(&mut self, nth: usize) {
        let agent = self.agents.swap_remove(nth);
        self.carry(agent, &[]);
        self.crowded.remove(&agent);
        self.disabled.retain(|&other| other != agent);
        self.world.fleet.remove(agent);
    }

    fn put_in_crowd(&mut self, agent: AgentId, layer: Option<u8>) {
        self.world.fleet.set_crowd(agent, layer);
        match layer {
            Some(_) => self.crowded.insert(agent),
            None => self.crowded.remove(&agent),
        };
    }

    /// Puts the obstacles that an agent carries on these cells.
    fn carry(&mut self, agent: AgentId, cells: &[IVec2]) {
        let old = self.carried.remove(&agent).unwrap_or_default();
        old.into_iter().for_each(|cell| self.world.map.unblock(cell));
        cells.iter().for_each(|&cell| self.world.map.block(cell));
        self.world.fleet.set_own_obstacles(agent, cells);
        if !cells.is_empty() {
            self.carried.insert(agent, cells.to_vec());
        }
    }

    fn cells(&self) -> usize {
        (self.side * self.side) as usize
    }

    /// Plays a frame. Returns what happened.
    pub fn step(&mut self) -> Vec<String> {
        if self.is_wild {
            self.play_wildly();
        } else {
            self.play();
        }
        self.update()
    }

    pub fn update(&mut self) -> Vec<String> {
        self.world.update(FRAME, &ScopedThreads(self.threads));
        self.world.fleet.forget_moved_obstacles();
        self.world.fleet.events().iter().map(|event| format!("{event:?}")).collect()
    }

    pub fn hash(&self) -> u64 {
        self.world.state_hash().unwrap()
    }

    pub fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.world).unwrap()
    }

    /// The same game with a world that was saved and loaded.
    pub fn reloaded(&self) -> Self {
        let world = FleetWorld::load(&self.world.save().unwrap()).unwrap();
        Self { world, ..self.clone() }
    }

    /// The same with a save that holds what was prepared.
    pub fn reloaded_prepared(&self) -> Self {
        let save = self.world.save_prepared().unwrap();
        let world = FleetWorld::load_on(&save, &ScopedThreads(3)).unwrap();
        Self { world, ..self.clone() }
    }

    pub fn positions(&self) -> Vec<Option<[u32; 2]>> {
        let bits =
            |agent: &AgentId| self.world.fleet.position(*agent).map(|at| at.to_array().map(f32::to_bits));
        self.agents.iter().map(bits).collect()
    }
}

/// A snapshot of a game: of its world, and what else the game knows.
pub struct Moment {
    pub snapshot: Snapshot,
    agents: Vec<AgentId>,
    towers: Vec<(IVec2, DangerStamp)>,
    blocked: Vec<(IVec2, u8)>,
    links: Vec<NavLink>,
    waypoints: Vec<WaypointId>,
    random: Rng,
    profiles: Vec<CostProfile>,
    carried: BTreeMap<AgentId, Vec<IVec2>>,
    crowded: BTreeSet<AgentId>,
    disabled: Vec<AgentId>,
}

impl Moment {
    pub fn of(game: &mut Game) -> Self {
        Self {
            snapshot: game.world.snapshot(),
            agents: game.agents.clone(),
            towers: game.towers.clone(),
            blocked: game.blocked.clone(),
            links: game.links.clone(),
            waypoints: game.waypoints.clone(),
            random: game.random.clone(),
            profiles: game.profiles.clone(),
            carried: game.carried.clone(),
            crowded: game.crowded.clone(),
            disabled: game.disabled.clone(),
        }
    }

    /// Takes the game back.
    pub fn restore(&self, game: &mut Game) -> Result<(), RestoreError> {
        game.world.restore(&self.snapshot)?;
        game.agents.clone_from(&self.agents);
        game.towers.clone_from(&self.towers);
        game.blocked.clone_from(&self.blocked);
        game.links.clone_from(&self.links);
        game.waypoints.clone_from(&self.waypoints);
        game.random = self.random.clone();
        game.profiles.clone_from(&self.profiles);
        game.carried.clone_from(&self.carried);
        game.crowded.clone_from(&self.crowded);
        game.disabled.clone_from(&self.disabled);
        Ok(())
    }
}

/// Cells that are moved so that a cell comes to be where (0, 0) was.
pub fn beginning_at(origin: IVec2, cells: CellGeometry) -> CellGeometry {
    let by = cells.center_of(IVec2::ZERO) - cells.center_of(origin);
    cells.transformed(Affine2::from_translation(by)).unwrap()
}

/// A grid of waypoints over the map, some of them joined.
fn waypoints(world: &mut FleetWorld, random: &mut Rng) -> Vec<WaypointId> {
    let places = (0..25).map(|nth| Vec2::new((nth % 5) as f32, (nth / 5) as f32) * 60.0);
    let waypoints: Vec<WaypointId> = places.map(|place| world.graph.add_waypoint(place).unwrap()).collect();
    for (nth, &waypoint) in waypoints.iter().enumerate() {
        let beside = [nth + 1, nth + 5].into_iter().filter_map(|other| waypoints.get(other));
        let beside = beside.chain(nth.checked_sub(5).map(|other| &waypoints[other]));
        let edges: Vec<_> = beside
            .filter(|_| random.u8(..5) > 0)
            .map(|&other| (other, Graph::cost_of_distance(60.0)))
            .collect();
        world.graph.set_edges(waypoint, &edges);
    }
    waypoints
}
