//! What a chunk of a world costs that comes or goes while the rest of the world is prepared.

use crate::{
    args::Chunks,
    clock::{mean, median},
};
use core::hint::black_box;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use std::{error::Error, time::Instant};
use tilepath::{Budget, CellRect, CostProfile, Grid, HexLayout, NavMap, Topology};

/// Prints for each kind of world what it takes to prepare a map of one chunk, and what it takes when such a chunk comes or goes beside
/// prepared cells, in milliseconds. Of the chunks, the mean and the slowest.
///
/// # Errors
/// If a map can't have this side.
pub fn run(args: &Chunks) -> Result<(), Box<dyn Error>> {
    let (side, chunk) = (args.side, args.chunk);
    println!(
        "world of {side}², chunks of {chunk}²\tmap of one chunk\tgoes\tslowest\tcomes\tslowest\tover the map"
    );
    for (shape, topology) in
        [("squares", Topology::default()), ("hexagons", Topology::hex(HexLayout::OddRows))]
    {
        for terrain in [Terrain::Rooms, Terrain::Rocks, Terrain::Meadows] {
            for with_landmarks in [false, true] {
                let own = own_map(chunk, terrain, topology, with_landmarks)?;
                let [goes, comes] = world(args, terrain, topology, with_landmarks)?;
                let what = if with_landmarks { ", landmarks" } else { "" };
                let ratio = mean(&goes).max(mean(&comes)) / own;
                println!(
                    "{shape}, {terrain:?}{what}\t{own:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{ratio:.2}",
                    mean(&goes),
                    slowest(&goes),
                    mean(&comes),
                    slowest(&comes)
                );
            }
        }
    }
    Ok(())
}

/// What is on the ground.
#[derive(Clone, Copy, Debug)]
enum Terrain {
    /// Walls of rooms, with doors.
    Rooms,
    /// Scattered walls.
    Rocks,
    /// Classes 1 to 9, cell by cell, and a few walls.
    Meadows,
}

impl Terrain {
    fn class(self, cell: IVec2, random: &mut Rng) -> u8 {
        match self {
            Self::Rooms => {
                let at = cell.rem_euclid(IVec2::splat(16));
                u8::from(at.x > 0 && at.y > 0 || at.x == 7 || at.y == 7)
            }
            Self::Rocks => u8::from(random.u8(..5) > 0),
            Self::Meadows => random.u8(0..10),
        }
    }
}

fn map_of(bounds: CellRect, terrain: Terrain, topology: Topology) -> Result<NavMap, Box<dyn Error>> {
    let mut random = Rng::with_seed(1);
    Ok(NavMap::new(Grid::from_fn_in(bounds, |cell| terrain.class(cell, &mut random))?, topology))
}

/// The time that it takes to make and prepare a map of one chunk.
fn own_map(
    side: u32,
    terrain: Terrain,
    topology: Topology,
    with_landmarks: bool,
) -> Result<f64, Box<dyn Error>> {
    let profile = CostProfile::default();
    let mut times = Vec::new();
    for _ in 0..30 {
        let began = Instant::now();
        let mut map = map_of(UVec2::splat(side).into(), terrain, topology)?;
        map.prepare(&profile);
        if with_landmarks {
            map.prepare_landmarks(&profile);
        }
        black_box(&map);
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(&times))
}

/// The times in which chunks go and come.
fn world(
    args: &Chunks,
    terrain: Terrain,
    topology: Topology,
    with_landmarks: bool,
) -> Result<[Vec<f64>; 2], Box<dyn Error>> {
    let profile = CostProfile::default();
    let mut map = map_of(UVec2::splat(args.side).into(), terrain, topology)?;
    map.prepare(&profile);
    if with_landmarks {
        map.prepare_landmarks(&profile);
    }
    let mut random = Rng::with_seed(7);
    let chunks = args.side / args.chunk;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..args.rounds {
        let at = UVec2::new(random.u32(..chunks), random.u32(..chunks)) * args.chunk;
        let rect = CellRect::of_size(at.as_ivec2(), UVec2::splat(args.chunk));
        let classes: Vec<u8> = rect.cells().map(|cell| map.terrain(cell).unwrap_or(0)).collect();
        let comes: &mut dyn FnMut(usize) -> u8 = &mut |nth| classes.get(nth).copied().unwrap_or(0);
        let goes: &mut dyn FnMut(usize) -> u8 = &mut |_| 0;
        for (class, times) in [goes, comes].into_iter().zip(&mut times) {
            let began = Instant::now();
            map.edit(|edits| {
                for (nth, cell) in rect.cells().enumerate() {
                    // The cell is on the map.
                    let _ = edits.set_terrain(cell, class(nth));
                }
            });
            times.push(began.elapsed().as_secs_f64() * 1e3);
            if with_landmarks {
                // What the next frames do.
                let _ = map.measure_landmarks(&profile, &mut Budget::new(u64::MAX));
            }
        }
    }
    Ok(times)
}

fn slowest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}
