//! Tilemaps that move, change and come and go around a save: the loaded game is the game that goes on, frame by frame.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{NavId, load_pathfinding, prelude::*, save_pathfinding, save_pathfinding_prepared};
use core::time::Duration;

const SIDE: u32 = 12;

/// A layer of the game, by its number.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Layer(u32);

/// A tile of a layer.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct OfLayer(u32);

#[derive(Clone, Copy, PartialEq, Debug)]
enum Runs {
    EachFrame,
    /// No step, one or two in a frame.
    FixedSteps,
    /// Four or five steps in a frame.
    ManySteps,
}

fn app(runs: Runs) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    let frame = match runs {
        Runs::EachFrame => app.add_plugins(PathfindingPlugin),
        _ => app.add_plugins(PathfindingPlugin::in_schedule(FixedUpdate)),
    };
    frame
        .insert_resource(Time::<Fixed>::from_duration(Duration::from_millis(50)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(match runs {
            Runs::EachFrame => 50,
            Runs::FixedSteps => 37,
            Runs::ManySteps => 230,
        })))
        // Fewer than there are tiles, so that reading takes frames.
        .insert_resource(PathfindingSettings { load_cells_per_frame: 60, ..default() });
    app.update();
    app
}

fn spawn_layer(app: &mut App, layer: u32, kind: TilemapType, place: Transform, id: Option<NavId>) -> Entity {
    let map = (
        TilemapSize::new(SIDE, SIDE),
        TilemapGridSize::new(10.0, 10.0),
        TilemapTileSize::new(10.0, 10.0),
        kind,
        place,
        Layer(layer),
    );
    let map = app.world_mut().spawn(map).id();
    app.world_mut().entity_mut(map).insert((id.unwrap_or_default(), NavTilemap::from_textures(0..=9)));
    map
}

/// The tile on a cell of a layer. There is one at most: which of several a query finds first differs between apps.
fn tile_on(app: &mut App, layer: u32, at: TilePos) -> Option<Entity> {
    let mut tiles = app.world_mut().query::<(Entity, &OfLayer, &TilePos)>();
    let found = tiles.iter(app.world()).find(|(_, of, pos)| of.0 == layer && **pos == at);
    found.map(|(tile, ..)| tile)
}

fn spawn_tile(app: &mut App, layer: u32, at: TilePos, texture: u32) {
    if tile_on(app, layer, at).is_some() {
        return;
    }
    let map = layer_entity(app, layer);
    app.world_mut().spawn((OfLayer(layer), at, TilemapId(map), TileTextureIndex(texture)));
}

fn layer_entity(app: &mut App, layer: u32) -> Entity {
    let mut layers = app.world_mut().query::<(Entity, &Layer)>();
    layers.iter(app.world()).find(|(_, it)| it.0 == layer).unwrap().0
}

fn layers(app: &mut App) -> Vec<(Layer, Entity)> {
    let mut layers = app.world_mut().query::<(&Layer, Entity)>();
    let mut layers: Vec<_> = layers.iter(app.world()).map(|(&layer, entity)| (layer, entity)).collect();
    layers.sort_unstable();
    layers
}

fn game(random: &mut fastrand::Rng, kind: TilemapType, runs: Runs) -> App {
    let mut app = app(runs);
    spawn_layer(&mut app, 0, kind, Transform::default(), None);
    let cells = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| TilePos::new(x, y)));
    cells.for_each(|at| spawn_tile(&mut app, 0, at, [0, 1, 1, 1, 2][random.usize(..5)]));
    spawn_layer(&mut app, 1, kind, Transform::from_xyz(0.0, 0.0, 1.0), None);
    (0..20).for_each(|_| {
        let at = TilePos::new(random.u32(..SIDE), random.u32(..SIDE));
        spawn_tile(&mut app, 1, at, random.u32(..4));
    });
    (0..30).for_each(|_| app.update());
    for nth in 0..10 {
        let place = Vec2::new(random.f32(), random.f32()) * 110.0;
        let to = IVec2::new(random.i32(0..12), random.i32(0..12));
        let to = if nth % 2 == 0 { IVec2::splat(6) } else { to };
        let agent = (
            Transform::from_translation(place.extend(0.0)),
            PathRequest::to_cell(to).allow_partial(),
            PathFollower::with_speed(15.0),
        );
        app.world_mut().spawn(agent);
    }
    app
}

