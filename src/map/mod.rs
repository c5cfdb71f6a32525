//! The navigation grid and what keeps it in step with the world: tilemaps, obstacles, danger.

mod cell_geometry;
mod danger_source;
mod footprint;
#[cfg(feature = "tilemap")]
mod layers;
mod nav_grid;
#[cfg(not(feature = "tilemap"))]
mod no_tilemap;
mod obstacle;
#[cfg(feature = "tilemap")]
mod tilemap;

pub use cell_geometry::CellGeometry;
pub use danger_source::DangerSource;
pub(crate) use footprint::{
    Footprints, note_disabled, note_enabled, note_orphan, note_removal, sync_footprints,
};
#[cfg(feature = "tilemap")]
pub use layers::{LayerRule, NavTile, NavTilemap};
pub use nav_grid::NavGrid;
pub(crate) use nav_grid::{apply_settings, apply_settings_to_new_grid};
#[cfg(not(feature = "tilemap"))]
pub(crate) use no_tilemap::add_tilemap_systems;
pub use obstacle::{NavObstacle, ObstacleError};
#[cfg(feature = "tilemap")]
pub(crate) use tilemap::add_tilemap_systems;
