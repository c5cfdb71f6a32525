//! The plugin of the overlay.

use super::{
    arrows::{ArrowState, draw_arrows},
    borders::{BorderState, draw_borders},
    cells::{CellState, paint_cells},
    drawing::DebugDrawing,
    numbers::{NumberState, draw_numbers},
    paths::{PathState, draw_paths},
    search::{DebugSearch, record_search},
    select::{forget_despawned, select_by_click},
    settings::{PathfindingDebug, toggle_layers},
    steps::Steps,
    view::warn_of_no_camera,
    waypoints::{WaypointState, draw_waypoints},
};
use crate::{map::NavGrid, request::CostProfiles, waypoints::WaypointGraph};
use bevy::{
    asset::AssetEventSystems, camera::visibility::VisibilitySystems, input::InputSystems, prelude::*,
};

/// Draws over the game what [`PathfindingPlugin`](crate::PathfindingPlugin) does: terrain costs, danger, regions, goal fields,
/// edits, waypoints, paths, and the cells that the search of one agent expanded. By default only paths are shown. The keys F1 to
/// F10 show and hide the layers. The resource [`PathfindingDebug`] holds the settings.
///
/// The overlay changes nothing: agents walk as they do without it. It works for every shape of cells, wherever the map is. A
/// hidden layer costs no time. The colours of cells are stored in textures; only textures that have changed are sent to the
/// graphics card.
///
/// Without a renderer this plugin draws nothing. It draws with 2D meshes: in [x/z](crate::Plane::Xz), give your 3D camera a child that
/// draws them over the game. It needs the projection of your camera:
///
/// ```
/// # use bevy::prelude::*;
/// fn spawn_camera(mut commands: Commands) {
///     let view = Transform::from_xyz(0.0, 20.0, 15.0).looking_at(Vec3::ZERO, Vec3::Y);
///     let over = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
///     let overlay = (Camera2d, over, Projection::Perspective(default()));
///     commands.spawn((Camera3d::default(), view, children![overlay]));
/// }
/// ```
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_tilepath::{PathfindingDebugPlugin, prelude::*};
/// App::new().add_plugins((DefaultPlugins, PathfindingPlugin, PathfindingDebugPlugin));
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingDebugPlugin;

impl Plugin for PathfindingDebugPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<PathfindingDebug>()
            .register_type::<DebugDrawing>()
            .init_resource::<PathfindingDebug>()
            .init_resource::<DebugSearch>()
            .init_resource::<CellState>()
            .init_resource::<ArrowState>()
            .init_resource::<NumberState>()
            .init_resource::<WaypointState>()
            .init_resource::<Steps>()
            .init_resource::<PathState>()
            .init_resource::<BorderState>()
            .add_systems(
                PreUpdate,
                (toggle_layers, select_by_click)
                    .chain()
                    .after(InputSystems)
                    .distributive_run_if(has_pathfinding)
                    .distributive_run_if(has_overlay),
            )
            .add_systems(
                PostUpdate,
                (
                    forget_despawned,
                    warn_of_no_camera,
                    record_search,
                    paint_cells,
                    draw_arrows,
                    draw_borders,
                    draw_waypoints,
                    draw_paths,
                    draw_numbers,
                )
                    .chain()
                    .before(TransformSystems::Propagate)
                    .before(VisibilitySystems::CalculateBounds)
                    // The events of new meshes and changed textures come in the same frame.
                    .before(AssetEventSystems)
                    .distributive_run_if(has_pathfinding)
                    .distributive_run_if(has_overlay)
                    .distributive_run_if(has_renderer),
            );
    }

    fn finish(&self, app: &mut App) {
        if !app.world().contains_resource::<WaypointGraph>() {
            warn!("PathfindingDebugPlugin draws nothing: the app has no PathfindingPlugin");
        } else if !app.world().contains_resource::<Assets<ColorMaterial>>() {
            info!("PathfindingDebugPlugin draws nothing: the app has no renderer");
        }
    }
}

/// Whether the app has the resources of the pathfinding plugin.
fn has_pathfinding(
    grid: Option<Res<NavGrid>>,
    profiles: Option<Res<CostProfiles>>,
    graph: Option<Res<WaypointGraph>>,
) -> bool {
    grid.is_some() && profiles.is_some() && graph.is_some()
}

/// Whether the game has removed none of the overlay's public resources.
fn has_overlay(debug: Option<Res<PathfindingDebug>>, search: Option<Res<DebugSearch>>) -> bool {
    debug.is_some() && search.is_some()
}

/// Whether the app has a renderer, that is, the assets that the overlay draws with.
fn has_renderer(
    meshes: Option<Res<Assets<Mesh>>>,
    images: Option<Res<Assets<Image>>>,
    materials: Option<Res<Assets<ColorMaterial>>>,
) -> bool {
    meshes.is_some() && images.is_some() && materials.is_some()
}
