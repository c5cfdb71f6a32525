//! Snapshots of a game of agents, and going back to them as netcode does: seven frames with edits in between.

use crate::{args::Rollback, clock, memory};
use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use std::error::Error;
use tilepath::{
    CellGeometry, Grid, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{FieldLimits, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request, Snapshot},
};

pub(crate) const FRAME: Duration = Duration::from_millis(16);
/// Frames before anything is measured: landmarks are ready then, and goal fields reach their agents.
pub(crate) const WARM_UP: usize = 1500;
/// Frames between a snapshot and going back to it.
pub(crate) const DISTANCE: usize = 7;
/// Edits in these frames.
const EDITS: usize = 10;

/// What snapshots and restores of one game took.
#[derive(Default, Debug)]
struct Measured {
    /// Microseconds.
    snapshots: Vec<f64>,
    restores: Vec<f64>,
    /// The most bytes that [`DISTANCE`] + 1 snapshots took.
    bytes: usize,
}

/// Prints the time of snapshots and restores in microseconds, median and longest, and the memory of eight snapshots as a share of the
/// memory of the world.
///
/// # Errors
/// If the map can't have this side, or a snapshot could not be restored.
pub fn run(args: &Rollback) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(args)?;
    (0..WARM_UP).for_each(|_| game.update());
    let held = memory::bytes_held();
    let world = game.world.clone();
    let world_bytes = memory::bytes_held() - held;
    drop(world);
    let Measured { mut snapshots, mut restores, bytes } = game.measure(args.rounds)?;
    print_times(&mut snapshots, &mut restores);
    println!("memory of {} snapshots: {:.2} × the world", DISTANCE + 1, bytes as f64 / world_bytes as f64);
    Ok(())
}

/// Prints the median and the longest of both, in microseconds.
pub(crate) fn print_times(snapshots: &mut [f64], restores: &mut [f64]) {
    println!("what\tmedian us\tlongest us");
    for (what, times) in [("snapshot", snapshots), ("restore", restores)] {
        times.sort_by(f64::total_cmp);
        let longest = times.last().copied().unwrap_or(0.0);
        println!("{what}\t{:.0}\t{longest:.0}", clock::quantile(times, 0.5));
    }
}

/// Walls and mud, on cells of ten units.
pub(crate) fn ground(side: i32, random: &mut Rng) -> Result<(Grid, CellGeometry), Box<dyn Error>> {
    let mut class = |_| if random.u8(..5) == 0 { 0 } else { 1 + random.u8(..3) / 2 };
    let grid = Grid::from_fn(UVec2::splat(side.max(0) as u32), &mut class)?;
    Ok((grid, CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?))
}

/// The number of edits in a frame: [`EDITS`] in all frames together.
pub(crate) const fn edits_in(frame: usize) -> usize {
    (frame + 1) * EDITS / DISTANCE - frame * EDITS / DISTANCE
}

/// Agents that share goal fields on ground of walls and mud.
struct Game {
    world: FleetWorld,
    random: Rng,
    side: i32,
}

impl Game {
    fn new(args: &Rollback) -> Result<Self, Box<dyn Error>> {
        let (side, mut random) = (args.side, Rng::with_seed(5));
        let (grid, geometry) = ground(side, &mut random)?;
        let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
        let settings = FleetSettings {
            fields: FieldLimits { max_bytes: 1 << 30, ..FieldLimits::default() },
            prepared_cells_per_update: 10_000_000,
            ..FleetSettings::default()
        };
        world.fleet = Fleet::new(settings);
        let mut game = Self { world, random, side };
        let goals: Vec<IVec2> = (0..args.fields.max(1)).map(|_| game.free_cell()).collect();
        for nth in 0..args.agents {
            let start = game.free_cell();
            let position = game.world.geometry.center_of(start);
            let agent = game.world.fleet.insert(Some(position), GroundKind::Tiles);
            game.world.fleet.set_pace(agent, Some(Pace::new(20.0)));
            game.world.fleet.set_crowd(agent, args.crowd.then_some(0));
            game.world.ask(agent, Request::to(goals[nth % goals.len()]));
        }
        Ok(game)
    }

    fn any_cell(&mut self) -> IVec2 {
        IVec2::new(self.random.i32(0..self.side), self.random.i32(0..self.side))
    }

    /// Any cell, which becomes free.
    fn free_cell(&mut self) -> IVec2 {
        let cell = self.any_cell();
        self.world.map.set_terrain(cell, 1).expect("a cell of the map");
        cell
    }

    fn update(&mut self) {
        self.world.update(FRAME, &ScopedThreads(1));
    }

    fn edit(&mut self) {
        let (cell, class) = (self.any_cell(), self.random.u8(..3));
        self.world.map.set_terrain(cell, class).expect("a cell of the map");
    }

    /// Again and again, takes a snapshot in every frame, and then goes back to the first one.
    fn measure(&mut self, rounds: usize) -> Result<Measured, Box<dyn Error>> {
        let mut measured = Measured::default();
        for _ in 0..rounds {
            let held = memory::bytes_held();
            let mut kept: Vec<Snapshot> = Vec::new();
            for frame in 0..=DISTANCE {
                let begun = clock::cpu_time(|| kept.push(self.world.snapshot()));
                measured.snapshots.push(begun.as_secs_f64() * 1e6);
                if frame < DISTANCE {
                    (0..edits_in(frame)).for_each(|_| self.edit());
                    self.update();
                }
            }
            measured.bytes = measured.bytes.max(memory::bytes_held().saturating_sub(held));
            let mut result = Ok(());
            let time = clock::cpu_time(|| result = self.world.restore(&kept[0]));
            result?;
            measured.restores.push(time.as_secs_f64() * 1e6);
            self.update();
        }
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_snapshot_is_restored() {
        for crowd in [false, true] {
            let args = Rollback { side: 48, agents: 60, fields: 3, crowd, rounds: 5, plugin: false };
            let mut game = Game::new(&args).unwrap();
            (0..100).for_each(|_| game.update());
            let measured = game.measure(args.rounds).unwrap();
            assert_eq!((measured.snapshots.len(), measured.restores.len()), (5 * (DISTANCE + 1), 5));
        }
    }
}
