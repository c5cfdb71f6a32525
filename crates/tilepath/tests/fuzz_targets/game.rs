//! A game on a small map, its frames, and what must hold after each frame.

use super::{answers, input::Input, walls};
use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, DangerStamp, DiagonalRule, Grid, NavMap, Shape, StepLengths, Topology,
    WaypointId,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetSettings, FleetWorld, Request},
};

pub const FRAME: Duration = Duration::from_millis(50);

/// The side of a cell in world units.
pub const CELL: f32 = 10.0;

/// An agent, and what was last seen of it.
#[derive(Clone, Debug)]
pub struct Tracked {
    pub id: AgentId,
    /// The profile of its last request.
    pub profile: u16,
    /// Whether it was put or built into a wall, and has not left it yet.
    pub is_caught: bool,
}

#[derive(Clone)]
pub struct Game {
    pub world: FleetWorld,
    pub agents: Vec<Tracked>,
    pub profiles: Vec<CostProfile>,
    pub towers: Vec<(usize, DangerStamp, IVec2)>,
    pub waypoints: Vec<WaypointId>,
    pub size: UVec2,
    /// The number of frames so far.
    pub frames: u32,
}

/// The geometry of a map with cells of this shape.
pub fn geometry(shape: Shape) -> CellGeometry {
    let side = Vec2::splat(CELL);
    let geometry = match shape {
        Shape::Square => CellGeometry::new(Vec2::ONE, side),
        Shape::Staggered => CellGeometry::staggered(Vec2::ONE, side),
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ONE, side),
    };
    geometry.unwrap()
}

pub fn topology(input: &mut Input) -> Topology {
    let (straight, diagonal) = input.one_of(&[(408, 577), (408, 577), (10, 14), (1, 1), (5, 10)]);
    let rule = input.one_of(&DiagonalRule::ALL);
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    Topology::square(rule).with_shape(input.one_of(&Shape::ALL)).with_lengths(lengths)
}

pub fn profiles() -> Vec<CostProfile> {
    let land = CostProfile::default().with_cost(2, 7).with_pass_through(2).with_aversion(0, 0.5).unwrap();
    let mut calm = CostProfile::default().with_cost(0, 20).with_cost(2, 0);
    calm.set_aversion_to_all(tilepath::Aversion::new(0.0).unwrap());
    vec![CostProfile::default(), land, calm, CostProfile::default().with_size(3).unwrap()]
}

pub fn settings(input: &mut Input) -> FleetSettings {
    let mut settings = FleetSettings {
        expansions_per_update: input.one_of(&[50_000, 50_000, 300, 20, 1, 0]),
        prepared_cells_per_update: input.one_of(&[300_000, 300_000, 40, 7, 0]),
        cell_capacity: input.one_of(&[1, 1, 2, 3, 0, 9]),
        retry_delay: input.one_of(&[0.25, 0.25, 0.0, 1e-3]),
        max_landmark_bytes: input.one_of(&[96 << 20, 96 << 20, 0]),
        ..FleetSettings::default()
    };
    settings.fields.cells_per_frame = input.one_of(&[250_000, 250_000, 30, 1, 0]);
    settings.fields.max_bytes = input.one_of(&[256 << 20, 256 << 20, 6000, 0]);
    settings
}

impl Game {
    pub fn new(input: &mut Input) -> Self {
        let size = UVec2::new(1 + input.below(14) as u32, 1 + input.below(14) as u32);
        let topology = topology(input);
        let walls = input.below(120) as u32;
        // The terrain takes one number of the input, so that edits of the input make small edits of the game.
        let mut state = input.word() | 1;
        let class = |_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            match state >> 8 & 255 {
                number if number < walls => 0,
                number if number < walls + 20 => 2,
                _ => 1,
            }
        };
        let map = NavMap::new(Grid::from_fn(size, class).unwrap(), topology);
        let mut world = FleetWorld::new(map, geometry(topology.shape()));
        world.set_profiles(profiles());
        world.fleet = Fleet::new(settings(input));
        let (agents, towers, waypoints) = (Vec::new(), Vec::new(), Vec::new());
        Self { world, agents, profiles: profiles(), towers, waypoints, size, frames: 0 }
    }

    pub fn ask(&mut self, id: AgentId, request: Request) {
        self.tracked(id).profile = request.profile;
        self.world.ask(id, request);
    }

    fn tracked(&mut self, id: AgentId) -> &mut Tracked {
        self.agents.iter_mut().find(|agent| agent.id == id).expect("an agent of the game")
    }

    /// Plays a frame, and checks it.
    pub fn frame(&mut self, time: Duration) {
        self.update(time);
        walls::check(self);
        answers::check(self);
    }

    /// Plays a frame without a check.
    pub fn update(&mut self, time: Duration) {
        self.frames += 1;
        walls::note(self);
        self.world.update(time, &ScopedThreads(1));
        self.world.fleet.forget_moved_obstacles();
    }

    /// All that a player sees of the last frame.
    fn seen(&self) -> (Vec<String>, Vec<Option<[u32; 2]>>, Option<u64>) {
        let events = self.world.fleet.events().iter().map(|event| format!("{event:?}")).collect();
        let bits = |agent: &Tracked| Some(self.world.fleet.position(agent.id)?.to_array().map(f32::to_bits));
        (events, self.agents.iter().map(bits).collect(), self.world.fleet.state_hash())
    }

    /// Plays frames with this game and with a copy. Both must go the same way.
    pub fn go_with(&mut self, mut copy: Self, frames: u32, what: &str) {
        for frame in 0..frames {
            self.frame(FRAME);
            copy.update(FRAME);
            assert_eq!(self.seen(), copy.seen(), "{what}: frame {frame}");
        }
    }

    /// Saves and loads the game, which must change nothing.
    pub fn reloaded(&self) -> Self {
        let bytes = self.world.save().expect("nothing in the game is a function");
        let world = FleetWorld::load(&bytes).expect("a save can be loaded");
        assert!(world.save().as_ref() == Ok(&bytes), "another save after loading");
        Self { world, ..self.clone() }
    }
}
