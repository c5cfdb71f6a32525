//! Our entrant: agents that keep their cells to themselves.

use super::{
    arena::Arena,
    mover::Mover,
    world::{World, centre, length, time},
};
use crate::clock::cpu_time;
use glam::{DVec2, IVec2};
use tilepath::{
    Cost, CostProfile, GoalFieldReader,
    crowd::{AgentId, Crowd, CrowdAnswer, CrowdGuide},
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

/// A step of an agent, or none if it ends before it starts.
#[derive(Clone, Copy)]
struct Step {
    from: DVec2,
    to: DVec2,
    starts: u64,
    ends: u64,
    is_over: bool,
}

struct Guide<'a> {
    readers: Vec<GoalFieldReader<'a>>,
    goals: Vec<u32>,
    /// Microseconds for a cell.
    paces: Vec<f64>,
}

impl CrowdGuide for Guide<'_> {
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost> {
        self.readers[self.goals[agent.index()] as usize].cost(cell)
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
        let at =
            |start: IVec2| Step { from: centre(start), to: centre(start), starts: 0, ends: 0, is_over: true };
        Self {
            crowd,
            guide: Guide {
                readers: world.readers(),
                goals: arena.agents.iter().map(|agent| agent.goal as u32).collect(),
                paces: arena.agents.iter().map(|agent| 1e6 / agent.speed).collect(),
            },
            ids,
            steps: arena.agents.iter().map(|agent| at(agent.start)).collect(),
            positions: arena.agents.iter().map(|agent| centre(agent.start)).collect(),
            arrived: vec![false; arena.agents.len()],
            stuck: vec![false; arena.agents.len()],
            moved: Vec::new(),
            spent: 0.0,
            decisions: 0,
            threads,
        }
    }

    fn advance(&mut self, now: u64) {
        let chunk = self.steps.len().div_ceil(self.threads).max(1);
        if self.threads == 1 {
            walk(&mut self.steps, &mut self.positions, now);
        } else {
            std::thread::scope(|scope| {
                for (steps, positions) in self.steps.chunks_mut(chunk).zip(self.positions.chunks_mut(chunk)) {
                    scope.spawn(move || walk(steps, positions, now));
                }
            });
        }
        self.moved.clear();
        for (number, step) in self.steps.iter_mut().enumerate() {
            if !step.is_over && step.ends <= now {
                step.is_over = true;
                self.moved.push(self.ids[number]);
            }
        }
    }
}

fn walk(steps: &mut [Step], positions: &mut [DVec2], now: u64) {
    for (step, position) in steps.iter_mut().zip(positions).filter(|(step, _)| !step.is_over) {
        let share = now.saturating_sub(step.starts) as f64 / (step.ends - step.starts).max(1) as f64;
        *position = step.from.lerp(step.to, share.min(1.0));
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
                    self.steps[number] =
                        Step { from, to, starts: step.starts, ends: step.ends, is_over: false };
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
        self.steps[agent].is_over && !self.arrived[agent]
    }

    fn decisions(&self) -> (u64, f64) {
        (self.decisions, self.spent)
    }

    fn stuck(&self) -> Option<usize> {
        Some(self.stuck.iter().zip(&self.arrived).filter(|(stuck, arrived)| **stuck && !**arrived).count())
    }
}
