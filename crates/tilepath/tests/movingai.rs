//! The optimal lengths of the MovingAI benchmark (Sturtevant 2012), if its files are present.
//!
//! The folder is looked for in the environment variable `MOVINGAI_DIR`, then beside the checkout in `shared/movingai`.

use glam::{IVec2, UVec2};
use std::{env, fs, path::PathBuf};
use tilepath::{CostProfile, GoalFieldScratch, Grid, NavMap, PathQuery, SearchScratch, Topology};

fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/movingai");
    let folder = env::var_os("MOVINGAI_DIR").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Reads a `.map` file: four header lines, then rows of which `.`, `G` and `S` are free, the top row first.
/// The scenarios count y from the top, so the rows are kept in that order: row 0 is y = 0.
fn read_map(text: &str) -> Grid {
    let rows: Vec<&[u8]> = text.lines().skip(4).map(|line| line.trim_end().as_bytes()).collect();
    let size = UVec2::new(rows[0].len() as u32, rows.iter().filter(|row| !row.is_empty()).count() as u32);
    let free = |cell: IVec2| matches!(rows[cell.y as usize][cell.x as usize], b'.' | b'G' | b'S');
    Grid::from_fn(size, |cell| u8::from(free(cell))).unwrap()
}

/// Start, goal and optimal length of each query of a `.scen` file.
fn read_scenario(text: &str) -> impl Iterator<Item = (IVec2, IVec2, f64)> {
    text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(|line| {
        let field: Vec<&str> = line.split_whitespace().collect();
        let cell = |at: usize| IVec2::new(field[at].parse().unwrap(), field[at + 1].parse().unwrap());
        (cell(4), cell(6), field[8].parse().unwrap())
    })
}

fn check(name: &str) {
    let Some(folder) = folder() else {
        eprintln!("skipped: no MovingAI files (set MOVINGAI_DIR to a folder that holds dao/{name}.map)");
        return;
    };
    let read =
        |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let grid = read_map(&read(&format!("dao/{name}.map")));
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let mut search = SearchScratch::new();
    let mut scratch = GoalFieldScratch::default();
    let mut solved = 0;
    for (start, goal, optimal) in read_scenario(&read(&format!("dao/{name}.map.scen"))) {
        let answer = map.find_path(&profile, PathQuery::new(start, goal), &mut search, &mut ());
        if optimal == 0.0 && start != goal {
            assert!(answer.is_err(), "{name}: a path from {start} to {goal}, where there is none");
            continue;
        }
        let path = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
        let diagonal = path.cells().windows(2).filter(|pair| (pair[1] - pair[0]).abs() == IVec2::ONE).count();
        let straight = path.cells().len() - 1 - diagonal;
        let length = straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2;
        let error = (length - optimal).abs();
        assert!(
            error <= optimal * 1e-5 + 1e-5,
            "{name}: {start} to {goal} is {length}, the optimum {optimal}"
        );
        if solved % 20 == 0 {
            let field = map.goal_field(&profile, &[goal], &mut scratch).unwrap();
            assert_eq!(field.cost(start), Some(path.cost()), "{name}: the field to {goal} at {start}");
        }
        solved += 1;
    }
    assert!(solved > 100, "{name}: only {solved} queries were read");
    eprintln!("{name}: {solved} queries at their optimal length");
}

#[test]
fn every_query_of_arena_is_optimal() {
    check("arena");
}

#[test]
fn every_query_of_den312d_is_optimal() {
    check("den312d");
}

#[test]
fn every_query_of_lak303d_is_optimal() {
    check("lak303d");
}
