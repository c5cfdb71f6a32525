//! Maps of many seeds, and whole games without a window.

use crate::{
    board::{Board, SIZE, square},
    generate, headless,
    headless::state_hash,
    script::TANK_POSTS,
    tally::Tally,
    unit::{Unit, UnitKind},
};
use bevy::prelude::*;
use bevy_tilepath::{
    CellGeometry, NavGrid,
    tilepath::{CostProfile, Grid, PathQuery},
};
use kit::probes::{self, InWalls, Nearest};
use std::collections::HashSet;

#[test]
fn on_every_map_all_mines_can_be_reached_and_the_island_can_not() {
    for seed in 0..60 {
        let board = generate::board(seed);
        let start = board.units[0].1;
        let nav_grid = nav_grid(&board);
        let reaches = |cell: IVec2, range: f32| {
            nav_grid.find_path(&default(), PathQuery::new(start, cell).within(range)).is_ok()
        };
        for &(mine, _) in &board.mines {
            assert!(reaches(mine, 2.3), "seed {seed}: no way to the mine {mine}");
        }
        assert!(board.drop_offs.iter().all(|&building| reaches(building, 2.3)), "seed {seed}");
        assert!(board.posts.iter().all(|&post| reaches(post, 0.0)), "seed {seed}");
        assert!(!reaches(IVec2::new(68, 54), 0.0), "seed {seed}: the island has a bridge");
        let tank = CostProfile::default().with_size(UnitKind::Tank.size()).unwrap();
        let first = board.units.iter().find(|unit| unit.0 == UnitKind::Tank).unwrap().1;
        let rolls = |post: usize| nav_grid.find_path(&tank, PathQuery::new(first, board.posts[post])).is_ok();
        assert!(TANK_POSTS.into_iter().all(rolls), "seed {seed}");
    }
}

/// The map with all buildings and mines on it.
fn nav_grid(board: &Board) -> NavGrid {
    let mut terrain = board.clone().terrain;
    let sites = board.mines.iter().map(|mine| mine.0).chain(board.drop_offs.iter().copied());
    for cell in sites.flat_map(|site| square(site, 1)) {
        terrain[(cell.y * SIZE.x as i32 + cell.x) as usize] = crate::tiles::Terrain::Rock;
    }
    let class = |cell: IVec2| terrain[(cell.y * SIZE.x as i32 + cell.x) as usize].class();
    let grid = Grid::from_fn(SIZE, class).unwrap();
    NavGrid::from_grid(grid, CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap())
}

#[test]
fn units_begin_on_free_cells_of_their_own() {
    for seed in 0..60 {
        let board = generate::board(seed);
        let covered: Vec<IVec2> = board.units.iter().flat_map(|&(kind, cell)| kind.cells(cell)).collect();
        let cells: HashSet<IVec2> = covered.iter().copied().collect();
        assert_eq!(cells.len(), covered.len(), "seed {seed}");
        let nav_grid = nav_grid(&board);
        assert!(cells.iter().all(|&cell| !nav_grid.is_blocked(cell)), "seed {seed}");
    }
}

#[test]
fn all_ore_comes_home_and_nobody_is_in_a_wall_or_in_another() {
    let mut app = headless::app(generate::board(2));
    let total: u32 = generate::board(2).mines.iter().map(|mine| mine.1).sum();
    for _ in 0..30 * 600 {
        app.update();
        if app.world().resource::<Tally>().ore == total {
            break;
        }
    }
    let world = app.world_mut();
    assert_eq!(world.resource::<Tally>().ore, total);
    assert_eq!(world.resource::<InWalls>().0, 0);
    assert!(world.resource::<Nearest>().0 >= probes::LEAST);
    assert_eq!(world.query::<&Unit>().iter(world).count(), 48);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let end = |seed| {
        let mut app = headless::app(generate::board(seed));
        (0..30 * 60).for_each(|_| app.update());
        state_hash(app.world_mut())
    };
    assert_eq!(end(3), end(3));
    assert_ne!(end(3), end(4));
}
