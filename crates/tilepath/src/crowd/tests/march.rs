//! A crowd on its way, with copies of it that were saved and loaded: all get the same calls, and must give the same answers.

use crate::{
    cost::Cost,
    crowd::{Crowd, CrowdAnswer, CrowdEnvironment, CrowdRules, MemberId},
    goal_field::{GoalField, GoalFieldScratch},
    ground::{CostProfile, Grid, Topology},
    map::NavMap,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use std::collections::BTreeMap;

const TICK: u64 = 16_667;
/// How many ticks a copy is compared.
const COMPARED: u32 = 300;

pub(super) fn write(crowd: &Crowd) -> String {
    serde_json::to_string(crowd).unwrap()
}

pub(super) fn read(text: &str) -> Crowd {
    serde_json::from_str(text).unwrap()
}

/// A map from rows of text, the topmost first; `#` is a wall.
pub(super) fn drawn(rows: &[&str], topology: Topology) -> NavMap {
    let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
    let at = |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize];
    let mut map = NavMap::new(Grid::from_fn(size, |cell| u8::from(at(cell) != b'#')).unwrap(), topology);
    map.prepare(&CostProfile::default());
    map
}

/// What moves an agent, as its game knows it.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub(super) goal: usize,
    /// Microseconds a tile.
    pub(super) pace: u64,
    /// When its step ends.
    pub(super) ends: Option<u64>,
}

/// The map, the goal fields and the bodies: what a crowd asks.
pub(super) struct World {
    pub(super) map: NavMap,
    pub(super) goals: Vec<IVec2>,
    pub(super) fields: Vec<GoalField>,
    pub(super) scratch: GoalFieldScratch,
    pub(super) bodies: BTreeMap<MemberId, Body>,
}

impl World {
    pub(super) fn new(map: NavMap, goals: &[IVec2]) -> Self {
        let mut scratch = GoalFieldScratch::default();
        let profile = CostProfile::default();
        let field = |&goal: &IVec2| map.goal_field(&profile, &[goal], &mut scratch).unwrap();
        let fields = goals.iter().map(field).collect();
        Self { fields, goals: goals.into(), scratch, bodies: BTreeMap::new(), map }
    }

    /// Builds or removes a wall.
    pub(super) fn toggle(&mut self, cell: IVec2) {
        let class = self.map.grid().class(cell).unwrap();
        self.map.set_terrain(cell, 1 - class).unwrap();
        let Self { fields, map, scratch, .. } = self;
        fields.iter_mut().for_each(|field| _ = field.repair(map, scratch).unwrap());
    }
}

impl CrowdEnvironment for World {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        let goal = self.bodies.get(&agent).map_or(0, |body| body.goal);
        self.map.read_goal_field(&self.fields[goal])?.cost(cell)
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        Some(self.map.revision().number())
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        let tiles = (self.map.topology().distance_squared(from, to) as f64).sqrt();
        (self.bodies.get(&agent).map_or(300_000, |body| body.pace) as f64 * tiles) as u64
    }

    /// To some places an agent walks, to others it is put at once.
    fn duration_out(&self, agent: MemberId, to: IVec2, place: u8) -> u64 {
        let walks = (to.x + i32::from(place)) % 2 != 0;
        self.bodies.get(&agent).filter(|_| walks).map_or(0, |body| body.pace)
    }
}

/// A copy of the crowd that was saved, and until which tick it is compared.
struct Copy {
    crowd: Crowd,
    until: u32,
}

pub(super) struct March {
    pub(super) world: World,
    pub(super) crowd: Crowd,
    copies: Vec<Copy>,
    pub(super) now: u64,
    tick: u32,
    random: Rng,
    /// Copies are made at this share of the moments in which one can be.
    pub(super) saves: f64,
    /// The share of the ticks with each kind of incident.
    pub(super) incidents: f64,
    pub(super) capacities: &'static [u8],
    /// How many copies were compared to their end.
    pub(super) compared: usize,
}

impl March {
    pub(super) fn new(map: NavMap, goals: &[IVec2], capacity: u8, seed: u64) -> Self {
        let crowd = Crowd::new(&map, &CostProfile::default(), capacity);
        Self {
            world: World::new(map, goals),
            crowd,
            copies: Vec::new(),
            now: 0,
            tick: 0,
            random: Rng::with_seed(seed),
            saves: 0.02,
            incidents: 0.0,
            capacities: &[],
            compared: 0,
        }
    }

    /// Does the same with the crowd and with all copies, which must return the same.
    fn each<T: PartialEq + core::fmt::Debug>(&mut self, mut call: impl FnMut(&mut Crowd, &World) -> T) -> T {
        let Self { crowd, copies, world, tick, .. } = self;
        let expected = call(crowd, world);
        for Copy { crowd, .. } in copies {
            assert_eq!(call(crowd, world), expected, "tick {tick}");
        }
        expected
    }

    pub(super) fn insert(&mut self, cell: IVec2, goal: usize, pace: u64) {
        let now = self.now;
        let agent = self.each(|crowd, _| crowd.insert(cell, goal as u64, now));
        assert!(self.world.bodies.insert(agent, Body { goal, pace, ends: None }).is_none());
    }

