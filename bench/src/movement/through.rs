//! Agents that walk through each other, each along its field.

use super::{
    mover::Mover,
    world::{FRAMES, World, cell_at, centre},
};
use arrangements::Arena;
use glam::DVec2;
use tilepath::GoalFieldReader;

/// Agents without avoidance.
pub struct Through<'a> {
    readers: Vec<GoalFieldReader<'a>>,
    goals: Vec<usize>,
    speeds: Vec<f64>,
    positions: Vec<DVec2>,
    targets: Vec<DVec2>,
    arrived: Vec<bool>,
}

impl<'a> Through<'a> {
    /// The agents of an arena.
    pub fn new(arena: &Arena, world: &'a World) -> Self {
        let starts: Vec<DVec2> = arena.agents.iter().map(|agent| centre(agent.start)).collect();
        Self {
            readers: world.readers(),
            goals: arena.agents.iter().map(|agent| agent.goal).collect(),
            speeds: arena.agents.iter().map(|agent| agent.speed).collect(),
            targets: starts.clone(),
            positions: starts,
            arrived: vec![false; arena.agents.len()],
        }
    }
}

impl Mover for Through<'_> {
    fn step(&mut self, _: u64) {
        for number in (0..self.positions.len()).filter(|&number| !self.arrived[number]).collect::<Vec<_>>() {
            let mut left = self.speeds[number] / FRAMES as f64;
            loop {
                let (at, target) = (self.positions[number], self.targets[number]);
                let distance = at.distance(target);
                if distance > left {
                    self.positions[number] = at + (target - at) * (left / distance);
                    break;
                }
                left -= distance;
                self.positions[number] = target;
                match self.readers[self.goals[number]].next(cell_at(target)) {
                    Some(next) => self.targets[number] = centre(next),
                    None => break self.arrived[number] = true,
                }
            }
        }
    }

    fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    fn is_blocked(&self, _: usize) -> bool {
        false
    }
}
