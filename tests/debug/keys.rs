//! Keys and the resource show and hide layers.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{DebugDrawing, DebugKeys, DebugLayer, DebugLayers, PathfindingDebug, prelude::*};

/// A game in which every layer has something to draw.
fn busy_app() -> App {
    let mut app = open_map(20);
    let agents: Vec<Entity> =
        (0..6).map(|y| spawn_agent(&mut app, cell(1, y), PathRequest::to_cell(cell(18, 15)))).collect();
    let waypoints = [at(3, 3), at(9, 9)].map(|at| app.world_mut().spawn((at, Waypoint)).id());
    app.world_mut().commands().entity(waypoints[0]).link_both_ways(waypoints[1]);
    debug(&mut app).selected = Some(agents[0]);
    (0..5).for_each(|_| app.update());
    app
}

#[test]
fn each_layer_has_a_key_that_shows_it_and_hides_it() {
    let mut app = busy_app();
    for (layer, key) in DebugLayer::ALL.into_iter().zip([
        KeyCode::F1,
        KeyCode::F2,
        KeyCode::F3,
        KeyCode::F4,
        KeyCode::F5,
        KeyCode::F6,
        KeyCode::F7,
        KeyCode::F8,
        KeyCode::F9,
        KeyCode::F10,
    ]) {
        assert!(drawings(&mut app).is_empty(), "before {layer:?}");
        press(&mut app, key);
        assert_eq!(debug(&mut app).layers, DebugLayers::NONE.with(layer));
        app.update();
        let drawn: Vec<DebugDrawing> = drawings(&mut app).into_iter().map(|(_, drawing)| drawing).collect();
        let is_expected = |drawing: &DebugDrawing| match layer {
            DebugLayer::Arrows => *drawing == DebugDrawing::Arrows,
            DebugLayer::Waypoints => *drawing == DebugDrawing::Waypoints,
            DebugLayer::Paths => *drawing == DebugDrawing::Paths,
            // The selected agent and its path are shown with its search.
            DebugLayer::Numbers => matches!(drawing, DebugDrawing::Numbers | DebugDrawing::Paths),
            DebugLayer::Search => matches!(drawing, DebugDrawing::Cells(_) | DebugDrawing::Paths),
            _ => matches!(drawing, DebugDrawing::Cells(_)),
        };
        assert!(!drawn.is_empty() && drawn.iter().all(is_expected), "{layer:?}: {drawn:?}");
        press(&mut app, key);
        app.update();
    }
    assert!(drawings(&mut app).is_empty());
}

#[test]
fn keys_can_be_others_or_none() {
    let mut app = open_map(4);
    debug(&mut app).keys = DebugKeys::none().with(DebugLayer::Danger, KeyCode::KeyX);
    press(&mut app, KeyCode::F2);
    assert_eq!(debug(&mut app).layers, DebugLayers::NONE);
    press(&mut app, KeyCode::KeyX);
    assert!(debug(&mut app).layers.danger);
    debug(&mut app).keys = DebugKeys::none();
    press(&mut app, KeyCode::KeyX);
    assert!(debug(&mut app).layers.danger);
}

#[test]
fn the_paths_are_shown_at_first() {
    assert_eq!(PathfindingDebug::default().layers, DebugLayers { paths: true, ..DebugLayers::NONE });
}

#[test]
fn the_game_is_left_alone() {
    let world = |with_layers: bool| {
        let mut app = busy_app();
        if with_layers {
            debug(&mut app).layers = DebugLayers::ALL;
        }
        (0..60).for_each(|_| app.update());
        let mut agents = app.world_mut().query::<(Entity, &Transform, &PathResult)>();
        let nav_grid = app.world().resource::<NavGrid>();
        let agents: Vec<_> = agents
            .iter(app.world())
            .map(|(agent, at, result)| {
                let components = app.world().entity(agent).archetype().component_count();
                (agent, at.translation, result.cells(nav_grid).into_owned(), components)
            })
            .collect();
        (agents, *app.world().resource::<PathfindingStats>())
    };
    let ((with, with_stats), (without, without_stats)) = (world(true), world(false));
    assert_eq!(with, without);
    assert_eq!(format!("{with_stats:?}"), format!("{without_stats:?}"));
}

/// As every public type of the plugin, so that inspectors can edit the settings.
#[test]
fn the_settings_are_registered_and_can_be_edited_by_reflection() {
    let mut app = open_map(4);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let paths: Vec<&str> = registry.iter().map(|registration| registration.type_info().type_path()).collect();
    for name in
        ["PathfindingDebug", "DebugDrawing", "DebugLayers", "DebugKeys", "DebugColors", "DebugNumbers"]
    {
        assert!(paths.contains(&format!("bevy_tilepath::{name}").as_str()), "{name}");
    }
    let mut settings = debug(&mut app);
    *settings.path_mut::<bool>("layers.regions").unwrap() = true;
    assert_eq!(settings.layers, DebugLayers { regions: true, ..DebugLayers::NONE });
}
