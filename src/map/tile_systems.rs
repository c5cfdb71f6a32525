//! The systems that keep the grid in step with tilemaps, of whatever kind.

#[cfg(feature = "tilemap")]
use super::ecs_tilemap as tilemaps;
#[cfg(not(feature = "tilemap_chunk"))]
use super::no_such_tilemap as chunks;
#[cfg(not(feature = "tilemap"))]
use super::no_such_tilemap as tilemaps;
#[cfg(feature = "tilemap_chunk")]
use super::tilemap_chunk as chunks;
use super::{
    layers::{LayerRule, NavTile, NavTilemap},
    nav_grid::apply_settings,
};
use crate::{
    names::Names,
    rollback::{self, Parts},
    systems::{PathfindingSystems, SetWork},
};
use bevy::ecs::{entity::EntityHashSet, schedule::InternedScheduleLabel};
use bevy::prelude::*;

/// The kinds of tilemaps, in the order in which they are read.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
enum ReadTiles {
    Tilemaps,
    Chunks,
}

/// Adds the systems that keep the grid in step with tilemaps, and registers the components of tilemaps.
pub(crate) fn add_tile_systems(app: &mut App, schedule: InternedScheduleLabel) {
    app.register_type::<NavTilemap>()
        .register_type::<NavTile>()
        .register_type::<LayerRule>()
        .init_resource::<LayerRule>()
        .configure_sets(
            schedule,
            (ReadTiles::Tilemaps, ReadTiles::Chunks)
                .chain()
                .in_set(SetWork(PathfindingSystems::SyncGrid))
                .before(apply_settings),
        )
        .add_systems(schedule, warn_of_incomplete.in_set(SetWork(PathfindingSystems::SyncGrid)));
    app.world_mut().get_resource_or_init::<Parts>().0.push(rollback::numbered::<NavTilemap>());
    tilemaps::add_systems(app, schedule, ReadTiles::Tilemaps);
    chunks::add_systems(app, schedule, ReadTiles::Chunks);
}

/// The entity is no tilemap of any kind.
type IncompleteTilemap = (With<NavTilemap>, tilemaps::Missing, chunks::Missing);

/// Logs once that an entity with [`NavTilemap`] is no tilemap, if it is none for two frames in a row: the parts of a tilemap may arrive
/// one after the other.
fn warn_of_incomplete(
    incomplete: Query<Entity, IncompleteTilemap>,
    names: Names,
    mut waiting: Local<EntityHashSet>,
    mut logged: Local<EntityHashSet>,
) {
    for entity in &incomplete {
        if !waiting.insert(entity) && logged.insert(entity) {
            let parts: Vec<_> = [tilemaps::PARTS, chunks::PARTS].concat();
            warn!(
                "{} has NavTilemap but is no tilemap: put it on the entity with {}",
                names.of(entity),
                parts.join(", or with ")
            );
        }
    }
}