/// What a game does in a frame. Whatever it does, it does the same in both apps.
fn change(app: &mut App, random: &mut fastrand::Rng, moves_always: bool) {
    if moves_always {
        for (_, layer) in layers(app) {
            app.world_mut().get_mut::<Transform>(layer).unwrap().translation.x += 0.125;
        }
    }
    let at = TilePos::new(random.u32(..SIDE), random.u32(..SIDE));
    let (texture, layer) = (random.u32(..4), random.u32(..2));
    match random.u8(..26) {
        0..6 => {
            if let Some(tile) = tile_on(app, layer, at) {
                app.world_mut().get_mut::<TileTextureIndex>(tile).unwrap().0 = texture;
            }
        }
        6 => {
            if let Some(tile) = tile_on(app, layer, at) {
                app.world_mut().despawn(tile);
            }
        }
        7 => spawn_tile(app, layer, at, texture),
        // All layers move, or one moves away from the others and comes back.
        8..11 => {
            let by = Vec3::new(random.f32() * 8.0 - 4.0, random.f32() * 8.0 - 4.0, 0.0);
            for (_, layer) in layers(app) {
                app.world_mut().get_mut::<Transform>(layer).unwrap().translation += by;
            }
        }
        11 => {
            let layer = layer_entity(app, 1);
            let first = layer_entity(app, 0);
            let mut place = *app.world().get::<Transform>(first).unwrap();
            place.translation.z = 1.0;
            if random.bool() {
                place.translation.x += 500.0;
            }
            app.world_mut().entity_mut(layer).insert(place);
        }
        12 => {
            // Flat for a while: the map is nowhere.
            let scale = if random.bool() { Vec3::ZERO } else { Vec3::ONE };
            for (_, layer) in layers(app) {
                app.world_mut().get_mut::<Transform>(layer).unwrap().scale = scale;
            }
        }
        13 => {
            let scale = Vec3::splat(0.5 + random.f32());
            for (_, layer) in layers(app) {
                app.world_mut().get_mut::<Transform>(layer).unwrap().scale = scale;
            }
        }
        14 => {
            let layer = layer_entity(app, layer);
            let table = NavTilemap::from_textures([0, 1, 2, 1 + random.u8(..3)]);
            app.world_mut().entity_mut(layer).insert(table);
        }
        15 => _ = app.insert_resource([LayerRule::default(), LayerRule::Top][random.usize(..2)]),
        16 | 17 => {
            let class = random.u8(..4);
            if let Some(map) = app.world_mut().resource_mut::<NavGrid>().map_mut() {
                map.set_terrain(IVec2::new(at.x as i32, at.y as i32), class).unwrap();
            }
        }
        18 => {
            let mut layers = app.world_mut().query::<&mut TilemapGridSize>();
            let size = [10.0, 12.0][random.usize(..2)];
            layers.iter_mut(app.world_mut()).for_each(|mut known| *known = TilemapGridSize::new(size, size));
        }
        _ => {}
    }
}

/// What a player sees, and the statistics.
fn seen(app: &mut App) -> Vec<String> {
    let mut agents =
        app.world_mut().query_filtered::<(&NavId, &Transform, &PathResult), With<PathFollower>>();
    let mut agents: Vec<_> = agents.iter(app.world()).collect();
    agents.sort_unstable_by_key(|(id, ..)| **id);
    let nav_grid = app.world().resource::<NavGrid>();
    let agent = |(id, at, result): (&NavId, &Transform, &PathResult)| {
        let at = at.translation.truncate().to_array().map(f32::to_bits);
        format!("{id:?} {at:?} {:?} {:?}", result.status(), result.cells(nav_grid))
    };
    let mut lines: Vec<String> = agents.into_iter().map(agent).collect();
    lines.push(format!("loading {} {:?}", nav_grid.is_loading(), nav_grid.center_of(IVec2::ONE)));
    if let Some(map) = nav_grid.map() {
        lines.push(format!("revision {:?} {:?}", map.revision().number(), map.terrain_classes()));
    }
    lines.push(format!("{:?}", app.world().resource::<PathfindingStats>()));
    lines
}

