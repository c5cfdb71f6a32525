//! Maps that came from chunks of Bevy's own tilemaps: after loading they are the maps of the save.

use bevy::sprite_render::{
    TileData, TilemapChunk, TilemapChunkMaterial, TilemapChunkMeshCache, TilemapChunkTileData,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::{NavId, load_pathfinding, prelude::*, save_pathfinding};
use core::time::Duration;

const SIDE: usize = 8;
const TILE: f32 = 10.0;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
        .init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>()
        // Fewer than there are tiles.
        .insert_resource(PathfindingSettings { load_cells_per_frame: 50, ..default() });
    app.update();
    app
}

/// A chunk as a game saves it.
#[derive(Clone)]
struct Saved {
    id: NavId,
    at: Transform,
    tiles: TilemapChunkTileData,
}

fn spawn(app: &mut App, chunk: Saved) {
    let size = UVec2::splat(SIDE as u32);
    let layout = TilemapChunk { chunk_size: size, tile_display_size: UVec2::splat(10), ..default() };
    app.world_mut().spawn((layout, chunk.tiles, chunk.at, chunk.id, NavTilemap::from_textures(0..=9)));
}

fn chunks(app: &mut App) -> Vec<Saved> {
    let mut chunks = app.world_mut().query::<(&NavId, &Transform, &TilemapChunkTileData)>();
    let saved = |(&id, &at, tiles): (&_, &_, &TilemapChunkTileData)| Saved { id, at, tiles: tiles.clone() };
    chunks.iter(app.world()).map(saved).collect()
}

fn tile(random: &mut fastrand::Rng) -> Option<TileData> {
    Some(TileData::from_tileset_index([0, 1, 1, 2, 1, 3][random.usize(..6)]))
}

/// A game whose agents walk on three chunks side by side that change, and which edits a cell by hand.
fn game(random: &mut fastrand::Rng) -> App {
    let mut app = app();
    for nth in 0..3 {
        let tiles = TilemapChunkTileData((0..SIDE * SIDE).map(|_| tile(random)).collect());
        let at = Transform::from_xyz((nth as f32 + 0.5) * SIDE as f32 * TILE, SIDE as f32 / 2.0 * TILE, 0.0);
        spawn(&mut app, Saved { id: NavId::default(), at, tiles });
    }
    (0..8).for_each(|_| app.update());
    for _ in 0..12 {
        let [from, to] = [(); 2].map(|()| IVec2::new(random.i32(0..24), random.i32(0..8)));
        let at = Transform::from_translation(((from.as_vec2() + 0.5) * TILE).extend(0.0));
        let request = PathRequest::to_cell(to).allow_partial();
        app.world_mut().spawn((at, request, PathFollower::with_speed(30.0)));
    }
    app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(IVec2::new(3, 3), 7).unwrap();
    (0..40).for_each(|_| edit(&mut app, random));
    app
}

/// Changes a tile, and plays a frame.
fn edit(app: &mut App, random: &mut fastrand::Rng) {
    let (chunk, index) = (random.usize(..3), random.usize(..SIDE * SIDE));
    let mut chunks = app.world_mut().query::<(&Transform, &mut TilemapChunkTileData)>();
    let is_it = |at: &Transform| at.translation.x as usize / (SIDE * TILE as usize) == chunk;
    let mut chunks = chunks.iter_mut(app.world_mut());
    chunks.find(|(at, _)| is_it(at)).unwrap().1[index] = tile(random);
    app.update();
}

/// What a player sees, and the statistics.
#[derive(PartialEq, Debug)]
struct Seen {
    classes: Vec<u8>,
    places: Vec<(NavId, [u32; 2])>,
    stats: PathfindingStats,
}

fn seen(app: &mut App) -> Seen {
    let mut agents = app.world_mut().query_filtered::<(&NavId, &Transform), With<PathFollower>>();
    let place =
        |(&id, at): (&NavId, &Transform)| (id, at.translation.truncate().to_array().map(f32::to_bits));
    let mut places: Vec<_> = agents.iter(app.world()).map(place).collect();
    places.sort_unstable();
    let map = app.world().resource::<NavGrid>().map().unwrap();
    Seen { classes: map.terrain_classes().to_vec(), places, stats: *app.world().resource() }
}

#[test]
fn chunks_that_are_spawned_again_are_those_of_the_map() {
    for seed in 0..4 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut going_on = game(&mut random);
        let bytes = save_pathfinding(going_on.world_mut()).unwrap();
        let mut loaded = app();
        let mut saved = chunks(&mut going_on);
        if seed % 2 == 1 {
            saved.reverse();
        }
        saved.into_iter().for_each(|chunk| spawn(&mut loaded, chunk));
        let spawned = load_pathfinding(loaded.world_mut(), &bytes).unwrap();
        assert_eq!(spawned.len(), 12);
        let start = seen(&mut going_on);
        assert_eq!(seen(&mut loaded), start, "seed {seed}");
        let mut same = random.clone();
        for frame in 0..80 {
            edit(&mut going_on, &mut random);
            edit(&mut loaded, &mut same);
            assert_eq!(seen(&mut loaded), seen(&mut going_on), "seed {seed}, frame {frame}");
        }
        let end = seen(&mut going_on);
        assert!(start.classes != end.classes && start.places != end.places);
    }
}
