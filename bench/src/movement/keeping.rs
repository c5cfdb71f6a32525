//! Our entrant: agents that keep their cells to themselves, moved as the plugin moves them.

use super::{
    mover::Mover,
    world::{World, time},
};
use crate::clock::cpu_time;
use arrangements::Arena;
use glam::{DVec2, IVec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, GoalFieldReader,
    agents::{CrowdGuide, CrowdMover},
    crowd::MemberId,
};

/// Agents that keep their cells.
pub struct Keeping<'a> {
    mover: CrowdMover,
    guide: Guide<'a>,
    ids: Vec<MemberId>,
    /// The time of the last frame.
    now: u64,
    positions: Vec<DVec2>,
    arrived: Vec<bool>,
    stuck: Vec<bool>,
    spent: f64,
    decisions: u64,
}

struct Guide<'a> {
    readers: Vec<GoalFieldReader<'a>>,
    /// By number of the agent.
    goals: Vec<u32>,
}

impl CrowdGuide for Guide<'_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        self.readers[self.goals[agent.index()] as usize].cost(cell)
    }

    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        self.readers[self.goals[agent.index()] as usize].costs(cells, costs);
    }

    fn fetch_costs(&self, agent: MemberId, cell: IVec2) {
        self.readers[self.goals[agent.index()] as usize].fetch(cell);
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        // No cost ever changes.
        Some(0)
    }

    fn is_free(&self, _: MemberId, _: IVec2) -> bool {
        // Nobody is ever in a wall.
        true
    }
}

impl<'a> Keeping<'a> {
    /// The agents of an arena.
    ///
    /// # Panics
    /// Never: cells of one unit are valid.
    pub fn new(arena: &Arena, world: &'a World) -> Self {
        let geometry = CellGeometry::squares(1.0).expect("a valid side");
        let mut mover = CrowdMover::new(&world.map, geometry, &CostProfile::default(), 1);
        let ids: Vec<MemberId> = arena
            .agents
            .iter()
            .map(|agent| {
                let id = mover.insert(agent.start.as_vec2(), agent.start, agent.goal as u64, 0);
                mover.set_speed(id, agent.speed as f32, 1.0, 0);
                id
            })
            .collect();
        Self {
            mover,
            guide: Guide {
                readers: world.readers(),
                goals: arena.agents.iter().map(|agent| agent.goal as u32).collect(),
            },
            now: 0,
            positions: arena.agents.iter().map(|agent| agent.start.as_dvec2()).collect(),
            arrived: vec![false; ids.len()],
            stuck: vec![false; ids.len()],
            ids,
            spent: 0.0,
            decisions: 0,
        }
    }
}

impl Mover for Keeping<'_> {
    fn step(&mut self, frame: u64) {
        let now = time(frame);
        let spent = cpu_time(|| self.mover.run(self.now, now, &mut self.guide));
        self.now = now;
        self.spent += spent.as_nanos() as f64;
        self.decisions += self.mover.crowd().decided() as u64;
        for walker in self.mover.walkers() {
            let number = walker.id().index();
            self.positions[number] = walker.motion().at(now).as_dvec2();
            self.arrived[number] = walker.is_resting();
        }
        for stuck in self.mover.newly_stuck() {
            self.stuck[stuck.agent.index()] = true;
        }
    }

    fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    fn is_blocked(&self, agent: usize) -> bool {
        !self.mover.crowd().is_moving(self.ids[agent]) && !self.arrived[agent]
    }

    fn decisions(&self) -> (u64, f64) {
        (self.decisions, self.spent)
    }

    fn stuck(&self) -> Option<usize> {
        Some(self.stuck.iter().zip(&self.arrived).filter(|(stuck, arrived)| **stuck && !**arrived).count())
    }
}
