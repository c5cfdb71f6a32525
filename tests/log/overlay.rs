//! What the overlay logs.

use crate::capture::{assert_line, lines_of};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDebug, PathfindingDebugPlugin};

#[test]
fn an_overlay_without_a_renderer() {
    let lines = lines_of(|app| {
        app.add_plugins(PathfindingDebugPlugin);
        app.finish();
    });
    assert_line(&lines, &["PathfindingDebugPlugin draws nothing", "no renderer"]);
}

#[test]
fn an_overlay_without_the_plugin_that_it_shows() {
    let lines = lines_of(|_| {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, PathfindingDebugPlugin));
        app.finish();
        (0..3).for_each(|_| app.update());
    });
    assert_line(&lines, &["PathfindingDebugPlugin draws nothing", "no PathfindingPlugin"]);
}

#[test]
fn a_selected_agent_that_is_despawned() {
    let lines = lines_of(|app| {
        app.add_plugins((AssetPlugin::default(), PathfindingDebugPlugin))
            .init_asset::<Mesh>()
            .init_asset::<Image>()
            .init_asset::<ColorMaterial>();
        let agent = app.world_mut().spawn_empty().id();
        app.world_mut().resource_mut::<PathfindingDebug>().selected = Some(agent);
        app.world_mut().despawn(agent);
    });
    assert_line(&lines, &["the selected agent", "is gone"]);
}
