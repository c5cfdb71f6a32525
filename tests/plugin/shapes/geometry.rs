//! From the world to tiles and back.

use super::tiles::{TYPES, Tiles};
use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

const ANCHORS: [TilemapAnchor; 11] = [
    TilemapAnchor::None,
    TilemapAnchor::Center,
    TilemapAnchor::BottomLeft,
    TilemapAnchor::BottomCenter,
    TilemapAnchor::BottomRight,
    TilemapAnchor::CenterLeft,
    TilemapAnchor::CenterRight,
    TilemapAnchor::TopLeft,
    TilemapAnchor::TopCenter,
    TilemapAnchor::TopRight,
    TilemapAnchor::Custom(Vec2::new(0.2, -0.7)),
];

fn transforms() -> [Transform; 5] {
    let turned = Transform::from_xyz(300.0, -120.0, 4.0).with_rotation(Quat::from_rotation_z(0.7));
    [
        Transform::default(),
        Transform::from_xyz(-2000.0, 700.0, 1.0),
        turned,
        turned.with_scale(Vec3::new(2.0, 0.5, 1.0)),
        // Mirrored.
        turned.with_scale(Vec3::new(-1.0, 1.0, 1.0)),
    ]
}

/// Calls a function with the plugin's view of a map of every type under every anchor and transform, and with two sizes of tiles.
fn for_every_map(mut check: impl FnMut(&Tiles, &NavGrid)) {
    let mut app = app();
    let map = Tiles::new(TilemapType::Square, 7, 6).spawn(&mut app, |_| 1);
    let sizes =
        [(Vec2::new(24.0, 16.0), Vec2::new(24.0, 16.0)), (Vec2::new(9.5, 17.3), Vec2::new(12.0, 20.0))];
    for (map_type, anchor) in TYPES.into_iter().flat_map(|map_type| ANCHORS.map(|anchor| (map_type, anchor)))
    {
        for (transform, (grid, tile)) in transforms().into_iter().flat_map(|at| sizes.map(|size| (at, size)))
        {
            let tiles = Tiles {
                grid: TilemapGridSize::new(grid.x, grid.y),
                tile: TilemapTileSize::new(tile.x, tile.y),
                anchor,
                transform,
                ..Tiles::new(map_type, 7, 6)
            };
            app.world_mut().entity_mut(map).insert(tiles.bundle());
            app.update();
            check(&tiles, nav(&app));
        }
    }
}

#[test]
fn from_tiles_to_the_world_and_back_under_every_anchor_and_transform() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut maps = 0;
    for_every_map(|tiles, nav| {
        maps += 1;
        let (geometry, name) = (nav.geometry().unwrap(), (tiles.map_type, tiles.anchor));
        for cell in tiles.cells() {
            let (found, expected) = (nav.center_of(cell).unwrap(), tiles.center(cell));
            assert!(found.distance(expected) < 1e-2, "{name:?}: {cell} is at {found}, not {expected}");
            assert_eq!(nav.cell_at(expected), Some(cell), "{name:?}");
            assert!(geometry.tiles_at(expected).distance(geometry.tiles_of(cell)) < 1e-2, "{name:?}");
        }
        for _ in 0..10 {
            let [a, b] = [0, 1].map(|_| cell(random.i32(0..7), random.i32(0..6)));
            let expected = tiles.distance(tiles.center(a), tiles.center(b));
            let found = geometry.tiles_of(a).distance(geometry.tiles_of(b));
            assert!((found - expected).abs() < 1e-2, "{name:?}: {a} to {b} is {expected}, not {found}");
        }
    });
    assert_eq!(maps, 9 * 11 * 5 * 2);
}

