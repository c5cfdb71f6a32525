//! A game with agents, as a list of what happens in it.

use crate::level::{Source, Spot, sources, spots};
use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use proptest::{collection::vec, option, prelude::*, sample::select};
use tilepath::{
    CellGeometry, CostProfile, DiagonalRule, Grid, HexLayout, NavMap, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, CellStep, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request, Target},
};

pub const FRAME: Duration = Duration::from_millis(50);
/// In world units.
pub const CELL: f32 = 10.0;
/// How far an agent may be in a wall by rounding, if it walks along the edge of the wall or past its corner.
pub const ROUNDING: f32 = CELL * 0.02;

/// What an agent asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    spot: Spot,
    /// Asks for another agent instead. The number is taken modulo the number of agents.
    agent: Option<u8>,
    profile: u16,
    within: f32,
    is_partial: bool,
}

/// An agent that joins the game.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer {
    spot: Spot,
    /// In tenths of a cell.
    beside: (i8, i8),
    speed: f32,
    is_slowed: bool,
    crowd: Option<u8>,
    wish: Wish,
}

/// What happens between two frames. Numbers of agents, obstacles and sources are taken modulo how many there are.
#[derive(Clone, Copy, Debug)]
pub enum Happening {
    Frames(u8),
    Block(Spot),
    Unblock(u8),
    Terrain(Spot, u8),
    AddDanger(Source),
    RemoveDanger(u8),
    Join(Newcomer),
    Remove(u8),
    Ask(u8, Wish),
    Put(u8, Spot),
    Speed(u8, f32),
    Crowd(u8, Option<u8>),
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Story {
    shape: Shape,
    rule: DiagonalRule,
    size: UVec2,
    terrain: Vec<u8>,
    /// The budget of searches in each frame. With a small one, agents wait for their answers while the map is edited.
    expansions: u32,
    newcomers: Vec<Newcomer>,
    pub happenings: Vec<Happening>,
}

/// An agent, and what was last seen of it.
#[derive(Clone, Debug)]
pub struct Tracked {
    pub id: AgentId,
    pub profile: usize,
    pub crowd: Option<u8>,
    /// Where it was after the last frame, or where it was put since then.
    pub at: Vec2,
    /// Whether it was put or built into a wall, and has not left it yet.
    pub is_caught: bool,
    /// Whether it may have no cell in its crowd: it gets the nearest cell with room at once, if there is one.
    pub is_new: bool,
}

pub struct Game {
    pub world: FleetWorld,
    pub agents: Vec<Tracked>,
    pub profiles: Vec<CostProfile>,
    pub size: UVec2,
    obstacles: Vec<IVec2>,
    sources: Vec<Source>,
}

fn geometry(shape: Shape) -> CellGeometry {
    let size = Vec2::splat(CELL);
    let geometry = match shape {
        Shape::Square => CellGeometry::new(Vec2::ONE, size),
        Shape::Staggered => CellGeometry::staggered(Vec2::ONE, size),
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ONE, size),
    };
    geometry.unwrap()
}

fn profiles() -> Vec<CostProfile> {
    let land = CostProfile::default().with_cost(2, 7).with_aversion(0, 0.5).unwrap();
    vec![land, CostProfile::blocked().with_cost(1, 1), CostProfile::default().with_cost(1, 3).with_cost(2, 1)]
}

impl Game {
    pub fn new(story: &Story) -> Self {
        let class = |cell: IVec2| story.terrain[(cell.y as u32 * story.size.x + cell.x as u32) as usize];
        let map = NavMap::new(
            Grid::from_fn(story.size, class).unwrap(),
            Topology::square(story.rule).with_shape(story.shape),
        );
        let mut world = FleetWorld::new(map, geometry(story.shape));
        world.set_profiles(profiles());
        let settings = FleetSettings { expansions_per_update: story.expansions, ..FleetSettings::default() };
        world.fleet = Fleet::new(settings);
        let mut game = Self {
            world,
            agents: Vec::new(),
            profiles: profiles(),
            size: story.size,
            obstacles: Vec::new(),
            sources: Vec::new(),
        };
        story.newcomers.iter().for_each(|&newcomer| game.join(newcomer));
        game
    }

