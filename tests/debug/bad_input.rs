//! What a game may do to the overlay.

use crate::support::*;
use bevy::{asset::AssetPlugin, input::InputPlugin, prelude::*};
use bevy_tilepath::{
    DebugColors, DebugLayers, DebugSearch, PathfindingDebug, PathfindingDebugPlugin, ProfileId, prelude::*,
};

#[test]
fn without_a_map_nothing_is_drawn() {
    let mut app = app();
    debug(&mut app).layers = DebugLayers::ALL;
    spawn_agent(&mut app, cell(0, 0), PathRequest::to_cell(cell(1, 1)));
    (0..3).for_each(|_| app.update());
    assert_eq!(drawings(&mut app), []);
}

#[test]
fn without_the_pathfinding_plugin_or_a_renderer_it_does_nothing() {
    for with_assets in [false, true] {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin));
        if with_assets {
            app.add_plugins(AssetPlugin::default())
                .init_asset::<Mesh>()
                .init_asset::<Image>()
                .init_asset::<ColorMaterial>();
        } else {
            app.add_plugins(PathfindingPlugin);
            load_open(&mut app, 4);
        }
        app.add_plugins(PathfindingDebugPlugin);
        app.finish();
        debug(&mut app).layers = DebugLayers::ALL;
        press(&mut app, KeyCode::F1);
        assert_eq!(drawings(&mut app), []);
        assert_eq!(debug(&mut app).layers.terrain, with_assets, "the keys need the other plugin");
    }
}

#[test]
fn a_selected_agent_may_be_despawned_or_be_no_agent() {
    let mut app = open_map(10);
    let agent = spawn_agent(&mut app, cell(1, 1), PathRequest::to_cell(cell(8, 8)));
    debug(&mut app).layers = DebugLayers::ALL;
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    app.world_mut().despawn(agent);
    (0..3).for_each(|_| app.update());
    assert_eq!(debug(&mut app).selected, None);
    let stone = app.world_mut().spawn_empty().id();
    debug(&mut app).selected = Some(stone);
    (0..3).for_each(|_| app.update());
    assert_eq!(debug(&mut app).selected, Some(stone), "it may yet become an agent");
}

#[test]
fn drawings_that_the_game_despawns_are_spawned_again() {
    let mut app = open_map(10);
    let agents =
        [1, 2, 3, 4, 5, 6].map(|y| spawn_agent(&mut app, cell(1, y), PathRequest::to_cell(cell(8, 8))));
    app.world_mut().spawn((at(3, 3), Waypoint));
    debug(&mut app).layers = DebugLayers::ALL;
    debug(&mut app).selected = Some(agents[0]);
    (0..3).for_each(|_| app.update());
    let count = drawings(&mut app).len();
    assert_eq!(count, 5, "cells, arrows, waypoints, paths and numbers");
    for (entity, _) in drawings(&mut app) {
        app.world_mut().despawn(entity);
    }
    (0..3).for_each(|_| app.update());
    assert_eq!(drawings(&mut app).len(), count);
    assert!(color_at(&mut app, cell(5, 5)).is_some_and(|color| color[3] > 0));
}

#[test]
fn textures_that_the_game_replaces_or_removes_are_made_again() {
    let mut app = open_map(10);
    show(&mut app, &[DebugLayer::Terrain]);
    app.update();
    let color = color_at(&mut app, cell(5, 5));
    assert!(color.is_some_and(|color| color[3] > 0));
    for spoil in [
        |images: &mut Assets<Image>, id| *images.get_mut(id).unwrap() = Image::default(),
        |images: &mut Assets<Image>, id| images.get_mut(id).unwrap().data = None,
        |images: &mut Assets<Image>, id| _ = images.remove(id),
    ] as [fn(&mut Assets<Image>, AssetId<Image>); 3]
    {
        let texture = texture_of(&mut app, cell(5, 5));
        spoil(&mut app.world_mut().resource_mut::<Assets<Image>>(), texture);
        map(&mut app).map_mut().unwrap().set_terrain(cell(3, 3), 9).unwrap();
        (0..3).for_each(|_| app.update());
        assert_eq!(color_at(&mut app, cell(5, 5)), color);
        map(&mut app).map_mut().unwrap().set_terrain(cell(3, 3), 1).unwrap();
        app.update();
    }
}

/// Takes a resource away for some frames in which much changes, and puts it back.
fn without<R: Resource>() {
    let mut app = open_map(10);
    let agent = spawn_agent(&mut app, cell(1, 1), PathRequest::to_cell(cell(8, 8)));
    debug(&mut app).layers = DebugLayers::ALL;
    debug(&mut app).selected = Some(agent);
    app.update();
    let removed = app.world_mut().remove_resource::<R>().unwrap();
    app.world_mut().despawn(agent);
    (0..3).for_each(|_| app.update());
    app.insert_resource(removed);
    (0..3).for_each(|_| app.update());
    assert!(color_at(&mut app, cell(5, 5)).is_some());
}

#[test]
fn public_resources_may_be_gone_for_a_while() {
    without::<PathfindingDebug>();
    without::<DebugSearch>();
    without::<NavGrid>();
    without::<CostProfiles>();
    without::<WaypointGraph>();
}

#[test]
fn senseless_settings_do_no_harm() {
    let mut app = open_map(70);
    let agents: Vec<Entity> =
        (0..60).map(|y| spawn_agent(&mut app, cell(0, y), PathRequest::to_cell(cell(60, 60)))).collect();
    *debug(&mut app) = PathfindingDebug {
        layers: DebugLayers::ALL,
        selected: Some(agents[0]),
        profile: ProfileId::new(77),
        danger_levels: [f32::NAN, -1.0, f32::INFINITY],
        edit_frames: 0,
        cells_height: Some(f32::NAN),
        cells_per_frame: 0,
        max_marks: 0,
        max_expansions: 0,
        colors: DebugColors {
            terrain: vec![],
            regions: vec![],
            goal_field: vec![],
            search: vec![],
            ..default()
        },
        ..default()
    };
    for y in 0..12 {
        map(&mut app).map_mut().unwrap().block(cell(30, y));
        app.update();
    }
    map(&mut app).map_mut().unwrap().set_terrain(cell(3, 3), 9).unwrap();
    let danger = DangerStamp::new(1e3, 2.0, Falloff::Flat);
    if let Ok(danger) = danger {
        let _ = map(&mut app).map_mut().unwrap().add_danger(0, &danger, cell(500, -500));
    }
    (0..5).for_each(|_| app.update());
}

#[test]
fn a_map_of_one_cell_and_a_far_away_map_are_drawn() {
    for geometry in [
        CellGeometry::new(Vec2::splat(1e9), Vec2::splat(1e-3)),
        CellGeometry::diamond(Vec2::ZERO, Vec2::new(-3.0, 2.0)),
    ] {
        let mut app = app();
        load(&mut app, &[&[1]], geometry.unwrap());
        debug(&mut app).layers = DebugLayers::ALL;
        spawn_agent(&mut app, cell(0, 0), PathRequest::to_cell(cell(0, 0)));
        (0..3).for_each(|_| app.update());
        assert!(color_at(&mut app, cell(0, 0)).is_some());
    }
}
