//! What the overlay logs.

use crate::capture::{assert_line, lines_of};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDebug, PathfindingDebugPlugin, PathfindingSettings, Plane};

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

/// The overlay draws with 2D meshes.
#[test]
fn an_overlay_in_a_3d_game_without_a_camera_for_it() {
    for (plane, has_camera) in [(Plane::Xz, false), (Plane::Xz, true), (Plane::Xy, false)] {
        let lines = lines_of(|app| {
            app.add_plugins((AssetPlugin::default(), PathfindingDebugPlugin))
                .init_asset::<Mesh>()
                .init_asset::<Image>()
                .init_asset::<ColorMaterial>();
            app.world_mut().resource_mut::<PathfindingSettings>().plane = plane;
            app.world_mut().spawn(Camera::default());
            if has_camera {
                app.world_mut().spawn(Camera2d);
            }
        });
        if plane == Plane::Xz && !has_camera {
            assert_line(&lines, &["PathfindingDebugPlugin draws nothing", "no Camera2d"]);
        }
        assert_eq!(lines.len(), usize::from(plane == Plane::Xz && !has_camera), "{lines:#?}");
    }
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
