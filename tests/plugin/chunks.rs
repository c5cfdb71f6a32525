//! Bevy's own tilemap chunks: the grid is in step with them whatever happens to them.

use crate::support::*;
use bevy::prelude::*;
use bevy::sprite_render::{
    TileData, TilemapChunk, TilemapChunkMaterial, TilemapChunkMeshCache, TilemapChunkTileData,
};
use bevy_tilepath::prelude::*;
use core::f32::consts::TAU;

/// An app in which chunks may be inserted in any order, as in one with a renderer.
fn chunk_app() -> App {
    let mut app = app();
    app.init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>();
    app
}

fn chunk_of(width: u32, height: u32) -> TilemapChunk {
    TilemapChunk { chunk_size: UVec2::new(width, height), tile_display_size: UVec2::splat(10), ..default() }
}

fn tile(texture: u16) -> Option<TileData> {
    Some(TileData::from_tileset_index(texture))
}

/// A chunk of these textures, top row first, with its lower left corner at a cell of the world. Texture n is class n.
fn spawn_chunk<const W: usize>(app: &mut App, at: (i32, i32), rows: &[[u16; W]]) -> Entity {
    let tiles = rows.iter().rev().flatten().map(|&texture| tile(texture)).collect();
    let size = Vec2::new(W as f32, rows.len() as f32);
    let corner = Vec2::new(at.0 as f32, at.1 as f32) * TILE;
    let transform = Transform::from_translation((corner + size * TILE / 2.0).extend(0.0));
    let table = NavTilemap::from_textures(0..=9);
    app.world_mut()
        .spawn((chunk_of(W as u32, rows.len() as u32), TilemapChunkTileData(tiles), transform, table))
        .id()
}

fn tiles_of(app: &mut App, chunk: Entity) -> Mut<'_, TilemapChunkTileData> {
    app.world_mut().get_mut(chunk).unwrap()
}

fn classes(app: &App) -> Vec<u8> {
    nav(app).map().map(|map| map.grid().classes().to_vec()).unwrap_or_default()
}

#[test]
fn a_chunk_is_a_map_with_its_first_tile_at_the_lower_left() {
    let mut app = chunk_app();
    let chunk = spawn_chunk(&mut app, (0, 0), &[[1, 2, 3], [4, 5, 6]]);
    app.update();
    assert_eq!(classes(&app), [4, 5, 6, 1, 2, 3]);
    let of_chunk = app.world().get::<TilemapChunk>(chunk).unwrap();
    let at =
        *app.world().get::<Transform>(chunk).unwrap() * of_chunk.calculate_tile_transform(UVec2::new(2, 1));
    assert_eq!(nav(&app).center_of(cell(2, 1)), Some(at.translation.truncate()));
}

#[test]
fn edited_tiles_are_followed_in_the_same_frame_and_agents_stay_on_the_map() {
    let mut app = chunk_app();
    let chunk = spawn_chunk(&mut app, (0, 0), &[[1, 1, 1]]);
    app.world_mut().entity_mut(chunk).insert(NavTilemap::from_textures([0, 1, 2, 3]).with_others(9));
    app.update();
    let id = nav(&app).map().unwrap().id();
    tiles_of(&mut app, chunk)[1] = tile(40);
    tiles_of(&mut app, chunk)[2] = None;
    app.update();
    assert_eq!(classes(&app), [1, 9, 0], "a cell without a tile is a wall");
    app.world_mut().entity_mut(chunk).insert(NavTilemap::uniform(5));
    app.update();
    assert_eq!(classes(&app), [5, 5, 0]);
    assert_eq!(nav(&app).map().unwrap().id(), id, "obstacles and danger stay");
    app.world_mut().despawn(chunk);
    app.update();
    assert!(nav(&app).map().is_none());
}

