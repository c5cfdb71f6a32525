//! The plugin of the overlay.

use super::{
    arrows::{ArrowState, draw_arrows},
    cells::{CellState, paint_cells},
    drawing::DebugDrawing,
    numbers::{NumberState, draw_numbers},
    paths::{PathState, draw_paths},
    search::{DebugSearch, record_search},
    select::{forget_despawned, select_by_click},
    settings::PathfindingDebug,
    steps::Steps,
    toggle::toggle_layers,
    waypoints::{WaypointState, draw_waypoints},
};
use crate::{map::NavGrid, request::CostProfiles, waypoints::WaypointGraph};
use bevy::{camera::visibility::VisibilitySystems, input::InputSystems, prelude::*};

/// Draws what [`PathfindingPlugin`](crate::PathfindingPlugin) does, over the game: terrain costs, danger, regions, goal fields, edits,
/// waypoints, paths, and the cells that the search of one agent expanded. [`PathfindingDebug`] says what is shown: by default only paths.
/// F1 to F10 show and hide the layers.
///
/// It reads the live state and changes nothing: agents walk as they do without it. It works for every shape of cells, wherever the map is.
/// Colours are kept in textures in chunks; only chunks that look different are sent to the graphics card. A hidden layer costs nothing. The
/// plugin needs a renderer; without a renderer it does nothing.
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
            .add_systems(
                PreUpdate,
                (toggle_layers, select_by_click).chain().after(InputSystems).run_if(has_pathfinding),
            )
            .add_systems(
                PostUpdate,
                (
                    forget_despawned,
                    record_search,
                    paint_cells,
                    draw_arrows,
                    draw_waypoints,
                    draw_paths,
                    draw_numbers,
                )
                    .chain()
                    .before(TransformSystems::Propagate)
                    .before(VisibilitySystems::CalculateBounds)
                    .run_if(has_pathfinding)
                    .run_if(has_renderer),
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

/// Whether there is anything to show.
fn has_pathfinding(
    grid: Option<Res<NavGrid>>,
    profiles: Option<Res<CostProfiles>>,
    graph: Option<Res<WaypointGraph>>,
) -> bool {
    grid.is_some() && profiles.is_some() && graph.is_some()
}

/// Whether there is anything to draw with.
fn has_renderer(
    meshes: Option<Res<Assets<Mesh>>>,
    images: Option<Res<Assets<Image>>>,
    materials: Option<Res<Assets<ColorMaterial>>>,
) -> bool {
    meshes.is_some() && images.is_some() && materials.is_some()
}
