//! A thousand agents cross a map to one goal while walls are built in their way, without any engine.
//!
//! `cargo run -p tilepath --release --example crowd`

use glam::{IVec2, UVec2};
use std::time::{Duration, Instant};
use tilepath::{
    CellGeometry, Grid, GridError, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{FleetEvent, FleetWorld, GroundKind, Pace, Request},
};

const SIZE: u32 = 96;
const AGENTS: i32 = 1000;
const GOAL: IVec2 = IVec2::new(88, 48);
/// World units for a cell.
const CELL: f32 = 16.0;
const FRAME: Duration = Duration::from_micros(16_667);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A wall with a gate of four cells in the middle of the map.
    let is_wall = |cell: IVec2| cell.x == 40 && !(46..50).contains(&cell.y);
    let grid = Grid::from_fn(UVec2::splat(SIZE), |cell| u8::from(!is_wall(cell)))?;
    let squares = CellGeometry::squares(CELL)?;
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), squares);
    for nth in 0..AGENTS {
        let at = squares.center_of(IVec2::new(nth % 20, nth / 20 + 20));
        let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(CELL * (2.0 + (nth % 5) as f32 / 2.0))));
        world.fleet.set_crowd(agent, Some(0)); // each has its cell to itself
        world.ask(agent, Request::to(GOAL));
    }
    let (mut arrived, mut stuck, mut spent, mut frames) = (0, 0, Duration::ZERO, 0);
    while arrived < AGENTS && frames < 600 * 60 {
        if frames % (5 * 60) == 0 {
            println!("{:>4} s: {arrived:>4} have arrived, {stuck} were stuck", frames / 60);
            build_wall(&mut world.map, frames / 60)?;
        }
        let began = Instant::now();
        world.update(FRAME, &ScopedThreads(1));
        spent += began.elapsed();
        frames += 1;
        for event in world.fleet.events() {
            match event {
                FleetEvent::Reached(_) => arrived += 1,
                FleetEvent::Stuck { .. } => stuck += 1,
                _ => {}
            }
        }
    }
    println!("{arrived} of {AGENTS} have arrived after {:.1} s", f64::from(frames) / 60.0);
    println!("{:.0} µs a frame", spent.as_secs_f64() * 1e6 / f64::from(frames));
    Ok(())
}

/// Builds a short wall behind the gate. Agents below it walk out.
fn build_wall(map: &mut NavMap, seconds: i32) -> Result<(), GridError> {
    let (x, y) = (45 + seconds % 35, 30 + seconds * 7 % 36);
    (y..y + 5).try_for_each(|y| map.set_terrain(IVec2::new(x, y), 0))
}
