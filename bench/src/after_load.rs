//! Frames after a load: what landmarks and practice searches take in each, until both are done.

use crate::{
    args::AfterLoad,
    clock,
    defaults::SpareFrames,
    generate,
    map::Map,
    scenario::{Case, furnish},
};
use fastrand::Rng;
use std::error::Error;
use tilepath::{CostProfile, Grid, HexLayout, NavMap, Topology};

/// The shapes of cells that are timed.
const SHAPES: [&str; 2] = ["squares", "hexagons"];
/// The cases that are timed.
const CASES: [&str; 2] = ["uniform", "weighted"];

/// Prints the number of frames with work on each ground, and their CPU time: mean, slowest twentieth, longest.
///
/// # Errors
/// If no ground has such a name.
pub fn run(args: &AfterLoad) -> Result<(), Box<dyn Error>> {
    println!("ground\tframes\tmean ms\tslowest 20th\tlongest");
    let mut rows = 0;
    for map in generate::hexes(args.side) {
        for (shape, case) in SHAPES.into_iter().flat_map(|shape| CASES.map(|case| (shape, case))) {
            let name = format!("{}, {case}, {shape}", map.name);
            if args.only.as_ref().is_none_or(|only| name.contains(only)) {
                let times = milliseconds(load(&map, case, shape));
                let longest = times.iter().copied().fold(0.0, f64::max);
                let [mean, slow] = [clock::mean(&times), clock::quantile(&times, 0.95)];
                println!("{name}\t{}\t{mean:.2}\t{slow:.2}\t{longest:.2}", times.len());
                rows += 1;
            }
        }
    }
    if rows == 0 { Err("no ground has such a name".into()) } else { Ok(()) }
}

fn load(map: &Map, case: &str, shape: &str) -> NavMap {
    let topology = if shape == SHAPES[0] { Topology::default() } else { Topology::hex(HexLayout::OddRows) };
    let world = furnish(map, &Case { danger: 0.0, ..Case::named(case) }, &mut Rng::with_seed(map.seed()));
    let grid = Grid::from_fn(map.size.as_uvec2(), |cell| world.classes[world.index(cell)]);
    let mut nav_map = NavMap::new(grid.expect("a valid size"), topology);
    nav_map.prepare(&CostProfile::default());
    nav_map
}

/// The CPU time of each frame in which there was something to do.
fn milliseconds(mut map: NavMap) -> Vec<f64> {
    let (mut frames, profile, mut times) = (SpareFrames::default(), CostProfile::default(), Vec::new());
    loop {
        let mut is_done = false;
        let time = clock::cpu_time(|| is_done = frames.run(&mut map, &profile));
        if is_done {
            return times;
        }
        times.push(time.as_secs_f64() * 1e3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landmarks_and_practice_end_on_every_ground() {
        for map in generate::hexes(48) {
            for (shape, case) in SHAPES.into_iter().flat_map(|shape| CASES.map(|case| (shape, case))) {
                let mut loaded = load(&map, case, shape);
                let (mut frames, mut count) = (SpareFrames::default(), 0);
                while !frames.run(&mut loaded, &CostProfile::default()) {
                    count += 1;
                }
                assert!((2..2000).contains(&count), "{}, {case}, {shape}: {count} frames", map.name);
            }
        }
    }
}