    pub(super) fn any_cell(&mut self) -> IVec2 {
        let size = self.world.map.grid().size();
        IVec2::new(self.random.i32(0..size.x as i32), self.random.i32(0..size.y as i32))
    }

    /// Saves the crowd, at some of the moments.
    fn may_save(&mut self) {
        if self.random.f64() < self.saves {
            let text = write(&self.crowd);
            assert_eq!(write(&self.crowd), text);
            let copy = read(&text);
            assert_eq!(write(&copy), text, "tick {}", self.tick);
            self.copies.push(Copy { crowd: copy, until: self.tick + COMPARED });
        }
    }

    pub(super) fn tick(&mut self) {
        self.tick += 1;
        self.may_save();
        self.have_incidents();
        self.may_save();
        let now = self.now;
        let told = self.each(|crowd, _| crowd.settle_paces(now).to_vec());
        told.into_iter().for_each(|(agent, step)| self.body(agent).ends = Some(step.ends));
        self.now += TICK;
        let now = self.now;
        let arrived = self.world.bodies.iter().filter(|(_, body)| body.ends.is_some_and(|ends| ends <= now));
        for agent in arrived.map(|(&agent, _)| agent).collect::<Vec<MemberId>>() {
            self.body(agent).ends = None;
            self.each(|crowd, _| crowd.arrive(agent));
        }
        self.may_save();
        let (answers, _) = self.each(|crowd, world| {
            crowd.decide(now, world);
            (crowd.answers().to_vec(), crowd.newly_stuck().to_vec())
        });
        for (agent, answer) in answers {
            match answer {
                CrowdAnswer::Step(step) => self.body(agent).ends = Some(step.ends),
                CrowdAnswer::Displaced if self.world.bodies.contains_key(&agent) => {
                    self.body(agent).ends = None;
                }
                _ => {}
            }
        }
        let agents: Vec<MemberId> = self.world.bodies.keys().copied().collect();
        self.each(|crowd, _| {
            let seen = |&agent| (crowd.cell(agent), crowd.is_moving(agent), crowd.is_resting(agent));
            agents.iter().map(seen).collect::<Vec<_>>()
        });
        self.end_copies();
    }

    /// Compares all that is written of copies that have been compared long enough.
    fn end_copies(&mut self) {
        let Self { crowd, copies, tick, compared, .. } = self;
        if copies.iter().any(|copy| copy.until == *tick) {
            let expected = write(crowd);
            copies.retain(|copy| {
                let ends = copy.until == *tick;
                assert!(!ends || write(&copy.crowd) == expected, "tick {tick}");
                *compared += usize::from(ends);
                !ends
            });
        }
    }

    fn body(&mut self, agent: MemberId) -> &mut Body {
        self.world.bodies.get_mut(&agent).expect("an agent of the crowd")
    }

    fn happens(&mut self) -> bool {
        self.random.f64() < self.incidents
    }

    fn any_agent(&mut self) -> Option<MemberId> {
        let nth = self.random.usize(..self.world.bodies.len().max(1));
        self.world.bodies.keys().nth(nth).copied()
    }

    /// Now and then: newcomers, agents that leave, new goals and speeds, walls, and all else that a game may do.
    fn have_incidents(&mut self) {
        let now = self.now;
        if self.happens() {
            let cell = self.any_cell();
            if !self.world.goals.contains(&cell) {
                self.world.toggle(cell);
                self.each(|crowd, world| crowd.sync(&world.map, now));
            }
        }
        if self.happens() {
            let (cell, goal) = (self.any_cell(), self.random.usize(..self.world.goals.len()));
            let pace = self.random.u64(150_000..700_000);
            self.insert(cell, goal, pace);
        }
        for kind in 0..7 {
            if self.happens()
                && let Some(agent) = self.any_agent()
            {
                self.befall(agent, kind, now);
            }
        }
        let capacities = self.capacities;
        if !capacities.is_empty() && self.happens() {
            let capacity = capacities[self.random.usize(..capacities.len())];
            self.each(|crowd, _| crowd.set_capacity(capacity, now));
        }
        if self.happens() && self.happens() {
            let rules = CrowdRules { passage_width: self.random.u32(0..4), ..CrowdRules::default() };
            self.each(|crowd, _| crowd.set_rules(rules, now).unwrap());
        }
    }

    fn befall(&mut self, agent: MemberId, kind: usize, now: u64) {
        let cell = self.any_cell();
        match kind {
            0 => {
                self.world.bodies.remove(&agent);
                self.each(|crowd, _| crowd.remove(agent, now));
            }
            1 => {
                let goal = self.random.usize(..self.world.goals.len());
                self.body(agent).goal = goal;
                self.each(|crowd, _| crowd.set_goal(agent, goal as u64, now));
            }
            2 => {
                self.body(agent).ends = None;
                self.each(|crowd, _| crowd.teleport(agent, cell, now));
            }
            3 => {
                self.body(agent).ends = None;
                self.each(|crowd, _| crowd.displace(agent, cell, now));
            }
            4 => self.each(|crowd, _| crowd.note_other_costs(agent)),
            _ => {
                // Half of them stand still until the next time.
                let pace = self.random.u64(150_000..700_000);
                let left = if kind == 5 { u64::MAX } else { pace / 2 };
                self.body(agent).pace = pace;
                self.each(|crowd, _| crowd.change_pace(agent, left, now));
            }
        }
    }
}