    fn join(&mut self, newcomer: Newcomer) {
        let Newcomer { spot, beside, speed, is_slowed, crowd, wish } = newcomer;
        let middle = self.world.geometry.center_of(spot.on(self.size));
        let at = middle + Vec2::new(beside.0.into(), beside.1.into()) * CELL / 10.0;
        let id = self.world.fleet.insert(Some(at), GroundKind::Tiles);
        self.world.fleet.set_pace(id, Some(Pace { speed, is_slowed_by_terrain: is_slowed }));
        self.world.fleet.set_crowd(id, crowd);
        let profile = wish.profile.into();
        self.agents.push(Tracked { id, profile, crowd, at, is_caught: false, is_new: true });
        self.ask(self.agents.len() - 1, wish);
    }

    fn ask(&mut self, nth: usize, wish: Wish) {
        let Wish { spot, agent, profile, within, is_partial } = wish;
        let target = match agent {
            Some(other) => Target::Agent(self.agents[usize::from(other) % self.agents.len()].id),
            None => Target::Cell(spot.on(self.size)),
        };
        let mut request = Request::to(target).with_profile(profile).within(within);
        request.options.allow_partial = is_partial;
        self.agents[nth].profile = profile.into();
        self.world.ask(self.agents[nth].id, request);
    }

    pub fn is_free(&self, agent: &Tracked, cell: IVec2) -> bool {
        self.world.map.is_free(&self.profiles[agent.profile], cell)
    }

    /// Notes which agents are in walls before a frame. A frame may not bring others there. An agent of a crowd whose next cell is a wall
    /// now has no place any more. On the edge of this cell, rounding decides whether the agent walks out of the wall.
    fn note_walls(&mut self) {
        let geometry = &self.world.geometry;
        let in_wall = |agent: &Tracked| {
            let is_wall = |cell: Option<IVec2>| cell.is_some_and(|cell| !self.is_free(agent, cell));
            let to = self.world.fleet.step(agent.id).map(CellStep::to);
            let edge = to.filter(|_| agent.crowd.is_some()).and_then(|to| {
                let inwards = (geometry.center_of(to) - agent.at).clamp_length_max(ROUNDING);
                geometry.cell_at(agent.at + inwards)
            });
            [is_wall(geometry.cell_at(agent.at)) || is_wall(edge), is_wall(to)]
        };
        let in_walls: Vec<[bool; 2]> = self.agents.iter().map(in_wall).collect();
        for (agent, [is_caught, has_no_place]) in self.agents.iter_mut().zip(in_walls) {
            agent.is_caught |= is_caught;
            agent.is_new |= has_no_place;
        }
    }

    pub fn frame(&mut self) {
        self.note_walls();
        self.world.update(FRAME, &ScopedThreads(1));
    }

    /// Does all but frames.
    pub fn play(&mut self, happening: Happening) {
        let nth = |number: u8, count: usize| (count > 0).then(|| usize::from(number) % count);
        let agent = |number: u8| nth(number, self.agents.len());
        let map = &mut self.world.map;
        match happening {
            Happening::Frames(_) => {}
            Happening::Block(spot) => {
                self.obstacles.push(spot.on(self.size));
                map.block(spot.on(self.size));
            }
            Happening::Unblock(number) => {
                let obstacle = nth(number, self.obstacles.len());
                obstacle.into_iter().for_each(|nth| map.unblock(self.obstacles.swap_remove(nth)));
            }
            Happening::Terrain(spot, class) => map.set_terrain(spot.on(self.size), class).unwrap(),
            Happening::AddDanger(source) => {
                map.add_danger(source.layer, &source.stamp(), source.middle(self.size)).unwrap();
                self.sources.push(source);
            }
            Happening::RemoveDanger(number) => {
                if let Some(nth) = nth(number, self.sources.len()) {
                    let source = self.sources.swap_remove(nth);
                    map.remove_danger(source.layer, &source.stamp(), source.middle(self.size)).unwrap();
                }
            }
            Happening::Join(newcomer) if self.agents.len() < 40 => self.join(newcomer),
            Happening::Join(_) => {}
            Happening::Remove(number) => {
                if let Some(nth) = agent(number) {
                    assert!(self.world.fleet.remove(self.agents.swap_remove(nth).id));
                }
            }
            Happening::Ask(number, wish) => agent(number).into_iter().for_each(|nth| self.ask(nth, wish)),
            Happening::Put(number, spot) => {
                if let Some(nth) = agent(number) {
                    let at = self.world.geometry.center_of(spot.on(self.size));
                    (self.agents[nth].at, self.agents[nth].is_new) = (at, true);
                    self.world.fleet.set_position(self.agents[nth].id, Some(at));
                }
            }
            Happening::Speed(number, speed) => {
                if let Some(nth) = agent(number) {
                    self.world.fleet.set_pace(self.agents[nth].id, Some(Pace::new(speed)));
                }
            }
            Happening::Crowd(number, crowd) => {
                if let Some(nth) = agent(number) {
                    (self.agents[nth].crowd, self.agents[nth].is_new) = (crowd, true);
                    self.world.fleet.set_crowd(self.agents[nth].id, crowd);
                }
            }
        }
    }
}

