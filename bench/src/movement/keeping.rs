//! Our entrant: agents that keep their cells to themselves.

use super::{
    mover::Mover,
    world::{World, centre, length, time},
};
use crate::clock::cpu_time;
use arrangements::Arena;
use glam::{DVec2, IVec2};
use tilepath::{
    Cost, CostProfile, GoalFieldReader,
    crowd::{AgentId, Crowd, CrowdAnswer, CrowdEnvironment},
};

/// Agents that keep their cells.
pub struct Keeping<'a> {
    crowd: Crowd,
    guide: Guide<'a>,
    ids: Vec<AgentId>,
    steps: Vec<Step>,
    positions: Vec<DVec2>,
    arrived: Vec<bool>,
    stuck: Vec<bool>,
    moved: Vec<AgentId>,
    spent: f64,
    decisions: u64,
    threads: usize,
}

/// A step of an agent, until it is over.
#[derive(Clone, Copy)]
struct Step {
    to: DVec2,
    /// Cells in a microsecond.
    velocity: DVec2,
    starts: u64,
    /// [`OVER`] if there is none.
    ends: u64,
}

/// The end of a step that is over.
const OVER: u64 = u64::MAX;

impl Step {
    /// Stands.
    const NONE: Self = Self { to: DVec2::ZERO, velocity: DVec2::ZERO, starts: 0, ends: OVER };

    fn new(from: DVec2, to: DVec2, starts: u64, ends: u64) -> Self {
        Self { to, velocity: (to - from) / (ends - starts).max(1) as f64, starts, ends }
    }
}

struct Guide<'a> {
    readers: Vec<GoalFieldReader<'a>>,
    goals: Vec<u32>,
    /// Microseconds for a cell.
    paces: Vec<f64>,
}

impl CrowdEnvironment for Guide<'_> {
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost> {
        self.readers[self.goals[agent.index()] as usize].cost(cell)
    }

    fn costs(&self, agent: AgentId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        self.readers[self.goals[agent.index()] as usize].costs(cells, costs);
    }

    fn fetch_costs(&self, agent: AgentId, cell: IVec2) {
        self.readers[self.goals[agent.index()] as usize].fetch(cell);
    }

    fn revision(&self, _: AgentId) -> Option<u64> {
        // No cost ever changes.
        Some(0)
    }

    fn duration(&self, agent: AgentId, from: IVec2, to: IVec2) -> u64 {
        (self.paces[agent.index()] * length(from, to)) as u64
    }
}

impl<'a> Keeping<'a> {
    /// The agents of an arena, moved by so many threads.
    pub fn new(arena: &Arena, world: &'a World, threads: usize) -> Self {
        let mut crowd = Crowd::new(&world.map, &CostProfile::default(), 1);
        let ids = arena.agents.iter().map(|agent| crowd.insert(agent.start, agent.goal as u64, 0)).collect();
        Self {
            crowd,
            guide: Guide {
                readers: world.readers(),
                goals: arena.agents.iter().map(|agent| agent.goal as u32).collect(),
                paces: arena.agents.iter().map(|agent| 1e6 / agent.speed).collect(),
            },
            ids,
            steps: vec![Step::NONE; arena.agents.len()],
            positions: arena.agents.iter().map(|agent| centre(agent.start)).collect(),
            arrived: vec![false; arena.agents.len()],
            stuck: vec![false; arena.agents.len()],
            moved: Vec::new(),
            spent: 0.0,
            decisions: 0,
            threads,
        }
    }

    /// Moves all, and notes who has arrived.
    fn advance(&mut self, now: u64) {
        self.moved.clear();
        if self.threads == 1 {
            return walk(&mut self.steps, &mut self.positions, &self.ids, now, &mut self.moved);
        }
        let chunk = self.steps.len().div_ceil(self.threads).max(1);
        let steps = self.steps.chunks_mut(chunk);
        let parts = steps.zip(self.positions.chunks_mut(chunk)).zip(self.ids.chunks(chunk));
        std::thread::scope(|scope| {
            let walk_part = |((steps, positions), ids)| {
                scope.spawn(move || {
                    let mut moved = Vec::new();
                    walk(steps, positions, ids, now, &mut moved);
                    moved
                })
            };
            let parts: Vec<_> = parts.map(walk_part).collect();
            for part in parts {
                self.moved.extend(part.join().expect("no panic"));
            }
        });
    }
}

fn walk(steps: &mut [Step], positions: &mut [DVec2], ids: &[AgentId], now: u64, moved: &mut Vec<AgentId>) {
    for ((step, position), &id) in steps.iter_mut().zip(positions).zip(ids) {
        if now < step.ends {
            if step.ends != OVER {
                *position = step.to - step.velocity * (step.ends - now.max(step.starts)) as f64;
            }
        } else {
            (*position, step.ends) = (step.to, OVER);
            moved.push(id);
        }
    }
}

impl Mover for Keeping<'_> {
    fn step(&mut self, frame: u64) {
        let now = time(frame);
        self.advance(now);
        for &agent in &self.moved {
            self.crowd.arrive(agent);
        }
        let spent = cpu_time(|| self.crowd.decide(now, &self.guide));
        self.spent += spent.as_nanos() as f64;
        self.decisions += self.crowd.decided() as u64;
        for &(agent, answer) in self.crowd.answers() {
            let number = agent.index();
            match answer {
                CrowdAnswer::Step(step) => {
                    let (from, to) = (centre(step.from), centre(step.to));
                    self.steps[number] = Step::new(from, to, step.starts, step.ends);
                    self.arrived[number] = false;
                }
                CrowdAnswer::Rest => self.arrived[number] = true,
                CrowdAnswer::Wake => self.arrived[number] = false,
                CrowdAnswer::Placed { .. } | CrowdAnswer::Displaced => {}
            }
        }
        for stuck in self.crowd.newly_stuck() {
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
        self.steps[agent].ends == OVER && !self.arrived[agent]
    }

    fn decisions(&self) -> (u64, f64) {
        (self.decisions, self.spent)
    }

    fn stuck(&self) -> Option<usize> {
        Some(self.stuck.iter().zip(&self.arrived).filter(|(stuck, arrived)| **stuck && !**arrived).count())
    }
}
