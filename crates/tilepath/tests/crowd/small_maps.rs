//! Hundreds of small maps with few agents and many walls, where agents are always in each other's way: no agent walks for ever, and no
//! agent waits without being named.

use crate::{parade::Parade, resting::topologies};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use std::collections::HashMap;
use tilepath::{Cost, Grid, NavMap, Shape, Topology, fleet::AgentId};

const SECOND: u64 = 1_000_000;
/// The patience of a crowd.
const PATIENCE: u64 = 5 * SECOND;
/// The time of a run.
const END: u64 = 180 * SECOND;

/// Maps on which an agent was named too late. 2082: three agents turned in a circle, and counted as a queue that moves.
const ONCE_WRONG: [u64; 1] = [2082];

/// What must hold for an agent.
#[derive(Clone, Default)]
struct Watch {
    /// The lowest cost that it has come to, and how long it has not rested since then.
    best: Option<Cost>,
    restless: u64,
    /// How long it has rested.
    rest: u64,
    is_named: bool,
}

impl Watch {
    /// Watches the agent for a tick. Returns whether it is overdue: it has not come closer for long, and was not named.
    fn tick(&mut self, cost: Option<Cost>, rests: bool, tick: u64) -> bool {
        if cost.is_some() && (self.best.is_none() || cost < self.best) {
            *self = Self { best: cost, ..Self::default() };
        }
        if rests {
            self.rest += tick;
        } else if self.rest >= PATIENCE {
            *self = Self { best: cost, ..Self::default() };
        } else {
            (self.rest, self.restless) = (0, self.restless + tick);
        }
        // An agent that waits for others is not named while these come closer.
        self.restless > 4 * PATIENCE && !self.is_named
    }
}

/// A map with two to five agents, with goals of their own, shared goals, or one goal for all.
fn small(seed: u64, topologies: &[Topology]) -> Parade {
    let mut random = Rng::with_seed(seed);
    let topology = topologies[seed as usize % topologies.len()];
    let sizes = [[6, 1], [2, 2], [3, 2], [4, 2], [5, 2], [3, 3], [4, 3], [5, 3], [4, 4]];
    loop {
        let size = UVec2::from(sizes[random.usize(..sizes.len())]);
        let mut all: Vec<IVec2> =
            (0..size.x * size.y).map(|at| IVec2::new((at % size.x) as i32, (at / size.x) as i32)).collect();
        random.shuffle(&mut all);
        let walls = random.usize(..=all.len() / 3);
        let (walls, cells) = all.split_at(walls);
        let count = random.usize(2..=5);
        let grid = Grid::from_fn(size, |cell| u8::from(!walls.contains(&cell))).unwrap();
        let map = NavMap::new(grid, topology);
        if cells.len() < count {
            continue;
        }
        let goals: Vec<Vec<IVec2>> = cells[..count].iter().map(|&cell| vec![cell]).collect();
        let different = [count, count, 2, 1][random.usize(..4)];
        let mut parade = Parade::new(map, if random.u8(..5) == 0 { 2 } else { 1 }, &goals);
        if cells.iter().any(|&cell| parade.cost(0, cell).is_none()) {
            continue;
        }
        let (mut starts, is_even) = (cells.to_vec(), random.bool());
        random.shuffle(&mut starts);
        for (nth, &start) in starts[..count].iter().enumerate() {
            let speed = if is_even { 3.0 } else { 2.0 + 2.0 * random.f64() };
            parade.insert(start, nth % different, speed);
        }
        return parade;
    }
}

#[test]
fn on_small_maps_steps_end_and_who_does_not_arrive_is_named() {
    let runs = std::env::var("CROWD_SMALL_MAPS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(1200);
    let staggered = Topology::default().with_shape(Shape::Staggered);
    let topologies: Vec<Topology> = topologies().chain([staggered]).collect();
    for seed in (0..runs).chain(ONCE_WRONG) {
        let mut parade = small(seed, &topologies);
        let mut watches: HashMap<AgentId, Watch> = HashMap::new();
        let (mut steps, mut then) = (0, 0);
        while parade.now < END {
            parade.tick();
            for &(agent, _) in &parade.stuck {
                watches.entry(agent).or_default().is_named = true;
            }
            for (agent, walker) in parade.walkers.clone() {
                let cost = walker.cell.and_then(|cell| parade.cost(walker.goal, cell));
                let is_overdue =
                    watches.entry(agent).or_default().tick(cost, walker.rests, parade.now - then);
                assert!(
                    !is_overdue,
                    "seed {seed}: {agent:?} at {:?}, {} s",
                    walker.cell,
                    parade.now / SECOND
                );
            }
            then = parade.now;
            if parade.now > END * 2 / 3 {
                steps += parade.steps.len();
            }
        }
        // An agent that made no progress tries again. Its wait doubles each time.
        assert!(steps < 30, "seed {seed}: {steps} steps in the last minute");
        for (agent, walker) in &parade.walkers {
            let is_told = walker.rests || watches[agent].is_named;
            assert!(is_told, "seed {seed}: {agent:?} was not named, but waits at {:?}", walker.cell);
        }
    }
}
