//! One run of an entrant on an arena, and what is counted.

use super::{
    mover::Mover,
    world::{FRAMES, World, cell_at},
};
use crate::clock::cpu_time;
use arrangements::Arena;
use glam::{DVec2, IVec2};
use tilepath::PLAIN_WEIGHT;

/// The figures of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// How many agents there were.
    pub agents: usize,
    /// How many had arrived at the end.
    pub arrived: usize,
    /// When the last arrived or the run was given up, in seconds.
    pub makespan: f64,
    /// When each came to rest for the last time over what its way takes without others, the mean.
    pub travel: f64,
    /// The share of frames in which an agent that had not arrived stood still.
    pub blocked: f64,
    /// How many had not arrived and were reported stuck.
    pub stuck: Option<usize>,
    /// The most agents whose positions were in one cell.
    pub density: usize,
    /// How often an agent went back to the cell from which it came, the mean.
    pub reversals: f64,
    /// The least distance of two centres, in cells.
    pub distance: f64,
    /// How many positions of agents were in walls.
    pub in_walls: usize,
    /// Nanoseconds an agent and frame.
    pub frame: f64,
    /// The longest frame over the mean.
    pub longest: f64,
    /// A hash of the final positions.
    pub hash: u64,
}

/// When a run is given up.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// After so many seconds.
    pub seconds: u64,
    /// After so many seconds in which no more agents arrived than ever before.
    pub idle: u64,
}

/// Runs until all have arrived.
pub fn run(arena: &Arena, world: &World, mover: &mut impl Mover, limit: Limit) -> Run {
    let count = arena.agents.len();
    let mut watch = Watch::new(arena);
    let (mut spent, mut longest, mut most, mut most_at) = (0.0, 0.0_f64, 0, 0);
    let mut frame = 0;
    let every = if count > 2000 { 16 } else { 1 };
    loop {
        frame += 1;
        let took = cpu_time(|| mover.step(frame)).as_nanos() as f64;
        spent += took;
        longest = longest.max(took);
        watch.look(arena, mover, frame);
        if frame % every == 0 {
            watch.measure(arena, mover.positions());
        }
        let arrived = mover.arrived().iter().filter(|&&arrived| arrived).count();
        if arrived > most {
            (most, most_at) = (arrived, frame);
        }
        if arrived == count || frame >= limit.seconds * FRAMES || frame - most_at > limit.idle * FRAMES {
            break;
        }
    }
    let arrived = mover.arrived().iter().filter(|&&arrived| arrived).count();
    Run {
        agents: count,
        arrived,
        makespan: frame as f64 / FRAMES as f64,
        travel: watch.travel(arena, world),
        blocked: watch.blocked as f64 / watch.travelling.max(1) as f64,
        stuck: mover.stuck(),
        density: watch.density,
        reversals: watch.reversals as f64 / count as f64,
        distance: watch.distance,
        in_walls: watch.in_walls,
        frame: spent / (frame * count as u64) as f64,
        longest: longest * frame as f64 / spent,
        hash: hash(mover.positions()),
    }
}

/// FNV-1a over the bits of all positions.
fn hash(positions: &[DVec2]) -> u64 {
    let bytes = positions.iter().flat_map(|at| at.to_array()).flat_map(f64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What is counted frame by frame.
struct Watch {
    /// The last three cells of each agent.
    trail: Vec<[IVec2; 2]>,
    rested: Vec<u64>,
    was_at_rest: Vec<bool>,
    heads: Vec<u32>,
    next: Vec<u32>,
    blocked: u64,
    travelling: u64,
    reversals: u64,
    density: usize,
    distance: f64,
    in_walls: usize,
}

impl Watch {
    fn new(arena: &Arena) -> Self {
        Self {
            trail: arena.agents.iter().map(|agent| [agent.start; 2]).collect(),
            rested: vec![0; arena.agents.len()],
            was_at_rest: vec![false; arena.agents.len()],
            heads: vec![u32::MAX; arena.free.len()],
            next: vec![u32::MAX; arena.agents.len()],
            blocked: 0,
            travelling: 0,
            reversals: 0,
            density: 0,
            distance: f64::INFINITY,
            in_walls: 0,
        }
    }

    fn look(&mut self, arena: &Arena, mover: &impl Mover, frame: u64) {
        for (number, &position) in mover.positions().iter().enumerate() {
            let arrived = mover.arrived()[number];
            if arrived && !self.was_at_rest[number] {
                self.rested[number] = frame;
            }
            self.was_at_rest[number] = arrived;
            self.travelling += u64::from(!arrived);
            self.blocked += u64::from(mover.is_blocked(number));
            let cell = cell_at(position);
            let trail = &mut self.trail[number];
            if cell != trail[1] {
                self.reversals += u64::from(cell == trail[0]);
                *trail = [trail[1], cell];
                self.in_walls += usize::from(!arena.is_free(cell));
            }
        }
    }

    fn measure(&mut self, arena: &Arena, positions: &[DVec2]) {
        self.heads.fill(u32::MAX);
        for (number, &position) in positions.iter().enumerate() {
            let Some(at) = arena.index(cell_at(position)) else { continue };
            self.next[number] = std::mem::replace(&mut self.heads[at], number as u32);
        }
        for (number, &position) in positions.iter().enumerate() {
            let cell = cell_at(position);
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let Some(at) = arena.index(cell + IVec2::new(dx, dy)) else { continue };
                let mut other = self.heads[at];
                let mut here = 0;
                while other != u32::MAX {
                    if other > number as u32 {
                        self.distance =
                            self.distance.min(position.distance_squared(positions[other as usize]));
                    }
                    here += 1;
                    other = self.next[other as usize];
                }
                self.density = self.density.max(here);
            }
        }
    }

    fn travel(&mut self, arena: &Arena, world: &World) -> f64 {
        self.distance = self.distance.sqrt();
        let tile = f64::from(world.map.topology().lengths().straight()) * f64::from(PLAIN_WEIGHT);
        let readers = world.readers();
        let mut shares = Vec::new();
        for (number, agent) in arena.agents.iter().enumerate() {
            let free = readers[agent.goal].cost(agent.start).map_or(0.0, |cost| f64::from(cost.units()));
            let free = free / tile / agent.speed;
            if free > 1.0 && self.was_at_rest[number] {
                shares.push(self.rested[number] as f64 / FRAMES as f64 / free);
            }
        }
        shares.iter().sum::<f64>() / shares.len() as f64
    }
}
