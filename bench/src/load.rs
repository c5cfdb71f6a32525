//! Loading a map: how long it takes until searches are fast.

use crate::{
    clock,
    map::Map,
    scenario::{Case, Scenario},
};
use tilepath::{CostProfile, Grid, NavMap, Topology};

/// The least CPU time of one measurement: maps that load faster are loaded several times.
const LEAST_SECONDS: f64 = 0.01;

/// The CPU time of [`NavMap::new`] and [`NavMap::prepare`] in nanoseconds a cell, walls included: the median of the rounds.
///
/// Terrain is that of the case; there is no danger yet. They allocate what they need, and free it untimed.
pub fn nanoseconds_a_cell(map: &Map, case: &Case, rounds: usize) -> f64 {
    let world = Scenario::new(map, &Case { danger: 0.0, ..*case }, 0).world;
    let grid = Grid::from_fn(world.size.as_uvec2(), |cell| world.classes[world.index(cell)]);
    let grid = grid.expect("a map of a valid size");
    let profile = CostProfile::default();
    let load = |_| {
        let load = |grid: Grid| {
            let mut map = NavMap::new(grid, Topology::square(world.rule).with_lengths(world.lengths));
            map.prepare(&profile);
            map
        };
        seconds(load, || grid.clone()) * 1e9 / grid.len() as f64
    };
    clock::median(&(0..rounds.max(1)).map(load).collect::<Vec<_>>())
}

/// Mean CPU seconds of a piece of work. What it is given and what it returns are made and dropped untimed.
fn seconds<G, R>(mut work: impl FnMut(G) -> R, give: impl Fn() -> G) -> f64 {
    let (mut total, mut times) = (0.0, 0);
    while total < LEAST_SECONDS {
        let given = give();
        let mut result = None;
        total += clock::cpu_time(|| result = Some(work(given))).as_secs_f64();
        times += 1;
    }
    total / f64::from(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn only_the_work_is_timed() {
        let wait = |time: Duration| {
            let start = Instant::now();
            while start.elapsed() < time {}
        };
        let quick = seconds(|()| wait(Duration::from_millis(2)), || wait(Duration::from_millis(20)));
        assert!((0.0..0.01).contains(&quick), "{quick} s");
    }
}
