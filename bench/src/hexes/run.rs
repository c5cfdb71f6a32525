//! Verifies and times the entrants on hexagons.

use super::{
    board::{Board, Event, LAYOUT},
    flat::Flat,
    hexx_crate::Tiles,
};
use crate::{
    args::Hexes,
    clock::{cpu_time, geometric_mean, median},
    defaults,
    memory::bytes_held,
    scenario::Case,
};
use std::{error::Error, hint::black_box};
use tilepath::{
    CostProfile, GoalFieldScratch, Grid, NavMap, PathQuery, SampleSearches, SearchScratch, Topology,
};

/// The cases that hexagons are measured in.
const CASES: [&str; 2] = ["uniform", "weighted"];

/// What a mode of ours keeps ready.
#[derive(Clone, Copy)]
enum Mode {
    Defaults,
    NoLandmarks,
}

/// Times all entrants on all boards and prints the speed-ups over `pathfinding`.
///
/// # Errors
/// A cost of ours that is not that of `pathfinding`.
pub fn run(args: &Hexes) -> Result<(), Box<dyn Error>> {
    for case in CASES.iter().filter(|case| args.only.as_ref().is_none_or(|only| case.contains(only))) {
        let case = Case::named(case);
        let mut columns: [Vec<f64>; 3] = Default::default();
        println!("{}: map, × pathfinding with defaults, without landmarks, hexx", case.name);
        for board in Board::all(&case, args.queries) {
            verify(&board)?;
            let figures = time(&board, args.rounds, case.is_uniform());
            println!("{}\t{}", board.name, figures.map(|figure| format!("{figure:.2}")).join("\t"));
            columns.iter_mut().zip(figures).for_each(|(column, figure)| column.push(figure));
        }
        let means = columns.map(|column| format!("{:.2}", geometric_mean(&column)));
        println!("geometric mean\t{}", means.join("\t"));
    }
    println!("goal field, hexagons over squares of as many cells: {:.2}", fields(args));
    println!("bytes a cell of a prepared map, hexagons over squares: {:.3}", memory());
    Ok(())
}

/// Asks all queries of a board. Returns their costs.
fn ask(
    board: &Board,
    map: &mut NavMap,
    search: &mut SearchScratch,
    profile: &CostProfile,
) -> Vec<Option<u32>> {
    let (mut costs, mut samples) = (Vec::with_capacity(board.events.len()), SampleSearches::default());
    for event in &board.events {
        match *event {
            Event::Move { from, to } => {
                map.remove_danger(0, &board.stamp, from).expect("it is there");
                map.add_danger(0, &board.stamp, to).expect("few towers");
                defaults::keep_up(map, profile, &mut samples);
            }
            Event::Ask(query) => {
                let query = PathQuery::new(query.start, query.goal);
                costs.push(
                    map.find_path(profile, query, search, &mut ()).ok().map(|path| path.cost().units()),
                );
            }
        }
    }
    costs
}

/// Takes back the edits of a board.
fn restore(board: &Board, map: &mut NavMap, profile: &CostProfile) {
    for event in board.events.iter().rev() {
        if let Event::Move { from, to } = *event {
            map.remove_danger(0, &board.stamp, to).expect("it is there");
            map.add_danger(0, &board.stamp, from).expect("few towers");
        }
    }
    defaults::keep_up(map, profile, &mut SampleSearches::default());
}

fn ask_flat(board: &Board, flat: &mut Flat) -> Vec<Option<u32>> {
    let mut costs = Vec::with_capacity(board.events.len());
    for event in &board.events {
        match *event {
            Event::Move { from, to } => {
                flat.change(board, from, false);
                flat.change(board, to, true);
            }
            Event::Ask(query) => costs.push(flat.ask(query.start, query.goal)),
        }
    }
    costs
}