/// Spawns the tilemaps and tiles of a game again, in reverse order, and loads a save.
fn load(from: &mut App, bytes: &[u8], kind: TilemapType, runs: Runs) -> App {
    let mut loaded = app(runs);
    for (layer, entity) in layers(from).into_iter().rev() {
        let world = from.world();
        let place = *world.get::<Transform>(entity).unwrap();
        let table = world.get::<NavTilemap>(entity).unwrap().clone();
        let size = *world.get::<TilemapGridSize>(entity).unwrap();
        let id = world.get::<NavId>(entity).copied();
        let map = spawn_layer(&mut loaded, layer.0, kind, place, id);
        loaded.world_mut().entity_mut(map).insert((table, size));
    }
    let mut tiles = from.world_mut().query::<(&OfLayer, &TilePos, &TileTextureIndex)>();
    let mut tiles: Vec<_> = tiles.iter(from.world()).map(|(of, at, it)| (*of, (at.x, at.y), it.0)).collect();
    tiles.sort_unstable();
    for (of, (x, y), texture) in tiles.into_iter().rev() {
        spawn_tile(&mut loaded, of.0, TilePos::new(x, y), texture);
    }
    loaded.insert_resource(*from.world().resource::<LayerRule>());
    let time = *from.world().resource::<Time<Fixed>>();
    loaded.insert_resource(time);
    load_pathfinding(loaded.world_mut(), bytes).unwrap();
    loaded
}

fn assert_loads(seed: u64, kind: TilemapType, runs: Runs, moves_always: bool) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut going_on = game(&mut random, kind, runs);
    for round in 0..4 {
        for _ in 0..random.usize(3..40) {
            change(&mut going_on, &mut random, moves_always);
            going_on.update();
        }
        let prepared = random.bool();
        let save = if prepared { save_pathfinding_prepared } else { save_pathfinding };
        let bytes = save(going_on.world_mut()).unwrap();
        let mut loaded = load(&mut going_on, &bytes, kind, runs);
        let mut same = random.clone();
        for frame in 0..number_of("SAVE_FRAMES", 50) {
            change(&mut going_on, &mut random, moves_always);
            change(&mut loaded, &mut same, moves_always);
            going_on.update();
            loaded.update();
            let (found, expected) = (seen(&mut loaded), seen(&mut going_on));
            for (found, expected) in found.iter().zip(&expected) {
                let what = format!("{kind:?} {runs:?} seed {seed}, {round}, {frame} frames later");
                assert_eq!(found, expected, "{what}, moves always: {moves_always}");
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}

/// A number that a longer run sets.
fn number_of(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().unwrap())
}

const KINDS: [TilemapType; 3] = [
    TilemapType::Square,
    TilemapType::Hexagon(HexCoordSystem::RowOdd),
    TilemapType::Isometric(IsoCoordSystem::Diamond),
];

#[test]
fn a_map_that_moves_and_changes_after_a_save_is_loaded_in_update() {
    for seed in 0..number_of("SAVE_SEEDS", 18) {
        assert_loads(seed, KINDS[seed as usize % 3], Runs::EachFrame, seed % 2 == 0);
    }
}

#[test]
fn a_map_that_moves_and_changes_after_a_save_is_loaded_in_fixed_update() {
    for seed in 0..number_of("SAVE_SEEDS", 12) {
        assert_loads(seed, KINDS[seed as usize % 3], Runs::FixedSteps, seed % 2 == 0);
        assert_loads(100 + seed, KINDS[seed as usize % 3], Runs::ManySteps, seed % 2 == 0);
    }
}

/// The map moves in every frame, and nothing else happens: what is loaded is not made again.
#[test]
fn a_map_that_moved_before_the_first_frame_is_the_map_of_the_save() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut first = game(&mut random, TilemapType::Square, Runs::EachFrame);
    let edited = IVec2::new(3, 3);
    first.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(edited, 7).unwrap();
    first.update();
    let bytes = save_pathfinding(first.world_mut()).unwrap();
    let mut loaded = load(&mut first, &bytes, TilemapType::Square, Runs::EachFrame);
    for app in [&mut first, &mut loaded] {
        for (_, layer) in layers(app) {
            app.world_mut().get_mut::<Transform>(layer).unwrap().translation.x += 0.5;
        }
        app.update();
    }
    assert_eq!(seen(&mut loaded), seen(&mut first));
    let map = loaded.world().resource::<NavGrid>().map().unwrap();
    assert_eq!(map.terrain(edited), Some(7), "edits by hand last");
}
