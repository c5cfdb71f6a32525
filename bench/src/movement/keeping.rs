//! Our entrant: agents that keep their cells to themselves, moved by the update that games call.

use super::{mover::Mover, world::time};
use arrangements::Arena;
use core::time::Duration;
use glam::DVec2;
use tilepath::{
    CellGeometry, NavMap,
    batch::ScopedThreads,
    crowd::CrowdRules,
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Request, StepState},
};

/// Agents that keep their cells.
pub struct Keeping {
    world: FleetWorld,
    agents: Vec<AgentId>,
    /// The time of the last frame.
    now: u64,
    positions: Vec<DVec2>,
    arrived: Vec<bool>,
    stuck: Vec<bool>,
}

impl Keeping {
    /// The agents of an arena.
    ///
    /// # Panics
    /// If a rule is out of its range.
    pub fn new(arena: &Arena, map: &NavMap, rules: &CrowdRules) -> Self {
        let geometry = CellGeometry::squares(1.0).expect("a valid side");
        let mut world = FleetWorld::new(map.clone(), geometry);
        world.fleet.set_crowd_rules(rules).expect("valid rules");
        let requests: Vec<Request> =
            arena.goals.iter().map(|goals| Request::to_nearest(goals.iter().copied())).collect();
        let agents: Vec<AgentId> = arena
            .agents
            .iter()
            .map(|agent| {
                let id = world.fleet.insert(Some(agent.start.as_vec2()), GroundKind::Tiles);
                world.fleet.set_pace(id, Some(Pace::new(agent.speed as f32)));
                world.fleet.set_crowd(id, Some(0));
                world.ask(id, requests[agent.goal].clone());
                id
            })
            .collect();
        Self {
            world,
            now: 0,
            positions: arena.agents.iter().map(|agent| agent.start.as_dvec2()).collect(),
            arrived: vec![false; agents.len()],
            stuck: vec![false; agents.len()],
            agents,
        }
    }
}

impl Mover for Keeping {
    fn step(&mut self, frame: u64) {
        let now = time(frame);
        let passed = Duration::from_micros(now - self.now);
        self.now = now;
        self.world.update(passed, &ScopedThreads(1));
        for (number, &agent) in self.agents.iter().enumerate() {
            let at = self.world.fleet.position(agent);
            self.positions[number] = at.map_or(self.positions[number], |at| at.as_dvec2());
            self.arrived[number] =
                self.world.fleet.step(agent).is_some_and(|step| step.state == StepState::Arrived);
        }
        for event in self.world.fleet.events() {
            if let FleetEvent::Stuck { agent, .. } = event {
                self.stuck[agent.index()] = true;
            }
        }
    }

    fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    fn is_blocked(&self, agent: usize) -> bool {
        let is_moving =
            self.world.fleet.step(self.agents[agent]).is_some_and(|step| step.from() != step.to());
        !is_moving && !self.arrived[agent]
    }

    fn stuck(&self) -> Option<usize> {
        Some(self.stuck.iter().zip(&self.arrived).filter(|(stuck, arrived)| **stuck && !**arrived).count())
    }
}