#[test]
fn chunks_side_by_side_are_one_map_and_agents_walk_from_one_to_the_other() {
    let mut app = chunk_app();
    spawn_chunk(&mut app, (0, 0), &[[1, 1], [1, 1]]);
    spawn_chunk(&mut app, (2, 1), &[[2, 2, 2]]);
    spawn_chunk(&mut app, (-1, -1), &[[3]]);
    app.update();
    // Maps begin at even cells.
    #[rustfmt::skip]
    assert_eq!(classes(&app), [
        0, 0, 0, 0, 0, 0, 0,
        0, 3, 0, 0, 0, 0, 0,
        0, 0, 1, 1, 0, 0, 0,
        0, 0, 1, 1, 2, 2, 2,
    ]);
    assert_eq!(nav(&app).class(cell(-1, -1)), Some(3));
    let home = Transform::from_xyz(5.0, 5.0, 0.0);
    let agent = app.world_mut().spawn(walker(home, PathRequest::to_position(Vec2::new(45.0, 15.0)))).id();
    run_outside_walls(&mut app, agent, 80);
    assert_eq!(cell_of(&app, agent), cell(4, 1));
    assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
}

#[test]
fn a_chunk_that_comes_later_makes_the_map_larger() {
    let mut app = chunk_app();
    spawn_chunk(&mut app, (0, 0), &[[1, 1]]);
    let tower = app.world_mut().spawn((Transform::from_xyz(15.0, 5.0, 0.0), NavObstacle::default())).id();
    app.update();
    assert_eq!(classes(&app), [1, 0]);
    let id = nav(&app).map().unwrap().id();
    let left = spawn_chunk(&mut app, (-2, 0), &[[2, 2]]);
    app.update();
    assert_eq!(classes(&app), [2, 2, 1, 0], "the obstacle stays where it is in the world");
    app.world_mut().despawn(left);
    app.world_mut().despawn(tower);
    app.update();
    assert_eq!(classes(&app), [0, 0, 1, 1], "the map keeps the cells of a chunk that left");
    assert_eq!(nav(&app).map().unwrap().id(), id);
    spawn_chunk(&mut app, (-1, 0), &[[4]]);
    app.update();
    assert_eq!(classes(&app), [0, 4, 1, 1]);
}

#[test]
fn chunks_on_top_of_each_other_are_layers() {
    let mut app = chunk_app();
    spawn_chunk(&mut app, (0, 0), &[[1, 0, 4]]);
    let bridge = spawn_chunk(&mut app, (1, 0), &[[2, 2]]);
    app.world_mut().get_mut::<Transform>(bridge).unwrap().translation.z = 1.0;
    app.update();
    assert_eq!(classes(&app), [1, 0, 4]);
    app.insert_resource(LayerRule::Top);
    app.update();
    assert_eq!(classes(&app), [1, 2, 2]);
    app.world_mut().get_mut::<Transform>(bridge).unwrap().translation.z = -1.0;
    app.update();
    assert_eq!(classes(&app), [1, 0, 4]);
}

#[test]
fn chunks_that_do_not_fit_are_left_out_until_they_do() {
    let mut app = chunk_app();
    spawn_chunk(&mut app, (0, 0), &[[1, 1]]);
    let other = spawn_chunk(&mut app, (2, 0), &[[2, 2]]);
    app.update();
    assert_eq!(classes(&app), [1, 1, 2, 2]);
    let good = *app.world().get::<Transform>(other).unwrap();
    let bad = [
        good.with_translation(good.translation + Vec3::X * 3.0),
        good.with_rotation(Quat::from_rotation_z(0.3)),
        good.with_scale(Vec3::splat(2.0)),
        good.with_scale(Vec3::ZERO),
        good.with_translation(Vec3::X * 1e9),
        good.with_translation(Vec3::NAN),
    ];
    for bad in bad {
        app.world_mut().entity_mut(other).insert(bad);
        app.update();
        assert_eq!(classes(&app), [1, 1, 0, 0], "{bad:?}");
        app.world_mut().entity_mut(other).insert(good);
        app.update();
        assert_eq!(classes(&app), [1, 1, 2, 2]);
    }
    tiles_of(&mut app, other).pop();
    app.update();
    assert_eq!(classes(&app), [1, 1, 0, 0], "a tile of the data is missing");
    tiles_of(&mut app, other).push(tile(7));
    app.update();
    assert_eq!(classes(&app), [1, 1, 2, 7]);
    for size in [UVec2::ZERO, UVec2::new(2, 0), UVec2::new(70_000, 1)] {
        app.world_mut().entity_mut(other).insert(TilemapChunk { chunk_size: size, ..default() });
        app.update();
        assert_eq!(classes(&app), [1, 1, 0, 0], "{size}");
    }
}

