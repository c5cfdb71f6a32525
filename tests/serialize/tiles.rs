//! Maps that came from tilemaps: after loading they are the maps of the save, and the tilemaps that the game has spawned again are theirs.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{NavId, load_pathfinding, prelude::*, save_pathfinding};
use core::time::Duration;

const SIDE: u32 = 24;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
        // Fewer than there are tiles.
        .insert_resource(PathfindingSettings { load_cells_per_frame: 100, ..default() });
    app.update();
    app
}

/// Spawns a tilemap of these textures, as a game does.
fn spawn_map(app: &mut App, textures: &[u32], id: Option<NavId>) -> Entity {
    let map = app.world_mut().spawn((
        TilemapSize::new(SIDE, SIDE),
        TilemapGridSize::new(10.0, 10.0),
        TilemapTileSize::new(10.0, 10.0),
        TilemapType::Square,
        Transform::default(),
    ));
    let map = map.id();
    app.world_mut().entity_mut(map).insert((id.unwrap_or_default(), NavTilemap::from_textures(0..=9)));
    let cells = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| TilePos::new(x, y)));
    for (pos, &texture) in cells.zip(textures) {
        app.world_mut().spawn((pos, TilemapId(map), TileTextureIndex(texture)));
    }
    map
}

fn textures(app: &mut App) -> Vec<u32> {
    let mut tiles = app.world_mut().query::<(&TilePos, &TileTextureIndex)>();
    let mut tiles: Vec<_> = tiles.iter(app.world()).map(|(at, texture)| ((at.y, at.x), texture.0)).collect();
    tiles.sort_unstable();
    tiles.into_iter().map(|(_, texture)| texture).collect()
}

fn places(app: &mut App) -> Vec<(NavId, [u32; 2])> {
    let mut agents = app.world_mut().query_filtered::<(&NavId, &Transform), With<PathFollower>>();
    let mut all: Vec<_> = agents
        .iter(app.world())
        .map(|(&id, at)| (id, at.translation.truncate().to_array().map(f32::to_bits)))
        .collect();
    all.sort_unstable();
    all
}

/// A game whose agents walk on a tilemap that changes, and which edits a cell by hand.
fn game(random: &mut fastrand::Rng) -> App {
    let mut app = app();
    let classes: Vec<u32> = (0..SIDE * SIDE).map(|_| [0, 1, 1, 1, 2][random.usize(..5)]).collect();
    spawn_map(&mut app, &classes, None);
    (0..8).for_each(|_| app.update());
    for _ in 0..12 {
        let at = Vec2::new(random.f32(), random.f32()) * 230.0;
        let request = PathRequest::to_cell(IVec2::new(random.i32(0..24), random.i32(0..24))).allow_partial();
        app.world_mut().spawn((
            Transform::from_translation(at.extend(0.0)),
            request,
            PathFollower::with_speed(30.0),
        ));
    }
    app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(IVec2::new(3, 3), 7).unwrap();
    (0..40).for_each(|_| edit(&mut app, random));
    app
}

/// Changes a tile, and plays a frame.
fn edit(app: &mut App, random: &mut fastrand::Rng) {
    let pos = TilePos::new(random.u32(..SIDE), random.u32(..SIDE));
    let texture = random.u32(..3);
    let mut tiles = app.world_mut().query::<(&TilePos, &mut TileTextureIndex)>();
    let mut tiles = tiles.iter_mut(app.world_mut());
    tiles.find(|(at, _)| **at == pos).unwrap().1.0 = texture;
    app.update();
}

fn assert_same(going_on: &mut App, loaded: &mut App, what: &str) {
    assert_eq!(places(loaded), places(going_on), "{what}");
    let [found, expected] = [&*loaded, going_on].map(|app| app.world().resource::<NavGrid>().map().unwrap());
    assert_eq!(found.terrain_classes(), expected.terrain_classes(), "{what}");
    assert_eq!(
        loaded.world().resource::<PathfindingStats>(),
        going_on.world().resource::<PathfindingStats>(),
        "{what}"
    );
}

#[test]
fn a_tilemap_that_is_spawned_again_is_that_of_the_map() {
    for (seed, gives_id) in [(1, true), (2, false), (3, true), (4, false)] {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut going_on = game(&mut random);
        let mut maps = going_on.world_mut().query_filtered::<&NavId, With<NavTilemap>>();
        let id = *maps.single(going_on.world()).unwrap();
        let bytes = save_pathfinding(going_on.world_mut()).unwrap();
        let mut loaded = app();
        let classes = textures(&mut going_on);
        spawn_map(&mut loaded, &classes, gives_id.then_some(id));
        let spawned = load_pathfinding(loaded.world_mut(), &bytes).unwrap();
        assert_eq!(spawned.len(), 12);
        let mut same = random.clone();
        for frame in 0..80 {
            edit(&mut going_on, &mut random);
            edit(&mut loaded, &mut same);
            assert_same(&mut going_on, &mut loaded, &format!("seed {seed}, frame {frame}"));
        }
        let class = |app: &App| app.world().resource::<NavGrid>().map().unwrap().terrain(IVec2::new(3, 3));
        assert_eq!(class(&loaded), class(&going_on));
    }
}

