//! Chunks of Bevy's own tilemaps whose tiles change in frames that are rolled back.

use crate::rollback::{
    library::{Game, Play, assert_rolls_back},
    rolled_back_game::{Key, Script, add_script, seen},
};
use crate::support::{TILE, cell, middle};
use bevy::prelude::*;
use bevy::sprite_render::{
    TileData, TilemapChunk, TilemapChunkMaterial, TilemapChunkMeshCache, TilemapChunkTileData,
};
use bevy_tilepath::prelude::*;

const SIDE: u32 = 8;

/// The chunks: two side by side, and one on top of the first.
const CHUNKS: u64 = 3;

fn game(seed: u64) -> Game {
    let mut game = Game::new()
        .component::<TilemapChunkTileData>()
        .component::<NavTilemap>()
        .resource::<LayerRule>()
        .resource::<Script>();
    let app = &mut game.app;
    app.init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>();
    add_script(app, seed);
    app.add_systems(Play, play.before(PathfindingSystems::SyncGrid)).add_observer(change_late);
    let mut random = fastrand::Rng::with_seed(seed);
    for number in 1..=CHUNKS {
        let chunk =
            TilemapChunk { chunk_size: UVec2::splat(SIDE), tile_display_size: UVec2::splat(10), ..default() };
        let textures = if number == CHUNKS { [1, 1, 1, 1] } else { [0, 1, 2, 3] };
        let tiles = (0..SIDE * SIDE).map(|_| tile(textures[random.usize(..4)])).collect();
        let x = if number == 2 { 3.0 } else { 1.0 } * SIDE as f32 / 2.0;
        let at = Transform::from_xyz(x * TILE, SIDE as f32 / 2.0 * TILE, number as f32);
        let table = NavTilemap::from_textures(0..=9);
        app.world_mut().spawn((Key(number), chunk, TilemapChunkTileData(tiles), at, table));
    }
    for key in CHUNKS + 1..CHUNKS + 8 {
        let at = middle(random.i32(0..16), random.i32(0..8));
        let agent = (Key(key), at, request(&mut random), PathFollower::with_speed(40.0));
        app.world_mut().spawn(agent);
    }
    app.finish();
    app.cleanup();
    game
}

fn tile(texture: u16) -> Option<TileData> {
    Some(TileData::from_tileset_index(texture))
}

fn request(random: &mut fastrand::Rng) -> PathRequest {
    let to = if random.bool() { cell(12, 4) } else { cell(random.i32(0..16), random.i32(0..8)) };
    PathRequest::to_cell(to).allow_partial()
}

/// Changes tiles before the plugin reads them.
fn play(world: &mut World) {
    let mut script = world.resource::<Script>().clone();
    script.diary.clear();
    script.frame += 1;
    change(world, &mut script);
    let mut agents = world.query_filtered::<(&Key, Entity), With<PathRequest>>();
    let mut agents: Vec<_> = agents.iter(world).collect();
    agents.sort_unstable();
    let agent = agents[script.random.usize(..agents.len())].1;
    world.entity_mut(agent).insert(request(&mut script.random));
    world.insert_resource(script);
}

/// Changes a tile after the plugin has read the tiles of this frame.
fn change_late(_: On<PathFound>, mut commands: Commands) {
    commands.queue(|world: &mut World| {
        let mut script = world.resource::<Script>().clone();
        change(world, &mut script);
        world.insert_resource(script);
    });
}

fn change(world: &mut World, script: &mut Script) {
    let random = &mut script.random;
    let key = Key(random.u64(1..=CHUNKS));
    if random.u8(..10) == 0 {
        return come_or_go(world, script);
    }
    let mut chunks = world.query::<(&Key, &mut TilemapChunkTileData, &mut NavTilemap)>();
    let Some((_, mut tiles, mut table)) = chunks.iter_mut(world).find(|(known, ..)| **known == key) else {
        return;
    };
    let index = random.usize(..tiles.len());
    match random.u8(..12) {
        0 => tiles[index] = None,
        1 => *table = NavTilemap::from_textures([0, 1, 2, random.u8(1..5)]),
        2 => world.insert_resource([LayerRule::default(), LayerRule::Top][random.usize(..2)]),
        _ => tiles[index] = tile(random.u16(..4)),
    }
}

/// The chunk beside the first leaves the map, comes back, or moves.
fn come_or_go(world: &mut World, script: &mut Script) {
    let mut chunks = world.query::<(&Key, Entity)>();
    let chunk = chunks.iter(world).find(|&(&key, _)| key == Key(2)).unwrap().1;
    let mut chunk = world.entity_mut(chunk);
    match (script.random.bool(), chunk.contains::<NavTilemap>()) {
        (true, true) => _ = chunk.remove::<NavTilemap>(),
        (true, false) => _ = chunk.insert(NavTilemap::from_textures(0..=9)),
        _ => chunk.get_mut::<Transform>().unwrap().translation.y += TILE * script.random.i32(-2..3) as f32,
    }
}

#[test]
fn tiles_of_chunks_go_back_with_the_game() {
    for seed in 0..4 {
        let mut first = game(seed);
        first.advance();
        let classes = |game: &mut Game| {
            let grid = game.world().resource::<NavGrid>().map().unwrap().grid();
            let first = CellRect::from(UVec2::new(2 * SIDE, SIDE)).cells();
            first.map(|cell| grid.class(cell).unwrap_or(0)).collect::<Vec<_>>()
        };
        let then = classes(&mut first);
        let mut last = assert_rolls_back(&format!("seed {seed}"), || game(seed), seen, 8, 200);
        let changed = then.iter().zip(classes(&mut last)).filter(|&(&then, now)| then != now).count();
        assert!(changed > 10, "{changed} cells");
    }
}