fn prepare(board: &Board, mode: Mode) -> (NavMap, SearchScratch, CostProfile) {
    let (mut map, mut search, profile) = (board.map.clone(), SearchScratch::new(), CostProfile::default());
    map.prepare(&profile);
    if matches!(mode, Mode::Defaults) {
        defaults::load(&mut map, &profile, &mut search);
    }
    (map, search, profile)
}

fn verify(board: &Board) -> Result<(), Box<dyn Error>> {
    let expected = ask_flat(board, &mut Flat::new(board));
    for mode in [Mode::Defaults, Mode::NoLandmarks] {
        let (mut map, mut search, profile) = prepare(board, mode);
        if ask(board, &mut map, &mut search, &profile) != expected {
            return Err(format!("a cost on {} is not optimal", board.name).into());
        }
    }
    Ok(())
}

/// The speed-ups over `pathfinding`: with defaults, without landmarks, `hexx` on uniform ground.
fn time(board: &Board, rounds: usize, is_uniform: bool) -> [f64; 3] {
    let mut ours = [Mode::Defaults, Mode::NoLandmarks].map(|mode| {
        let (mut map, mut search, profile) = prepare(board, mode);
        ask(board, &mut map, &mut search, &profile);
        restore(board, &mut map, &profile);
        (map, search, profile)
    });
    let tiles = Tiles::new(board);
    let mut ratios: [Vec<f64>; 3] = Default::default();
    for _ in 0..rounds {
        let mut flat = Flat::new(board);
        let reference = cpu_time(|| drop(black_box(ask_flat(board, &mut flat)))).as_secs_f64();
        for ((map, search, profile), ratios) in ours.iter_mut().zip(&mut ratios) {
            let time = cpu_time(|| drop(black_box(ask(board, map, search, profile))));
            ratios.push(reference / time.as_secs_f64());
            restore(board, map, profile);
        }
        if is_uniform {
            let queries = board.events.iter().filter_map(|event| match event {
                Event::Ask(query) => Some(*query),
                Event::Move { .. } => None,
            });
            let time = cpu_time(|| {
                queries.for_each(|query| {
                    black_box(tiles.ask(query.start, query.goal));
                });
            });
            ratios[2].push(reference / time.as_secs_f64());
        }
    }
    ratios.map(|ratios| median(&ratios))
}

/// The bytes that a prepared map of hexagons takes over those of a map of squares.
fn memory() -> f64 {
    let [squares, hexagons] = [Topology::default(), Topology::hex(LAYOUT)].map(|topology| {
        let before = bytes_held();
        let grid = Grid::from_fn([512, 512].into(), |cell| u8::from((cell.x * 7 + cell.y * 13) % 11 > 0));
        let mut map = NavMap::new(grid.expect("a valid size"), topology);
        map.prepare(&CostProfile::default());
        (bytes_held() - before) as f64
    });
    hexagons / squares
}

/// The time of a goal field on hexagons over that of one on squares, the mean over boards.
fn fields(args: &Hexes) -> f64 {
    let mut ratios = Vec::new();
    let profile = CostProfile::default();
    for case in CASES.map(Case::named) {
        for board in Board::all(&case, 1) {
            let grid = board.map.grid();
            let squares =
                Grid::from_fn(grid.size(), |cell| grid.class(cell).unwrap_or(0)).expect("the same size");
            let mut maps = [board.map.clone(), NavMap::new(squares, Topology::default())];
            let free = (0..grid.len()).find(|&index| grid.classes()[index] > 0).unwrap_or(0);
            let goal = grid.cell(free);
            let mut scratch = GoalFieldScratch::default();
            let times = maps.each_mut().map(|map| {
                map.prepare(&profile);
                let mut time = || {
                    cpu_time(|| drop(black_box(map.goal_field(&profile, &[goal], &mut scratch))))
                        .as_secs_f64()
                };
                time();
                median(&(0..args.rounds.max(3)).map(|_| time()).collect::<Vec<_>>())
            });
            ratios.push(times[0] / times[1]);
        }
    }
    geometric_mean(&ratios)
}
