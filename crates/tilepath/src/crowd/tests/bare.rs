//! A crowd whose steps end in long ticks, and in any order.

use crate::{
    cost::Cost,
    crowd::{
        Crowd, CrowdAnswer, CrowdEnvironment, CrowdRules, InvalidCrowdRule, MemberId, agent::NONE,
        answer::CrowdStep,
    },
    goal_field::{GoalField, GoalFieldScratch},
    ground::{CostProfile, Grid, Topology},
    map::NavMap,
};
use fastrand::Rng;
use glam::IVec2;

/// The calls of a game, which knows only the steps of its agents.
pub(super) struct Bare {
    pub(super) crowd: Crowd,
    now: u64,
    pub(super) members: Members,
    steps: Vec<(MemberId, CrowdStep)>,
}

pub(super) struct Members {
    /// The crowd may remember costs until the map is edited.
    pub(super) remembers: bool,
    scratch: GoalFieldScratch,
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
        self.remembers.then(|| self.map.revision().number())
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        let tiles = (self.map.topology().distance_squared(from, to) as f64).sqrt();
        (self.paces[agent.index()] * tiles) as u64
    }
}

impl Bare {
    pub(super) fn new(mut map: NavMap, goals: &[Vec<IVec2>]) -> Self {
        let (profile, mut scratch) = (CostProfile::default(), GoalFieldScratch::default());
        map.prepare(&profile);
        let fields =
            goals.iter().map(|goals| map.goal_field(&profile, goals, &mut scratch).unwrap()).collect();
        let crowd = Crowd::new(&map, &profile, 1);
        let members = Members {
            remembers: true,
            scratch,
            map,
            fields,
            ids: Vec::new(),
            goals: Vec::new(),
            paces: Vec::new(),
        };
        Self { crowd, now: 0, members, steps: Vec::new() }
    }

    pub(super) fn insert(&mut self, cell: IVec2, goal: usize, speed: f64) {
        self.members.ids.push(self.crowd.insert(cell, goal as u64, self.now));
        self.members.goals.push(goal);
        self.members.paces.push(1e6 / speed);
    }

    /// Builds or removes a wall.
    pub(super) fn toggle(&mut self, cell: IVec2) {
        let Members { map, fields, scratch, .. } = &mut self.members;
        let class = map.grid().class(cell).unwrap();
        map.set_terrain(cell, 1 - class).unwrap();
        fields.iter_mut().for_each(|field| _ = field.repair(map, scratch).unwrap());
        self.crowd.sync(map, self.now);
        let Self { crowd, steps, .. } = self;
        steps.retain(|(agent, _)| crowd.is_moving(*agent));
    }

    /// One tick of `micros` microseconds. Agents arrive in random order.
    pub(super) fn tick_for(&mut self, micros: u64, random: &mut Rng) {
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
    pub(super) fn resting(&self) -> usize {
        self.members.ids.iter().filter(|id| self.crowd.is_resting(**id)).count()
    }
}

/// How many agents decided in the last call.
fn decided_in(crowd: &Crowd) -> usize {
    crowd.work.order.iter().filter(|(_, number)| *number != NONE).count()
}

#[test]
fn the_first_decisions_of_many_are_spread_over_some_calls() {
    let mut bare = Bare::new(
        NavMap::new(Grid::new([40, 40].into(), 1).unwrap(), Topology::default()),
        &[vec![[20, 20].into()]],
    );
    for nth in 0..800 {
        bare.insert([nth % 40, nth / 40 * 2].into(), 0, 2.0);
    }
    let (mut random, mut decided) = (Rng::with_seed(1), 0);
    for _ in 0..16 {
        bare.tick_for(16_667, &mut random);
        assert!(decided_in(&bare.crowd) < 100, "{} decide at once", decided_in(&bare.crowd));
        decided += decided_in(&bare.crowd);
    }
    // Some are pushed before they have decided once.
    assert!((750..=1600).contains(&decided), "{decided}");
}

#[test]
fn equal_calls_in_another_order_give_equal_answers() {
    let mut random = Rng::with_seed(3);
    let map = NavMap::new(Grid::new([20, 20].into(), 1).unwrap(), Topology::default());
    let goals = [vec![[2, 2].into()], vec![[17, 9].into()]];
    let mut crowds: Vec<Bare> = (0..3).map(|_| Bare::new(map.clone(), &goals)).collect();
    for nth in 0..200 {
        let (cell, speed) = (IVec2::new(random.i32(0..20), random.i32(0..20)), 2.0 + 2.0 * random.f64());
        crowds.iter_mut().for_each(|bare| bare.insert(cell, nth % 2, speed));
    }
    for _ in 0..900 {
        // Agents arrive in another order in each.
        crowds.iter_mut().for_each(|bare| bare.tick_for(16_667, &mut random));
        assert!(crowds.iter().all(|bare| bare.crowd.answers() == crowds[0].crowd.answers()));
    }
    assert!(crowds[0].resting() > 190, "{} rest", crowds[0].resting());
}

#[test]
fn in_ticks_longer_than_a_step_a_circle_turns_and_every_step_takes_time() {
    let map = NavMap::new(Grid::new([2, 2].into(), 1).unwrap(), Topology::default());
    let round = [[0, 0], [1, 0], [1, 1], [0, 1]].map(IVec2::from);
    for speed in [20.0, 200.0, 1e7] {
        let goals: Vec<Vec<IVec2>> = (0..4).map(|nth| vec![round[(nth + 1) % 4]]).collect();
        let (mut bare, mut random) = (Bare::new(map.clone(), &goals), Rng::with_seed(1));
        for (nth, cell) in round.into_iter().enumerate() {
            bare.insert(cell, nth, speed);
        }
        // Each step is checked to begin before it ends.
        for _ in 0..40 {
            bare.tick_for(1_000_000, &mut random);
        }
        assert_eq!(bare.resting(), 4, "{speed}");
    }
}

#[test]
fn a_rule_out_of_its_range_is_refused_and_all_rules_stay() {
    let map = NavMap::new(Grid::new([3, 3].into(), 1).unwrap(), Topology::default());
    let refused = InvalidCrowdRule { field: "blocked_calls", value: 0, least: 1, most: u32::MAX };
    let bad = CrowdRules { blocked_calls: 0, corridor_entries: 1, ..CrowdRules::default() };
    let rules = CrowdRules { corridor_entries: 7, ..CrowdRules::default() };
    let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
    crowd.set_rules(rules, 0).unwrap();
    assert_eq!(crowd.set_rules(bad, 0), Err(refused));
    assert_eq!(crowd.rules, rules);
}

#[test]
fn numbers_nobody_has_and_cells_beyond_the_map_are_taken() {
    let map = NavMap::new(Grid::new([5, 5].into(), 1).unwrap(), Topology::default());
    let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
    let agent = crowd.insert(IVec2::MAX, 0, 0);
    let other = crowd.insert(IVec2::MIN, 0, 0);
    crowd.remove(agent, 0);
    crowd.remove(agent, 0);
    crowd.arrive(agent);
    crowd.teleport(agent, IVec2::ZERO, 0);
    crowd.set_goal(agent, 3, 0);
    assert!(!crowd.contains(agent) && crowd.cell(agent).is_none() && crowd.len() == 1);
    assert_eq!(crowd.insert(IVec2::ZERO, 0, 0), agent, "the least number that is free");
    crowd.teleport(other, IVec2::MAX, 0);
    assert!(crowd.contains(other));
}
