//! Brings the grid in step with the tilemaps.

use super::{
    layer::{Layer, LayerChoice, LayerItem, LayerShape},
    nav_tilemap::{NavTile, NavTilemap},
    tile_index::{Tile, TileIndex},
};
use crate::{
    map::nav_grid::{NavGrid, apply_settings},
    settings::PathfindingSettings,
    systems::PathfindingSystems,
};
use bevy::ecs::{entity::EntityHashSet, schedule::InternedScheduleLabel};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use tilepath::Grid;

type TileChanged = Or<(Changed<TilePos>, Changed<TilemapId>, Changed<TileTextureIndex>, Changed<NavTile>)>;

/// What the grid was made of.
#[derive(Resource, Default)]
pub(crate) struct TilemapSync {
    /// The shape of the map. `None` if all tiles must be read again.
    shape: Option<LayerShape>,
    /// Whether the map in the grid came from tilemaps.
    is_loaded: bool,
    layers: LayerChoice,
    tiles: TileIndex,
    /// Tiles that lost a component or were despawned since the last sync.
    touched: Vec<Entity>,
}

/// Adds the systems that keep the grid in step with tilemaps, and registers the components of tilemaps.
pub(crate) fn add_tilemap_systems(app: &mut App, schedule: InternedScheduleLabel) {
    app.register_type::<NavTilemap>()
        .register_type::<NavTile>()
        .init_resource::<TilemapSync>()
        .add_observer(note_tile::<TilePos>)
        .add_observer(note_tile::<TilemapId>)
        .add_observer(note_tile::<TileTextureIndex>)
        .add_observer(note_tile::<NavTile>)
        .add_systems(
            schedule,
            (sync_tilemaps.before(apply_settings), warn_of_incomplete).in_set(PathfindingSystems::SyncGrid),
        );
}

/// A component of a tilemap is missing.
type Incomplete =
    Or<(Without<TilemapSize>, Without<TilemapGridSize>, Without<TilemapTileSize>, Without<TilemapType>)>;

/// Logs once that an entity with [`NavTilemap`] is no tilemap, if it is none for two frames in a row: the parts of a tilemap may arrive
/// one after the other.
fn warn_of_incomplete(
    incomplete: Query<Entity, (With<NavTilemap>, Incomplete)>,
    mut waiting: Local<EntityHashSet>,
    mut logged: Local<EntityHashSet>,
) {
    for entity in &incomplete {
        if !waiting.insert(entity) && logged.insert(entity) {
            warn!(
                "{entity} has NavTilemap but is no tilemap: put it on the entity with TilemapSize, TilemapGridSize, \
                 TilemapTileSize and TilemapType"
            );
        }
    }
}

/// Logs that nobody can walk on a map.
fn warn_of_walls(grid: &Grid, tilemap: Entity) {
    if grid.classes().iter().all(|&class| class == 0) {
        warn!(
            "every cell of the map of {tilemap} has class 0, a wall: do its tiles have TilePos and TilemapId, and does the table of \
             NavTilemap name their textures?"
        );
    }
}

/// Notes that a tile lost one of its components or is despawned.
fn note_tile<C: Component>(removed: On<Remove, C>, mut sync: ResMut<TilemapSync>) {
    sync.touched.push(removed.entity);
}

/// Brings the grid in step with the tilemaps. Looks only at tiles that changed, unless a map came, went or has another table.
fn sync_tilemaps(
    settings: Res<PathfindingSettings>,
    mut nav_grid: ResMut<NavGrid>,
    mut sync: ResMut<TilemapSync>,
    layers: Query<Layer>,
    tiles: Query<Tile>,
    changed: Query<Tile, TileChanged>,
    transforms: TransformHelper,
) {
    let sync = &mut *sync;
    let (shape, found) = sync.layers.find(&layers, &transforms);
    let touched = core::mem::take(&mut sync.touched);
    let Some(shape) = shape else {
        sync.unload(&mut nav_grid);
        return;
    };
    let Some(geometry) = found[0].geometry(&transforms) else {
        sync.layers.leave_out(found[0].entity, "its transform flattens it or is not finite");
        // Edits made in the meantime are found by reading all tiles.
        sync.shape = None;
        return;
    };
    let new_table = found.iter().any(|layer| layer.table.is_changed());
    let new_layers = sync.layers.keep(&found);
    if sync.shape != Some(shape) || new_layers || new_table {
        let Some(grid) = sync.read_all(shape, &found, &tiles) else { return };
        warn_of_walls(&grid, found[0].entity);
        // A new map only if the old one does not fit: obstacles and danger then stay on the map.
        if sync.shape == Some(shape) && nav_grid.map().is_some() {
            let cells = (0..grid.len()).map(|index| grid.cell(index));
            write_classes(&mut nav_grid, &sync.tiles, cells);
        } else {
            nav_grid.load(grid, geometry, settings.topology());
            sync.is_loaded = true;
        }
        sync.shape = Some(shape);
    } else {
        let dirty = sync.read_changed(&found, &touched, &tiles, &changed);
        if !dirty.is_empty() {
            write_classes(&mut nav_grid, &sync.tiles, dirty);
        }
    }
    if nav_grid.geometry() != Some(&geometry) {
        nav_grid.set_geometry(geometry);
    }
}

impl TilemapSync {
    /// Unloads the map that came from tilemaps, if there is one.
    fn unload(&mut self, nav_grid: &mut NavGrid) {
        if core::mem::take(&mut self.is_loaded) {
            self.shape = None;
            self.layers.clear();
            self.tiles = TileIndex::default();
            nav_grid.unload();
        }
    }

    /// Reads all tiles into a grid.
    fn read_all(&mut self, shape: LayerShape, layers: &[LayerItem], tiles: &Query<Tile>) -> Option<Grid> {
        self.tiles = TileIndex::new(shape.size);
        for tile in tiles {
            self.tiles.place(&tile, layers);
        }
        Grid::from_fn(shape.size, |cell| self.tiles.class_at(cell)).ok()
    }

    /// Reads tiles that changed or lost a component. Returns the cells that they were on and are on now.
    fn read_changed(
        &mut self,
        layers: &[LayerItem],
        touched: &[Entity],
        tiles: &Query<Tile>,
        changed: &Query<Tile, TileChanged>,
    ) -> Vec<IVec2> {
        let mut dirty = Vec::new();
        for &entity in touched {
            dirty.extend(self.tiles.forget(entity));
        }
        let left = touched.iter().filter_map(|&entity| tiles.get(entity).ok());
        for tile in left.chain(changed) {
            dirty.extend(self.tiles.forget(tile.entity));
            dirty.extend(self.tiles.place(&tile, layers));
        }
        dirty
    }
}

/// Brings cells of the grid in step with the tiles on them.
fn write_classes(nav_grid: &mut NavGrid, tiles: &TileIndex, cells: impl IntoIterator<Item = IVec2>) {
    let Some(map) = nav_grid.map_mut() else { return };
    for cell in cells {
        // The index holds cells of the map alone.
        let _ = map.set_terrain(cell, tiles.class_at(cell));
    }
}
