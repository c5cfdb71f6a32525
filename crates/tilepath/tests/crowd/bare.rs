//! A crowd without a mover, for what a game with a mover of its own may do: long ticks, and arrivals in any order.

use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    Cost, CostProfile, GoalField, GoalFieldScratch, NavMap,
    crowd::{Crowd, CrowdAnswer, CrowdEnvironment, CrowdStep, MemberId},
};

/// The calls of a game, which knows only the steps of its agents.
pub struct Bare {
    pub crowd: Crowd,
    now: u64,
    members: Members,
    steps: Vec<(MemberId, CrowdStep)>,
}

struct Members {
    map: NavMap,
    fields: Vec<GoalField>,
    ids: Vec<MemberId>,
    /// The goal of each agent.
    goals: Vec<usize>,
    /// The microseconds a tile of each agent.
    paces: Vec<f64>,
}

impl CrowdEnvironment for Members {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.fields[self.goals[agent.index()]])?.cost(cell)
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        Some(self.map.revision().number())
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        let tiles = (self.map.topology().distance_squared(from, to) as f64).sqrt();
        (self.paces[agent.index()] * tiles) as u64
    }
}

impl Bare {
    pub fn new(mut map: NavMap, goals: &[Vec<IVec2>]) -> Self {
        let (profile, mut scratch) = (CostProfile::default(), GoalFieldScratch::default());
        map.prepare(&profile);
        let fields =
            goals.iter().map(|goals| map.goal_field(&profile, goals, &mut scratch).unwrap()).collect();
        let crowd = Crowd::new(&map, &profile, 1);
        let members = Members { map, fields, ids: Vec::new(), goals: Vec::new(), paces: Vec::new() };
        Self { crowd, now: 0, members, steps: Vec::new() }
    }

    pub fn insert(&mut self, cell: IVec2, goal: usize, speed: f64) {
        self.members.ids.push(self.crowd.insert(cell, goal as u64, self.now));
        self.members.goals.push(goal);
        self.members.paces.push(1e6 / speed);
    }

    /// One tick of `micros` microseconds. Agents arrive in random order.
    pub fn tick_for(&mut self, micros: u64, random: &mut Rng) {
        self.now += micros;
        random.shuffle(&mut self.steps);
        for (agent, _) in self.steps.extract_if(.., |(_, step)| step.ends <= self.now) {
            self.crowd.arrive(agent);
        }
        self.crowd.decide(self.now, &self.members);
        for &(agent, answer) in self.crowd.answers() {
            if let CrowdAnswer::Step(step) = answer {
                assert!(step.starts < step.ends && step.ends >= self.now, "{agent:?} {step:?}");
                self.steps.push((agent, step));
            }
        }
    }

    /// How many rest.
    pub fn resting(&self) -> usize {
        self.members.ids.iter().filter(|id| self.crowd.is_resting(**id)).count()
    }
}