#[test]
fn only_one_kind_of_map_counts_and_the_other_takes_its_turn() {
    let mut app = chunk_app();
    let chunk = spawn_chunk(&mut app, (0, 0), &[[1, 1]]);
    app.update();
    let tilemap = spawn_map(&mut app, &[[3], [3]]);
    app.update();
    assert_eq!(nav(&app).size(), UVec2::new(1, 2), "bevy_ecs_tilemap goes first");
    tiles_of(&mut app, chunk)[0] = tile(6);
    app.update();
    assert_eq!(classes(&app), [3, 3]);
    app.world_mut().despawn(tilemap);
    app.update();
    app.update();
    assert_eq!(classes(&app), [6, 1]);
    let own = Grid::new(UVec2::new(5, 5), 4).unwrap();
    let geometry = *nav(&app).geometry().unwrap();
    app.insert_resource(NavGrid::from_grid(own, geometry));
    app.world_mut().get_mut::<Transform>(chunk).unwrap().translation.x += 10.0;
    app.update();
    assert_eq!(classes(&app), [4; 25], "a grid of the game's own stays");
    assert_eq!(nav(&app).geometry(), Some(&geometry));
}

#[test]
fn requests_wait_until_all_chunks_are_read() {
    let mut app = chunk_app();
    app.insert_resource(PathfindingSettings { load_cells_per_frame: 3, ..default() });
    for at in 0..4 {
        spawn_chunk(&mut app, (2 * at, 0), &[[1, 1]]);
    }
    let agent =
        app.world_mut().spawn((Transform::from_xyz(5.0, 5.0, 0.0), PathRequest::to_cell(cell(7, 0)))).id();
    app.update();
    assert!(nav(&app).is_loading());
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Found, "two chunks are read in a frame");
}

/// Every chunk of the property test.
struct Model {
    world: Entity,
    chunks: Vec<Entity>,
}

/// Chunks of any size come, go, move and are edited, below a parent that moves, turns and grows: after each frame every tile has on the
/// grid, at the place where Bevy draws it, the class that the rule makes of the tiles there.
#[test]
fn after_any_edits_every_tile_counts_where_bevy_draws_it() {
    for round in 0..12 {
        let mut random = fastrand::Rng::with_seed(round);
        let mut app = chunk_app();
        app.insert_resource(if round % 2 == 0 { LayerRule::Top } else { LayerRule::Dearest });
        let world = app.world_mut().spawn(Transform::default()).id();
        let mut model = Model { world, chunks: Vec::new() };
        for _ in 0..60 {
            for _ in 0..random.usize(..4) {
                edit(&mut app, &mut random, &mut model);
            }
            app.update();
            assert_in_step(&mut app, &model);
        }
    }
}

fn random_tiles(random: &mut fastrand::Rng, cells: u32) -> TilemapChunkTileData {
    TilemapChunkTileData((0..cells).map(|_| tile(random.u16(0..6)).filter(|_| random.bool())).collect())
}

