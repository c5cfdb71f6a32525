//! A thousand agents cross a map to one goal while walls are built in their way, without any engine.
//!
//! `cargo run -p tilepath --release --example crowd`

use glam::{IVec2, UVec2};
use std::time::{Duration, Instant};
use tilepath::{
    CellGeometry, Cost, CostProfile, GoalField, GoalFieldScratch, Grid, NavMap, Topology,
    agents::{CrowdGuide, CrowdMover},
    crowd::MemberId,
};

const SIZE: u32 = 96;
const AGENTS: i32 = 1000;
const GOAL: IVec2 = IVec2::new(88, 48);
/// World units for a cell.
const CELL: f32 = 16.0;
const SECOND: u64 = 1_000_000;
const FRAME: u64 = SECOND / 60;

/// What the agents need to know: the map, and the cost from each cell to the goal.
struct Level {
    map: NavMap,
    profile: CostProfile,
    field: GoalField,
    scratch: GoalFieldScratch,
}

impl CrowdGuide for Level {
    fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.field)?.cost(cell)
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        Some(self.map.revision().number())
    }

    fn is_free(&self, _: MemberId, cell: IVec2) -> bool {
        self.map.is_free(&self.profile, cell)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut level = Level::new()?;
    let squares = CellGeometry::squares(CELL)?;
    let mut crowd = CrowdMover::new(&level.map, squares, &level.profile, 1);
    for nth in 0..AGENTS {
        let cell = IVec2::new(nth % 20, nth / 20 + 20);
        let agent = crowd.insert(squares.center_of(cell), cell, 0, 0);
        crowd.set_speed(agent, CELL * (2.0 + (nth % 5) as f32 / 2.0), 1.0, 0);
    }
    let (mut now, mut arrived, mut stuck, mut spent) = (0, 0, 0, Duration::ZERO);
    while arrived < AGENTS as usize && now < 600 * SECOND {
        if now % (5 * SECOND) < FRAME {
            let seconds = now / SECOND;
            println!("{seconds:>4} s: {arrived:>4} have arrived, {stuck} were stuck");
            level.build_wall(&mut crowd, seconds as i32, now)?;
        }
        let began = Instant::now();
        crowd.run(now, now + FRAME, &mut level);
        spent += began.elapsed();
        now += FRAME;
        stuck += crowd.newly_stuck().len();
        arrived = crowd.walkers().filter(|walker| walker.is_resting()).count();
    }
    println!("{arrived} of {AGENTS} have arrived after {:.1} s", now as f64 / SECOND as f64);
    println!("{:.0} µs a frame", spent.as_secs_f64() * 1e6 / (now / FRAME) as f64);
    Ok(())
}

impl Level {
    /// A wall with a gate of four cells in the middle of the map.
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let is_wall = |cell: IVec2| cell.x == 40 && !(46..50).contains(&cell.y);
        let grid = Grid::from_fn(UVec2::splat(SIZE), |cell| u8::from(!is_wall(cell)))?;
        let mut map = NavMap::new(grid, Topology::default());
        let (profile, mut scratch) = (CostProfile::default(), GoalFieldScratch::default());
        map.prepare(&profile);
        let field = map.goal_field(&profile, &[GOAL], &mut scratch)?;
        Ok(Self { map, profile, field, scratch })
    }

    /// Builds a short wall behind the gate. Agents below it walk out.
    fn build_wall(
        &mut self,
        crowd: &mut CrowdMover,
        seconds: i32,
        now: u64,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let (x, y) = (45 + seconds % 35, 30 + seconds * 7 % 36);
        for cell in (y..y + 5).map(|y| IVec2::new(x, y)) {
            self.map.set_terrain(cell, 0)?;
        }
        self.field.repair(&self.map, &mut self.scratch)?;
        crowd.sync(&self.map, now);
        Ok(())
    }
}