#[test]
fn a_point_is_in_the_tile_that_contains_it() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut inside, mut outside) = (0, 0);
    for map_type in TYPES {
        let mut app = app();
        let tiles = Tiles { transform: transforms()[3], ..Tiles::new(map_type, 7, 6) };
        tiles.spawn(&mut app, |_| 1);
        let far = [(0, 0), (6, 0), (0, 5), (6, 5)].map(|(x, y)| tiles.center(cell(x, y)));
        let min = far.into_iter().reduce(Vec2::min).unwrap();
        let max = far.into_iter().reduce(Vec2::max).unwrap();
        for _ in 0..2000 {
            let point = min + (max - min) * (Vec2::new(random.f32(), random.f32()) * 1.4 - 0.2);
            let depth = |cell| tiles.depth_in(cell, point);
            let deepest = tiles.cells().max_by(|&a, &b| depth(a).total_cmp(&depth(b)));
            let depth = depth(deepest.unwrap());
            if depth > 1e-3 {
                inside += 1;
                assert_eq!(nav(&app).cell_at(point), deepest, "{map_type:?}: {point}");
            } else if depth < -1e-3 {
                outside += 1;
                assert_eq!(nav(&app).cell_at(point), None, "{map_type:?}: {point}");
            }
        }
    }
    assert!(inside > 2000 && outside > 2000, "{inside} inside, {outside} outside");
}

#[test]
fn tiles_are_neighbours_if_and_only_if_their_centres_are_one_tile_apart() {
    for map_type in TYPES {
        let mut app = app();
        let tiles = Tiles::new(map_type, 7, 6);
        tiles.spawn(&mut app, |_| 1);
        let topology = nav(&app).map().unwrap().topology();
        for (a, b) in tiles.cells().flat_map(|a| tiles.cells().map(move |b| (a, b))) {
            let distance = tiles.distance(tiles.center(a), tiles.center(b));
            let is_edge = (distance - 1.0).abs() < 0.05;
            let is_corner = !tiles.is_hex() && (distance - 2_f32.sqrt()).abs() < 0.05;
            let expected = match (is_edge, is_corner) {
                (true, _) => Some(topology.lengths().straight()),
                (_, true) => Some(topology.lengths().diagonal()),
                _ => None,
            };
            assert_eq!(topology.step_length(a, b, |_| true), expected, "{map_type:?}: {a} to {b}");
        }
    }
}

#[test]
fn a_grid_without_a_tilemap_has_the_cells_of_its_geometry() {
    let (origin, size) = (Vec2::new(-40.0, 12.0), Vec2::new(24.0, 16.0));
    let geometries = [
        CellGeometry::new(origin, size),
        CellGeometry::hex(HexLayout::Axial, origin, size),
        CellGeometry::hex(HexLayout::EvenRows, origin, size),
        CellGeometry::hex(HexLayout::OddRows, origin, size),
        CellGeometry::axial_columns(origin, size),
        CellGeometry::hex(HexLayout::EvenColumns, origin, size),
        CellGeometry::hex(HexLayout::OddColumns, origin, size),
        CellGeometry::diamond(origin, size),
        CellGeometry::staggered(origin, size),
    ];
    for (map_type, geometry) in TYPES.into_iter().zip(geometries) {
        let tiles = Tiles { transform: Transform::from_xyz(-40.0, 12.0, 0.0), ..Tiles::new(map_type, 7, 6) };
        let geometry = geometry.unwrap();
        let grid = Grid::new(UVec2::new(7, 6), 1).unwrap();
        let nav_grid = NavGrid::from_grid(grid, geometry);
        assert_eq!(nav_grid.map().unwrap().topology().shape(), geometry.shape());
        for cell in tiles.cells() {
            assert!(geometry.center_of(cell).distance(tiles.center(cell)) < 1e-3, "{map_type:?}: {cell}");
        }
    }
    for size in [Vec2::ZERO, Vec2::new(1.0, f32::NAN)] {
        assert!(CellGeometry::hex(HexLayout::OddRows, origin, size).is_err());
        assert!(CellGeometry::axial_columns(origin, size).is_err());
        assert!(CellGeometry::diamond(origin, size).is_err());
        assert!(CellGeometry::staggered(origin, size).is_err());
    }
}

#[test]
fn another_geometry_gives_a_grid_another_shape() {
    let mut app = app();
    let size = Vec2::splat(TILE);
    let squares = CellGeometry::new(Vec2::ZERO, size).unwrap();
    let hexagons = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size).unwrap();
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::Always;
    app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(5), 1).unwrap(), squares));
    for geometry in [hexagons, squares, hexagons] {
        app.world_mut().resource_mut::<NavGrid>().set_geometry(geometry);
        assert_eq!(nav(&app).map().unwrap().topology().shape(), geometry.shape());
        app.update();
        let topology = nav(&app).map().unwrap().topology();
        assert_eq!(topology, app.world().resource::<PathfindingSettings>().topology(geometry.shape()));
    }
}