fn wishes() -> impl Strategy<Value = Wish> + Clone {
    // Many agents share a goal.
    let spot = prop_oneof![2 => Just(Spot(3, 2)), 3 => spots()];
    let agent = prop_oneof![6 => Just(None), 1 => any::<u8>().prop_map(Some)];
    let parts = (spot, agent, 0_u16..3, select(vec![0.0, 0.0, 1.5]), any::<bool>());
    parts.prop_map(|(spot, agent, profile, within, is_partial)| Wish {
        spot,
        agent,
        profile,
        within,
        is_partial,
    })
}

/// In world units a second; some agents stand still, or have a speed that is no number.
fn speeds() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![12 => (10_u8..90).prop_map(f32::from), 1 => select(vec![0.0, -20.0, f32::NAN])]
}

fn newcomers() -> impl Strategy<Value = Newcomer> + Clone {
    let beside = prop_oneof![3 => Just((0, 0)), 1 => (-4_i8..5, -4_i8..5)];
    // Half of the agents are in a crowd.
    let crowd = option::weighted(0.6, 0_u8..2);
    let parts = (spots(), beside, speeds(), any::<bool>(), crowd, wishes());
    parts.prop_map(|(spot, beside, speed, is_slowed, crowd, wish)| Newcomer {
        spot,
        beside,
        speed,
        is_slowed,
        crowd,
        wish,
    })
}

fn happenings() -> impl Strategy<Value = Happening> + Clone {
    prop_oneof![
        12 => (1_u8..12).prop_map(Happening::Frames),
        3 => spots().prop_map(Happening::Block),
        2 => any::<u8>().prop_map(Happening::Unblock),
        3 => (spots(), 0_u8..3).prop_map(|(spot, class)| Happening::Terrain(spot, class)),
        1 => sources().prop_map(Happening::AddDanger),
        1 => any::<u8>().prop_map(Happening::RemoveDanger),
        2 => newcomers().prop_map(Happening::Join),
        1 => any::<u8>().prop_map(Happening::Remove),
        3 => (any::<u8>(), wishes()).prop_map(|(agent, wish)| Happening::Ask(agent, wish)),
        1 => (any::<u8>(), spots()).prop_map(|(agent, spot)| Happening::Put(agent, spot)),
        1 => (any::<u8>(), speeds()).prop_map(|(agent, speed)| Happening::Speed(agent, speed)),
        1 => (any::<u8>(), option::of(0_u8..2)).prop_map(|(agent, crowd)| Happening::Crowd(agent, crowd)),
    ]
}

pub fn stories() -> impl Strategy<Value = Story> {
    let shape = prop_oneof![
        2 => Just(Shape::Square),
        1 => Just(Shape::Staggered),
        2 => select(&HexLayout::ALL[..]).prop_map(Shape::Hex),
    ];
    let parts = (shape, select(&DiagonalRule::ALL[..]), 3_u32..14, 3_u32..14, 0_u8..35);
    let story = parts.prop_flat_map(|(shape, rule, width, height, walls)| {
        // A tenth of the cells has class 2.
        let class = move |number: u8| match number {
            number if number >= 100 - walls => 0,
            number if number >= 90 - walls => 2,
            _ => 1,
        };
        let terrain = vec((0_u8..100).prop_map(class), (width * height) as usize);
        let size = Just(UVec2::new(width, height));
        let expansions = select(vec![50_000, 200, 20, 2]);
        (
            Just(shape),
            Just(rule),
            size,
            terrain,
            expansions,
            vec(newcomers(), 1..25),
            vec(happenings(), 4..60),
        )
    });
    story.prop_map(|(shape, rule, size, terrain, expansions, newcomers, happenings)| Story {
        shape,
        rule,
        size,
        terrain,
        expansions,
        newcomers,
        happenings,
    })
}