fn edit(app: &mut App, random: &mut fastrand::Rng, model: &mut Model) {
    let size = UVec2::new(random.u32(1..5), random.u32(1..5));
    let offset = IVec2::new(random.i32(-4..5), random.i32(-4..5));
    let corner = (offset.as_vec2() + size.as_vec2() / 2.0) * TILE;
    let place = Transform::from_translation(corner.extend(random.i8(0..3).into()));
    let nth = random.choice(0..model.chunks.len());
    match (random.u8(0..10), nth) {
        (0, Some(nth)) => drop(app.world_mut().despawn(model.chunks.swap_remove(nth))),
        (1, Some(nth)) => {
            // The chunk keeps its size and moves to another cell.
            let mut at = app.world_mut().get_mut::<Transform>(model.chunks[nth]).unwrap();
            at.translation += (offset.as_vec2() * TILE).extend(1.0);
        }
        (2, _) => {
            *app.world_mut().get_mut::<Transform>(model.world).unwrap() =
                Transform::from_xyz(random.f32() * 50.0, 7.0, 0.0)
                    .with_rotation(Quat::from_rotation_z(random.f32() * TAU))
                    .with_scale(Vec3::new(1.0 + random.f32(), 1.0 + random.f32(), 1.0));
        }
        (3..7, Some(nth)) => {
            let mut tiles = tiles_of(app, model.chunks[nth]);
            let edited = random.usize(..tiles.len());
            tiles[edited] = tile(random.u16(0..6)).filter(|_| random.bool());
        }
        (7, Some(nth)) => {
            let tiles = random_tiles(random, size.element_product());
            let chunk = (chunk_of(size.x, size.y), tiles, place);
            app.world_mut().entity_mut(model.chunks[nth]).insert(chunk);
        }
        _ => {
            let tiles = random_tiles(random, size.element_product());
            let chunk = (chunk_of(size.x, size.y), tiles, place, NavTilemap::from_textures([0, 3, 1, 4, 2]));
            let chunk = app.world_mut().spawn((chunk, ChildOf(model.world))).id();
            model.chunks.push(chunk);
        }
    }
}

/// Compares the grid with the tiles as they are, by their places in the world.
fn assert_in_step(app: &mut App, model: &Model) {
    let rule = *app.world().resource::<LayerRule>();
    let world = *app.world().get::<Transform>(model.world).unwrap();
    // Every tile by the cell below it: height and entity of its chunk, class.
    let mut found = std::collections::BTreeMap::<(i32, i32), Vec<(f32, u32, u8)>>::new();
    let mut count = 0;
    for &entity in &model.chunks {
        let at = world * *app.world().get::<Transform>(entity).unwrap();
        let chunk = app.world().get::<TilemapChunk>(entity).unwrap();
        let tiles = app.world().get::<TilemapChunkTileData>(entity).unwrap();
        for (index, tile) in (0..).zip(tiles.iter()) {
            let position = UVec2::new(index % chunk.chunk_size.x, index / chunk.chunk_size.x);
            let center = (at * chunk.calculate_tile_transform(position)).translation.truncate();
            let below = nav(app).cell_at(center).expect("a tile is outside the map");
            assert!(nav(app).center_of(below).unwrap().distance(center) < 0.05, "{center} is no centre");
            if let Some(tile) = tile {
                let class = [0, 3, 1, 4, 2, 0][usize::from(tile.tileset_index)];
                found.entry(below.into()).or_default().push((at.translation.z, entity.index_u32(), class));
                count += 1;
            }
        }
    }
    let bounds = nav(app).bounds();
    for at in bounds.into_iter().flat_map(CellRect::cells).map(|cell| (cell.x, cell.y)) {
        let mut tiles = found.remove(&at).unwrap_or_default();
        tiles.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let expected = match (rule, tiles.last()) {
            (_, None) => 0,
            (LayerRule::Top, Some(&(.., class))) => class,
            _ if tiles.iter().any(|&(.., class)| class == 0) => 0,
            _ => tiles.iter().map(|&(.., class)| class).max().unwrap(),
        };
        assert_eq!(nav(app).class(at.into()), Some(expected), "{at:?} of {bounds:?}, {count} tiles");
    }
    assert!(found.is_empty());
}
