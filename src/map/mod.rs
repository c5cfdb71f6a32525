//! The navigation grid and what keeps it in step with the world: tilemaps, obstacles, links, walls on edges, danger.

mod danger_source;
#[cfg(feature = "tilemap")]
mod ecs_tilemap;
mod edge_wall;
mod footprint;
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
mod layers;
mod nav_grid;
mod nav_link;
#[cfg(all(feature = "serialize", not(any(feature = "tilemap", feature = "tilemap_chunk"))))]
mod no_saved_tiles;
#[cfg(all(
    any(feature = "tilemap", feature = "tilemap_chunk"),
    not(all(feature = "tilemap", feature = "tilemap_chunk"))
))]
mod no_such_tilemap;
#[cfg(not(any(feature = "tilemap", feature = "tilemap_chunk")))]
mod no_tilemap;
mod obstacle;
mod obstacles_along;
mod place;
#[cfg(all(feature = "serialize", any(feature = "tilemap", feature = "tilemap_chunk")))]
mod save_tiles;
#[cfg(feature = "serialize")]
mod saved_footprints;
#[cfg(feature = "serialize")]
mod saved_grid;
#[cfg(feature = "serialize")]
mod saved_tiles;
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
mod tile_systems;
#[cfg(feature = "tilemap_chunk")]
mod tilemap_chunk;

pub(crate) use danger_source::DangerMark;
pub use danger_source::DangerSource;
#[cfg(feature = "tilemap")]
pub use ecs_tilemap::DeriveNavTilePlugin;
pub use edge_wall::EdgeWall;
pub(crate) use footprint::{Footprints, observe_footprints, sync_footprints};
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
pub use layers::{IntoTileClass, InvalidTileClass, LayerRule, NavTile, NavTilemap};
pub use nav_grid::NavGrid;
pub(crate) use nav_grid::{apply_settings, apply_settings_to_new_grid};
pub use nav_link::NavLink;
#[cfg(all(feature = "serialize", not(any(feature = "tilemap", feature = "tilemap_chunk"))))]
pub(crate) use no_saved_tiles::{is_tilemap, load_tiles, saved_tiles};
#[cfg(not(any(feature = "tilemap", feature = "tilemap_chunk")))]
pub(crate) use no_tilemap::add_tile_systems;
pub(crate) use obstacle::ObstacleMark;
pub use obstacle::{NavObstacle, ObstacleError};
#[cfg(feature = "debug")]
pub(crate) use obstacles_along::has_door;
pub(crate) use place::{NoPlace, Places};
#[cfg(all(feature = "serialize", any(feature = "tilemap", feature = "tilemap_chunk")))]
pub(crate) use save_tiles::{is_tilemap, load_tiles, saved_tiles};
#[cfg(feature = "serialize")]
pub(crate) use saved_footprints::SavedFootprints;
#[cfg(feature = "serialize")]
pub(crate) use saved_grid::SavedGrid;
#[cfg(feature = "serialize")]
pub(crate) use saved_tiles::SavedTiles;
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
pub(crate) use tile_systems::add_tile_systems;
