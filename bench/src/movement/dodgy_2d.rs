//! `dodgy_2d`: agents that avoid each other by ORCA, with a velocity along their fields.

use super::{
    mover::Mover,
    world::{FRAMES, World, cell_at, centre},
};
use arrangements::Arena;
use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use glam::{DVec2, IVec2};
use std::borrow::Cow;
use tilepath::GoalFieldReader;

/// Half of what agents keep between their centres.
const RADIUS: f32 = 0.25;
/// How near an agent must come to its goal, in cells: many share one.
const NEAR: f64 = 0.5;

/// Agents that avoid each other.
pub struct Dodgy2d<'a> {
    readers: Vec<GoalFieldReader<'a>>,
    goals: Vec<usize>,
    speeds: Vec<f32>,
    agents: Vec<Agent>,
    next: Vec<Vec2>,
    positions: Vec<DVec2>,
    arrived: Vec<bool>,
    blocked: Vec<bool>,
    size: IVec2,
    /// The wall round each free cell, as far as it is one, by index.
    walls: Vec<Option<Obstacle>>,
    /// The first agent in each cell, and the next in the cell of each agent.
    heads: Vec<u32>,
    followers: Vec<u32>,
}

impl<'a> Dodgy2d<'a> {
    /// The agents of an arena.
    pub fn new(arena: &Arena, world: &'a World) -> Self {
        let agent = |start: IVec2| Agent {
            position: start.as_vec2().to_array().into(),
            velocity: Vec2::ZERO,
            radius: RADIUS,
            avoidance_responsibility: 1.0,
        };
        let count = arena.agents.len();
        Self {
            readers: world.readers(),
            goals: arena.agents.iter().map(|agent| agent.goal).collect(),
            speeds: arena.agents.iter().map(|agent| agent.speed as f32).collect(),
            agents: arena.agents.iter().map(|walker| agent(walker.start)).collect(),
            next: vec![Vec2::ZERO; count],
            positions: arena.agents.iter().map(|agent| centre(agent.start)).collect(),
            arrived: vec![false; count],
            blocked: vec![false; count],
            size: arena.size,
            walls: (0..arena.free.len()).map(|at| wall(arena, arena.cell(at))).collect(),
            heads: vec![u32::MAX; arena.free.len()],
            followers: vec![u32::MAX; count],
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    fn avoid(&self, number: usize) -> Vec2 {
        let here = cell_at(self.positions[number]);
        let reader = &self.readers[self.goals[number]];
        let target = reader.next(here).map_or(self.positions[number], centre) - self.positions[number];
        let wanted = target.normalize_or_zero() * f64::from(self.speeds[number]);
        let (mut neighbours, mut obstacles) = (Vec::new(), Vec::new());
        for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
            let Some(at) = self.index(here + IVec2::new(dx, dy)) else { continue };
            obstacles.extend(self.walls[at].as_ref().map(Cow::Borrowed));
            let mut other = self.heads[at];
            while other != u32::MAX {
                if other as usize != number {
                    neighbours.push(Cow::Borrowed(&self.agents[other as usize]));
                }
                other = self.followers[other as usize];
            }
        }
        let options =
            AvoidanceOptions { obstacle_margin: RADIUS, time_horizon: 1.0, obstacle_time_horizon: 0.3 };
        self.agents[number].compute_avoiding_velocity(
            &neighbours,
            &obstacles,
            Vec2::new(wanted.x as f32, wanted.y as f32),
            self.speeds[number],
            1.0 / FRAMES as f32,
            &options,
        )
    }
}

/// The square of a wall that is seen from a free cell.
fn wall(arena: &Arena, cell: IVec2) -> Option<Obstacle> {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| IVec2::new(dx, dy)));
    let is_seen = !arena.is_free(cell) && around.into_iter().any(|step| arena.is_free(cell + step));
    let corner = |x: f32, y: f32| Vec2::new(cell.x as f32 + x, cell.y as f32 + y);
    // Counter-clockwise: nobody gets in.
    let vertices = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
    is_seen.then_some(Obstacle::Closed { vertices })
}

impl Mover for Dodgy2d<'_> {
    fn step(&mut self, _: u64) {
        self.heads.fill(u32::MAX);
        for number in 0..self.agents.len() {
            if let Some(at) = self.index(cell_at(self.positions[number])) {
                self.followers[number] = std::mem::replace(&mut self.heads[at], number as u32);
            }
        }
        for number in 0..self.agents.len() {
            self.next[number] = self.avoid(number);
        }
        for (number, agent) in self.agents.iter_mut().enumerate() {
            agent.velocity = self.next[number];
            agent.position += agent.velocity / FRAMES as f32;
            self.blocked[number] = agent.velocity.length() < 0.1 * self.speeds[number];
            self.positions[number] = DVec2::new(agent.position.x.into(), agent.position.y.into());
            let reader = &self.readers[self.goals[number]];
            let here = cell_at(self.positions[number]);
            let is_there = reader.cost(here).is_some_and(|cost| cost.units() == 0);
            self.arrived[number] |= is_there && self.positions[number].distance(centre(here)) <= NEAR;
        }
    }

    fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    fn is_blocked(&self, agent: usize) -> bool {
        self.blocked[agent] && !self.arrived[agent]
    }
}