#[test]
fn a_tilemap_with_other_tiles_changes_the_map() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut going_on = game(&mut random);
    let bytes = save_pathfinding(going_on.world_mut()).unwrap();
    let mut loaded = app();
    let mut classes = textures(&mut going_on);
    classes[30] = 9;
    spawn_map(&mut loaded, &classes, None);
    load_pathfinding(loaded.world_mut(), &bytes).unwrap();
    loaded.update();
    let map = loaded.world().resource::<NavGrid>().map().unwrap();
    assert_eq!(map.terrain(IVec2::new(6, 1)), Some(9));
    let edits = map
        .terrain_classes()
        .iter()
        .zip(going_on.world().resource::<NavGrid>().map().unwrap().terrain_classes());
    assert_eq!(edits.filter(|(now, then)| now != then).count(), 1);
}

#[test]
fn without_its_tilemap_the_map_is_gone() {
    let mut going_on = game(&mut fastrand::Rng::with_seed(9));
    let bytes = save_pathfinding(going_on.world_mut()).unwrap();
    let mut loaded = app();
    load_pathfinding(loaded.world_mut(), &bytes).unwrap();
    loaded.update();
    assert!(loaded.world().resource::<NavGrid>().map().is_none());
}

/// A tilemap gets a number in the new game that an agent has in the save.
#[test]
fn a_tilemap_takes_no_number_of_the_save() {
    let mut first = app();
    for x in 0..5 {
        let at = Transform::from_xyz(10.0 * x as f32, 0.0, 0.0);
        let request = PathRequest::to_cell(IVec2::splat(20));
        first.world_mut().spawn((at, request, PathFollower::with_speed(30.0)));
    }
    let classes = vec![1; (SIDE * SIDE) as usize];
    spawn_map(&mut first, &classes, None);
    (0..20).for_each(|_| first.update());
    let bytes = save_pathfinding(first.world_mut()).unwrap();
    let mut loaded = app();
    spawn_map(&mut loaded, &classes, None);
    load_pathfinding(loaded.world_mut(), &bytes).unwrap();
    for frame in 0..40 {
        assert_same(&mut first, &mut loaded, &format!("frame {frame}"));
        first.update();
        loaded.update();
    }
}

#[test]
fn a_game_that_was_saved_while_tiles_were_read_reads_them_after_loading() {
    let mut first = app();
    let classes = vec![1; (SIDE * SIDE) as usize];
    spawn_map(&mut first, &classes, None);
    let request = PathRequest::to_cell(IVec2::splat(20));
    first.world_mut().spawn((Transform::default(), request, PathFollower::with_speed(30.0)));
    (0..2).for_each(|_| first.update());
    assert!(first.world().resource::<NavGrid>().is_loading());
    let bytes = save_pathfinding(first.world_mut()).unwrap();
    let mut loaded = app();
    spawn_map(&mut loaded, &classes, None);
    let agent = load_pathfinding(loaded.world_mut(), &bytes).unwrap()[0];
    (0..10).for_each(|_| loaded.update());
    assert!(loaded.world().get::<PathResult>(agent).unwrap().has_path());
}

/// In a world with declared bounds, tilemaps may be farther apart than a map reaches.
#[test]
fn tilemaps_far_apart_are_found_again_in_a_world_with_declared_bounds() {
    let far = Transform::from_xyz(60_000.0, 60_000.0, 0.0);
    let game = |ids: [Option<NavId>; 2]| {
        let mut app = app();
        let bounds = CellRect::of_size(IVec2::ZERO, UVec2::splat(SIDE));
        app.insert_resource(PathfindingSettings { bounds: Some(bounds), ..default() });
        let textures = vec![1; (SIDE * SIDE) as usize];
        let maps = ids.map(|id| spawn_map(&mut app, &textures, id));
        app.world_mut().entity_mut(maps[1]).insert(far);
        (app, maps)
    };
    let (mut saved, maps) = game([None, None]);
    saved.update();
    let edited = IVec2::new(3, 3);
    let map = saved.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    map.set_terrain(edited, 7).unwrap();
    saved.update();
    let ids = maps.map(|map| saved.world().get::<NavId>(map).copied());
    let bytes = save_pathfinding(saved.world_mut()).unwrap();

    let (mut loaded, _) = game(ids);
    load_pathfinding(loaded.world_mut(), &bytes).unwrap();
    for _ in 0..5 {
        loaded.update();
        // A map that was made of the tiles would not have the edit.
        assert_eq!(loaded.world().resource::<NavGrid>().class(edited), Some(7));
    }
}
