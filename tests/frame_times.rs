//! How long frames of the plugin take on large tilemaps. It measures time, so it runs on request only:
//!
//!     cargo test --test frame_times -- --ignored --nocapture --test-threads 1

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Instant;

fn app(with_plugin: bool) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    if with_plugin {
        app.add_plugins(PathfindingPlugin);
    }
    app.update();
    app
}

/// Rough ground: walls, and three kinds of terrain in patches.
fn texture(x: u32, y: u32) -> u32 {
    let patch = (x / 9).wrapping_mul(2_654_435_761) ^ (y / 7).wrapping_mul(2_246_822_519);
    if (patch >> 7).is_multiple_of(11) { 0 } else { 1 + (patch >> 13) % 3 }
}

fn spawn_map(app: &mut App, side: u32) -> Entity {
    let map = app
        .world_mut()
        .spawn((
            TilemapSize::new(side, side),
            TilemapGridSize::new(16.0, 16.0),
            TilemapTileSize::new(16.0, 16.0),
            TilemapType::Square,
            Transform::default(),
            NavTilemap::from_textures(0..=9),
        ))
        .id();
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let tiles: Vec<_> = cells
        .map(|(x, y)| TileBundle {
            position: TilePos::new(x, y),
            texture_index: TileTextureIndex(texture(x, y)),
            tilemap_id: TilemapId(map),
            ..default()
        })
        .collect();
    app.world_mut().spawn_batch(tiles);
    map
}

/// Milliseconds of a frame.
fn frame(app: &mut App) -> f64 {
    let start = Instant::now();
    app.update();
    start.elapsed().as_secs_f64() * 1e3
}

fn is_prepared(app: &App) -> bool {
    let map = app.world().resource::<NavGrid>().map();
    map.is_some_and(|map| map.is_prepared(&CostProfile::default()))
}

/// Loads a map, and returns the milliseconds of each frame until it is prepared.
fn load(app: &mut App, side: u32) -> (Entity, Vec<f64>) {
    let map = spawn_map(app, side);
    let mut frames = Vec::new();
    while !is_prepared(app) {
        frames.push(frame(app));
    }
    (map, frames)
}

fn least(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(f64::MAX, f64::min)
}

type AnyChange = Or<(Changed<TilePos>, Changed<TilemapId>, Changed<TileTextureIndex>, Changed<NavTile>)>;

fn count_changed(tiles: Query<Entity, AnyChange>) -> usize {
    tiles.iter().count()
}

#[test]
#[ignore = "measures time"]
fn an_idle_frame_costs_no_more_than_one_query_for_changed_tiles() {
    for side in [512, 1024] {
        let (mut with, mut without) = (app(true), app(false));
        load(&mut with, side);
        spawn_map(&mut without, side);
        // Landmarks are measured and practice searches made meanwhile.
        let busy: Vec<f64> = (0..6000).map(|_| frame(&mut with)).collect();
        println!("{side}²: the first frames after the load {:.3} ms", busy[..60].iter().sum::<f64>() / 60.0);
        let (mut idle, mut bare, mut query) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..60 {
            idle.push(frame(&mut with));
            bare.push(frame(&mut without));
            let start = Instant::now();
            assert!(without.world_mut().run_system_cached(count_changed).is_ok());
            query.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let [idle, bare, query] = [idle, bare, query].map(least);
        println!("{side}²: idle {idle:.3} ms, without the plugin {bare:.3} ms, one query {query:.3} ms");
        assert!(idle - bare <= 1.2 * query);
    }
}

#[test]
#[ignore = "measures time"]
fn no_frame_of_a_load_is_longer_than_an_eighth_of_it() {
    for side in [512, 2048] {
        let mut app = app(true);
        let (_, frames) = load(&mut app, side);
        let whole: f64 = frames.iter().sum();
        let longest = frames.iter().copied().fold(0.0, f64::max);
        println!(
            "{side}²: {} frames, {whole:.1} ms, the longest {longest:.1} ms, 1/{:.1}; {frames:.1?}",
            frames.len(),
            whole / longest
        );
        assert!(side < 2048 || longest <= whole / 8.0);
    }
}

#[test]
#[ignore = "measures time"]
fn no_edit_takes_longer_than_a_fresh_load() {
    for side in [512, 1024] {
        let fresh = least((0..3).map(|_| {
            let mut app = app(true);
            load(&mut app, side).1.into_iter().sum()
        }));
        println!("{side}²: a fresh load {fresh:.1} ms");
        let mut app = app(true);
        let (map, _) = load(&mut app, side);
        let middle = Transform::from_translation(Vec3::splat(side as f32 * 8.0));
        let mut worst: f64 = 0.0;
        let mut edit = |app: &mut App, name: &str| {
            let time = frame(app);
            worst = worst.max(time / fresh);
            println!("  {name}: {time:.1} ms, {:.2} of a fresh load", time / fresh);
            assert!(is_prepared(app));
        };
        for dearer in [1, 2] {
            app.world_mut().entity_mut(map).insert(NavTilemap::from_textures([
                0,
                1 + dearer,
                2 + dearer,
                3 + dearer,
            ]));
            edit(&mut app, "a table that makes all tiles dearer");
        }
        let obstacle = app.world_mut().spawn((middle, NavObstacle::circle(100.0))).id();
        edit(&mut app, "an obstacle of radius 100");
        app.world_mut().get_mut::<Transform>(obstacle).unwrap().translation.x += 160.0;
        edit(&mut app, "it moves by ten tiles");
        app.world_mut().despawn(obstacle);
        edit(&mut app, "it is gone");
        for radius in [200.0, 500.0] {
            let danger = app.world_mut().spawn((middle, DangerSource::new(radius, 8.0))).id();
            edit(&mut app, &format!("danger of radius {radius}"));
            app.world_mut().get_mut::<Transform>(danger).unwrap().translation.x += 16.0;
            edit(&mut app, "it moves by a tile");
            app.world_mut().despawn(danger);
            edit(&mut app, "it is gone");
        }
        assert!(worst <= 1.2);
    }
}
