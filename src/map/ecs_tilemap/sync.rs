//! Brings the grid in step with the tilemaps.

use super::{
    changed_tiles::ChangedTiles,
    layer::{LayerChoice, LayerShape, TileLayer, TileLayerItem},
    tile_index::{Tile, TileIndex, TileLog},
};
use crate::{
    bevy_version::{OnAdd, OnRemove},
    map::{
        layers::{LayerRule, Merger, NavTile, TileClasses, warn_of_walls, why_flat},
        nav_grid::NavGrid,
        place::Places,
    },
    rollback::{self, ClonedResource, Parts, Rename, add_observers},
    settings::PathfindingSettings,
};
use bevy::ecs::{
    entity_disabling::Disabled,
    query::Allow,
    schedule::{InternedScheduleLabel, SystemSet},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use std::sync::Arc;
use tilepath::{CellGeometry, Grid, Topology};

/// What the grid was made of.
#[derive(Resource, Clone, Default)]
pub(crate) struct TilemapSync {
    /// The shape of the map that the tiles make. `None` if all tiles must be read again.
    pub(super) shape: Option<LayerShape>,
    /// The shape of the map in the grid, if it came from tilemaps and its obstacles and danger may stay on it.
    pub(super) shown: Option<LayerShape>,
    /// Whether the map in the grid came from tilemaps.
    pub(super) is_loaded: bool,
    pub(super) layers: LayerChoice,
    merger: Merger,
    tiles: Arc<TileIndex>,
    pub(super) classes: TileClasses,
    log: TileLog,
    /// The tiles of which some are not read yet.
    pub(super) unread: Option<Unread>,
    /// Tiles that lost a component, or were despawned, disabled or enabled since the last sync.
    touched: Vec<Entity>,
    /// Whether the state came from a save, which holds no tiles: they are read before anything else.
    pub(super) was_saved: bool,
}

/// Tiles that are read up to one of them.
#[derive(Clone)]
pub(super) struct Unread {
    pub(super) tiles: Vec<Entity>,
    pub(super) next: usize,
    /// Where they end. After loading, `tiles` is empty: then all are read, and what counts is the frame in which this would be done.
    pub(super) end: usize,
}

impl Unread {
    const fn new(tiles: Vec<Entity>) -> Self {
        let end = tiles.len();
        Self { tiles, next: 0, end }
    }
}

/// A component of a tilemap is missing.
pub(in crate::map) type Missing =
    Or<(Without<TilemapSize>, Without<TilemapGridSize>, Without<TilemapTileSize>, Without<TilemapType>)>;

/// What a tilemap consists of.
pub(in crate::map) const PARTS: &[&str] = &["TilemapSize, TilemapGridSize, TilemapTileSize and TilemapType"];

/// Tiles have no [`NavId`](crate::NavId): a tile that comes back is another tile for the index.
impl ClonedResource for TilemapSync {
    fn went_back(&mut self, before: Self, _: &mut Rename) {
        if !Arc::ptr_eq(&self.tiles, &before.tiles) {
            self.touched.extend(self.tiles.differing(&before.tiles));
        }
        self.touched.extend(before.touched);
    }
}

/// Adds the system that keeps the grid in step with tilemaps.
pub(in crate::map) fn add_systems(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet) {
    app.world_mut().get_resource_or_init::<Parts>().0.push(rollback::resource::<TilemapSync>());
    add_observers!(app:
        note_tile::<TilePos>,
        note_tile::<TilemapId>,
        note_tile::<TileTextureIndex>,
        note_tile::<NavTile>,
        note_disabled_tile,
        note_enabled_tile,
    );
    app.init_resource::<TilemapSync>().add_systems(
        schedule,
        sync_tilemaps
            .in_set(set)
            .run_if(resource_exists::<NavGrid>)
            .run_if(resource_exists::<PathfindingSettings>)
            .run_if(resource_exists::<LayerRule>),
    );
}

/// Notes that a tile lost one of its components or is despawned.
fn note_tile<C: Component>(removed: OnRemove<C>, mut sync: ResMut<TilemapSync>) {
    sync.touched.push(removed.entity);
}

/// Tiles, disabled ones among them.
type Tiles<'w, 's> = Query<'w, 's, (), (With<TilePos>, Allow<Disabled>)>;

/// Notes that a tile is disabled, which counts as despawned.
fn note_disabled_tile(disabled: OnAdd<Disabled>, tiles: Tiles, mut sync: ResMut<TilemapSync>) {
    sync.touched.extend(tiles.contains(disabled.entity).then_some(disabled.entity));
}

/// Notes that a tile is enabled again.
fn note_enabled_tile(enabled: OnRemove<Disabled>, tiles: Tiles, mut sync: ResMut<TilemapSync>) {
    sync.touched.extend(tiles.contains(enabled.entity).then_some(enabled.entity));
}

/// Brings the grid in step with the tilemaps. Looks only at tiles that changed, unless a map or a layer came or went: then all tiles are
/// read, up to the budget of a frame, and the map is as it was, or none, until that is done.
fn sync_tilemaps(
    (settings, rule): (Res<PathfindingSettings>, Res<LayerRule>),
    mut nav_grid: ResMut<NavGrid>,
    mut sync: ResMut<TilemapSync>,
    layers: Query<TileLayer>,
    tiles: Query<Tile>,
    changed: ChangedTiles,
    places: Places,
) {
    let sync = &mut *sync;
    let (shape, found) = sync.layers.find(&layers, &places);
    let touched = core::mem::take(&mut sync.touched);
    let Some((shape, first)) = shape.zip(found.first()) else {
        sync.unload(&mut nav_grid);
        return;
    };
    let Some(geometry) = first.geometry(&places) else {
        sync.layers.leave_out(first.entity, &why_flat(places.plane()), &places.names);
        // Edits made in the meantime are found by reading all tiles.
        (sync.shape, sync.shown, sync.unread, sync.was_saved) = (None, None, None, false);
        nav_grid.bypass_change_detection().set_loading(false);
        return;
    };
    let new_table = found.iter().any(|layer| layer.table.is_changed());
    let new_layers = sync.layers.keep(&found);
    let heights: Vec<_> = found.iter().map(|layer| (layer.height(&places), layer.numbered())).collect();
    let new_order = sync.merger.update(*rule, &heights);
    let was_saved = core::mem::take(&mut sync.was_saved);
    if sync.shape != Some(shape) || new_layers {
        sync.tiles = Arc::new(TileIndex::new(shape.size));
        sync.unread = Some(Unread::new(changed.all()));
        sync.shape = Some(shape);
    } else if was_saved {
        sync.read_again(shape, (&found, &tiles, &changed), &mut nav_grid);
    } else {
        let mut dirty = sync.read_changed(&found, &touched, &tiles, &changed);
        // A table may be written again unchanged.
        let other_classes = new_table && Arc::make_mut(&mut sync.tiles).apply_tables(&found);
        if other_classes || new_order {
            dirty = (0..sync.tiles.cells()).collect();
        }
        if !sync.is_reading() && !dirty.is_empty() {
            sync.write_classes(&mut nav_grid, dirty);
        }
    }
    let is_new = if sync.is_reading() {
        let fits = sync.shown == Some(shape) && !nav_grid.lacks_map();
        let is_read = sync.read(settings.load_cells_per_frame.max(1) as usize, &found, &tiles);
        if !is_read && !fits && !nav_grid.is_loading() {
            nav_grid.lose_map();
            nav_grid.set_loading(true);
        }
        is_read
    } else {
        nav_grid.lacks_map()
    };
    if is_new {
        sync.show(geometry, settings.topology(geometry.shape()), &mut nav_grid);
        if let Some(map) = nav_grid.map() {
            warn_of_walls(map.grid(), first.entity, &places.names);
        }
    }
    sync.log.write(&places.names);
    if nav_grid.geometry().is_some_and(|known| *known != geometry) {
        nav_grid.set_geometry(geometry);
    }
}

impl TilemapSync {
    /// Unloads the map that came from tilemaps, if there is one.
    fn unload(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        if self.shape.is_none() && !self.is_loaded {
            return;
        }
        let touched = core::mem::take(&mut self.touched);
        let (layers, is_loaded) = (core::mem::take(&mut self.layers), self.is_loaded);
        *self = Self { layers, touched, ..default() };
        self.layers.clear();
        if is_loaded || nav_grid.is_loading() {
            nav_grid.lose_map();
        }
    }

    pub(super) const fn is_reading(&self) -> bool {
        self.unread.is_some()
    }

    /// Reads up to a number of tiles. Returns whether all are read.
    fn read(&mut self, budget: usize, layers: &[TileLayerItem], tiles: &Query<Tile>) -> bool {
        let Some(Unread { tiles: unread, next, end }) = &mut self.unread else { return true };
        let last = next.saturating_add(budget).min(*end);
        let now = unread.iter().take(last).skip(*next);
        // A tile may be gone, or be read already because it changed.
        for tile in now.filter_map(|&entity| tiles.get(entity).ok()) {
            Arc::make_mut(&mut self.tiles).update(&tile, layers, &mut self.log);
        }
        *next = last;
        let is_done = last == *end;
        if is_done {
            self.unread = None;
        }
        is_done
    }

    /// Reads all tiles after loading, as the game that was saved had read them. Tiles may have changed since.
    fn read_again(
        &mut self,
        shape: LayerShape,
        (layers, tiles, changed): (&[TileLayerItem], &Query<Tile>, &ChangedTiles),
        nav_grid: &mut NavGrid,
    ) {
        let mut index = TileIndex::new(shape.size);
        for tile in changed.all().into_iter().filter_map(|entity| tiles.get(entity).ok()) {
            index.update(&tile, layers, &mut self.log);
        }
        self.tiles = Arc::new(index);
        if !self.is_reading() {
            let written = self.classes.written(nav_grid.id());
            self.write_classes(nav_grid, written);
        }
    }

    /// Shows the tiles on the grid, after all were read.
    fn show(&mut self, geometry: CellGeometry, topology: Topology, nav_grid: &mut ResMut<NavGrid>) {
        let Some(shape) = self.shape else { return };
        let width = shape.size.x;
        let class = |cell: IVec2| self.tiles.class_at(cell.y as u32 * width + cell.x as u32, &self.merger);
        // A new map only if the old one does not fit: obstacles and danger then stay on the map.
        if self.shown == Some(shape) && nav_grid.map().is_some() {
            self.write_classes(nav_grid, (0..self.tiles.cells()).collect());
        } else if let Ok(grid) = Grid::from_fn(shape.size, class) {
            nav_grid.load(grid, geometry, topology);
            self.classes.note_new_map(nav_grid);
            self.is_loaded = true;
            self.log_crowds(0..self.tiles.cells());
        }
        self.shown = Some(shape);
    }

    /// Reads tiles that changed, lost a component, or were disabled or enabled. Returns the cells that they were on and are on now.
    fn read_changed(
        &mut self,
        layers: &[TileLayerItem],
        touched: &[Entity],
        tiles: &Query<Tile>,
        changed: &ChangedTiles,
    ) -> Vec<u32> {
        let mut dirty = Vec::new();
        for &entity in touched {
            dirty.extend(Arc::make_mut(&mut self.tiles).forget(entity));
        }
        for &entity in touched.iter().chain(&changed.find()) {
            if let Ok(tile) = tiles.get(entity) {
                dirty.extend(
                    Arc::make_mut(&mut self.tiles).update(&tile, layers, &mut self.log).into_iter().flatten(),
                );
            }
        }
        dirty
    }

    /// Brings cells of the grid in step with the tiles on them.
    fn write_classes(&mut self, nav_grid: &mut NavGrid, cells: Vec<u32>) {
        // A map of the game with other cells is no business of the tilemap.
        if self.shape.is_none_or(|shape| nav_grid.size() != shape.size) {
            return;
        }
        self.log_crowds(cells.iter().copied());
        self.classes.write(nav_grid, cells, |cell| self.tiles.class_at(cell, &self.merger));
    }

    /// Logs where several tiles of one layer are on one cell, once for each layer.
    fn log_crowds(&mut self, cells: impl Iterator<Item = u32>) {
        let Some(LayerShape { size, .. }) = self.shape else { return };
        for cell in cells {
            if let Some((layer, tiles)) = self.tiles.crowd_at(cell)
                && let Some(tilemap) = self.layers.get(layer)
            {
                self.log.crowded(tilemap, tiles, UVec2::new(cell % size.x, cell / size.x));
            }
        }
    }
}
