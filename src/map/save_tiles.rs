//! Saves what tilemaps of any kind remember, and loads it again.

#[cfg(feature = "tilemap")]
use super::ecs_tilemap as tilemaps;
#[cfg(not(feature = "tilemap_chunk"))]
use super::no_such_tilemap as chunks;
#[cfg(not(feature = "tilemap"))]
use super::no_such_tilemap as tilemaps;
#[cfg(feature = "tilemap_chunk")]
use super::tilemap_chunk as chunks;
use super::{
    layers::{NavTilemap, TileClasses},
    nav_grid::NavGrid,
    saved_tiles::SavedTiles,
};
use crate::rollback::Rename;
use bevy::prelude::*;

/// Whether an entity is a tilemap. Games spawn tilemaps themselves, with all their tiles.
pub(crate) fn is_tilemap(world: &World, entity: Entity) -> bool {
    world.get::<NavTilemap>(entity).is_some()
}

/// What is saved.
pub(crate) fn saved_tiles(world: &World) -> Option<SavedTiles> {
    let nav_grid = world.get_resource::<NavGrid>()?;
    tilemaps::saved_tiles(world, nav_grid).or_else(|| chunks::saved_tiles(world, nav_grid))
}

/// Takes the state of a save, after the grid was loaded.
pub(crate) fn load_tiles(world: &mut World, saved: Option<&SavedTiles>, names: &Rename) {
    let Some(nav_grid) = world.get_resource::<NavGrid>() else { return };
    let classes = saved.and_then(|saved| saved.classes.as_deref());
    let classes = classes.map_or_else(TileClasses::default, |saved| TileClasses::load(saved, nav_grid));
    tilemaps::load_tiles(world, saved, classes.clone(), names);
    chunks::load_tiles(world, saved, classes, names);
}
