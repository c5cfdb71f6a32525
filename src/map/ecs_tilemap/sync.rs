//! Brings the grid in step with the tilemaps.

use super::{
    changed_tiles::ChangedTiles,
    layer::TileLayer,
    tile_index::{Tile, TileIndex, TileLog},
};
use crate::{
    bevy_version::{OnAdd, OnRemove},
    map::{
        layers::{
            Candidates, LayerRule, LeftOut, MapShape, Merger, NavTile, ShownMap, TilemapPlaces, are_declared,
            warn_of_walls,
        },
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

/// What the grid was made of.
#[derive(Resource, Clone, Default)]
pub(crate) struct TilemapSync {
    merger: Merger,
    pub(super) tiles: Arc<TileIndex>,
    pub(super) shown: ShownMap,
    left_out: LeftOut,
    log: TileLog,
    /// The tiles of which some are not read yet.
    pub(super) unread: Option<Unread>,
    /// Tiles that lost a component, or were despawned, disabled or enabled since the last sync.
    touched: Vec<Entity>,
    /// Whether the state came from a save, which holds no tiles: they are read before anything else.
    pub(super) was_saved: bool,
}

/// Tiles that are read up to one of them.
#[derive(Clone, Default)]
pub(super) struct Unread {
    pub(super) tiles: Vec<Entity>,
    pub(super) next: usize,
    /// Where they end. After loading, `tiles` is empty: then all are read, and what counts is the frame in which this would be done.
    pub(super) end: usize,
}

/// A component of a tilemap is missing.
pub(in crate::map) type Missing =
    Or<(Without<TilemapSize>, Without<TilemapGridSize>, Without<TilemapTileSize>, Without<TilemapType>)>;

/// What a tilemap consists of.
pub(in crate::map) const PARTS: &[&str] = &["TilemapSize, TilemapGridSize, TilemapTileSize and TilemapType"];

/// Tiles have no [`NavId`](crate::NavId): a tile that comes back is another tile for the index.
impl ClonedResource for TilemapSync {
    fn went_back(&mut self, before: Self, entities: &mut Rename) {
        if !entities.is_empty() {
            Arc::make_mut(&mut self.tiles).arrangement.rename(entities);
        }
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

/// Brings the grid in step with the tilemaps. Looks only at tiles that changed and at those of tilemaps that came. These are read up to the
/// budget of a frame, and the map is as it was, or none, until that is done.
fn sync_tilemaps(
    (settings, rule): (Res<PathfindingSettings>, Res<LayerRule>),
    mut nav_grid: ResMut<NavGrid>,
    mut sync: ResMut<TilemapSync>,
    tilemaps: Query<TileLayer>,
    tiles: Query<Tile>,
    changed: ChangedTiles,
    places: Places,
) {
    let sync = &mut *sync;
    let found = sync.find(are_declared(&settings), &tilemaps, &places);
    let touched = core::mem::take(&mut sync.touched);
    let Some(found) = found else {
        sync.unload(&mut nav_grid);
        return;
    };
    let was_saved = core::mem::take(&mut sync.was_saved);
    let is_same = sync.tiles.arrangement.is_as(&found);
    let mut came = Vec::new();
    if !is_same {
        came = sync.rearrange(&found, &changed, &mut nav_grid);
    }
    let layers = sync.tiles.arrangement.iter();
    let layers = layers.map(|(number, placed)| (number, placed.height, placed.tilemap));
    sync.shown.is_stale |= sync.merger.update(*rule, layers, &came);
    if was_saved {
        sync.read_again(&tilemaps, &tiles, &changed);
    } else {
        sync.read_changed(&touched, &came, &tilemaps, &tiles, &changed);
    }
    // A table may be written again unchanged. Tiles of tilemaps that came are read with their tables.
    if tilemaps
        .iter()
        .any(|tilemap| tilemap.table.is_changed() && !sync.tiles.is_one_of(tilemap.entity, &came))
    {
        sync.shown.is_stale |= Arc::make_mut(&mut sync.tiles).apply_tables(&tilemaps);
    }
    if !sync.read(settings.load_cells_per_frame.max(1) as usize, &tilemaps, &tiles) {
        let lacks_map = sync.shown.wants_map || nav_grid.map().is_none() && !nav_grid.is_unloaded;
        if lacks_map && !nav_grid.is_loading() {
            nav_grid.lose_map();
            nav_grid.set_loading(true);
        }
    } else {
        let shape = sync.shown.shape_of(found.cells, found.bounds, &settings);
        sync.show(shape, &mut nav_grid, &places);
    }
    sync.log.write(&places.names);
}

impl TilemapSync {
    /// Where the tilemaps are. `None` if there is none on which agents can walk. A tilemap below a disabled entity counts as disabled.
    fn find(
        &mut self,
        are_declared: bool,
        tilemaps: &Query<TileLayer>,
        places: &Places,
    ) -> Option<TilemapPlaces> {
        let mut candidates = Candidates::new();
        for tilemap in tilemaps.iter().filter(|tilemap| !places.is_below_disabled(tilemap.entity)) {
            match tilemap.candidate(places) {
                Ok(candidate) => candidates.push(candidate),
                Err(reason) => self.left_out.log(tilemap.entity, &reason, &places.names),
            }
        }
        self.tiles.arrangement.find(candidates, are_declared, &mut self.left_out, &places.names)
    }

    /// Updates the places of the tilemaps. Returns the numbers of the tilemaps whose tiles must be read.
    fn rearrange(
        &mut self,
        found: &TilemapPlaces,
        changed: &ChangedTiles,
        nav_grid: &mut NavGrid,
    ) -> Vec<u32> {
        if found.are_new {
            let (left_out, log) = (core::mem::take(&mut self.left_out), core::mem::take(&mut self.log));
            *self = Self { left_out, log, ..default() };
            self.shown.wants_map = true;
        }
        let tiles = Arc::make_mut(&mut self.tiles);
        let rearranged = tiles.arrange(found);
        let arrangement = &tiles.arrangement;
        self.shown.touch(&rearranged, |number| arrangement.placed(number).map(|placed| placed.rect));
        if rearranged.has_other_reference {
            self.shown.keep_cells(nav_grid, found.cells);
        }
        if !rearranged.came.is_empty() {
            // Another tilemap brings the map back that the game has unloaded.
            (nav_grid.is_unloaded, self.shown.waits) = (false, true);
            let unread = self.unread.get_or_insert_default();
            // After loading, the tiles before the new ones are missing here.
            unread.tiles.resize(unread.end, Entity::PLACEHOLDER);
            unread.tiles.extend(changed.of(|tilemap| tiles.is_one_of(tilemap, &rearranged.came)));
            unread.end = unread.tiles.len();
        }
        rearranged.came
    }

    /// Unloads the map that came from tilemaps, if there is one.
    fn unload(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        if self.tiles.arrangement.reference.is_none() && !self.shown.is_loaded {
            return;
        }
        let is_loaded = self.shown.is_loaded;
        let left_out = core::mem::take(&mut self.left_out);
        *self = Self { left_out, ..default() };
        if is_loaded || nav_grid.is_loading() {
            nav_grid.lose_map();
        }
    }

    /// Reads up to a number of tiles. Returns whether all are read.
    fn read(&mut self, budget: usize, tilemaps: &Query<TileLayer>, tiles: &Query<Tile>) -> bool {
        let Some(Unread { tiles: unread, next, end }) = &mut self.unread else { return true };
        let last = next.saturating_add(budget).min(*end);
        let now = unread.iter().take(last).skip(*next);
        // A tile may be gone, or be read already because it changed.
        for tile in now.filter_map(|&entity| tiles.get(entity).ok()) {
            Arc::make_mut(&mut self.tiles).update(&tile, tilemaps, &mut self.log);
        }
        *next = last;
        let is_done = last == *end;
        if is_done {
            self.unread = None;
        }
        is_done
    }

    /// Reads all tiles after loading, as the game that was saved had read them. Tiles may have changed since.
    fn read_again(&mut self, tilemaps: &Query<TileLayer>, tiles: &Query<Tile>, changed: &ChangedTiles) {
        let mut index = TileIndex::new(self.tiles.arrangement.clone());
        let all = changed.of(|tilemap| index.arrangement.number(tilemap).is_some());
        for tile in all.into_iter().filter_map(|entity| tiles.get(entity).ok()) {
            index.update(&tile, tilemaps, &mut self.log);
        }
        self.tiles = Arc::new(index);
        self.shown.dirty.extend(self.shown.classes.written());
    }

    /// Shows the tiles on the grid, after all were read.
    fn show(&mut self, shape: MapShape, nav_grid: &mut ResMut<NavGrid>, places: &Places) {
        let Self { tiles, merger, shown, log, .. } = self;
        let lookup = tiles.arrangement.lookup();
        let mut crowded = Vec::new();
        let class_at = |cell: IVec2| {
            let class = tiles.class_at(&lookup, cell, merger);
            crowded.extend(tiles.crowd_at(&lookup, cell));
            class
        };
        let is_new = shown.show(nav_grid, shape, &tiles.arrangement, class_at);
        for (tilemap, pair, at) in crowded {
            log.crowded(tilemap, pair, at);
        }
        if let Some(map) = nav_grid.map().filter(|_| is_new)
            && let Some(first) = tiles.arrangement.reference
        {
            warn_of_walls(map.grid(), first, &places.names);
        }
    }

    /// Reads tiles that changed, lost a component, or were disabled or enabled, and notes the cells that they were on and are on now. Tiles
    /// of tilemaps that came are read later.
    fn read_changed(
        &mut self,
        touched: &[Entity],
        came: &[u32],
        tilemaps: &Query<TileLayer>,
        tiles: &Query<Tile>,
        changed: &ChangedTiles,
    ) {
        for &entity in touched {
            self.shown.dirty.extend(Arc::make_mut(&mut self.tiles).forget(entity));
        }
        for &entity in touched.iter().chain(&changed.find()) {
            let Ok(tile) = tiles.get(entity) else { continue };
            if self.tiles.is_one_of(tile.map.0, came) {
                self.shown.dirty.extend(Arc::make_mut(&mut self.tiles).forget(entity));
            } else {
                let cells = Arc::make_mut(&mut self.tiles).update(&tile, tilemaps, &mut self.log);
                self.shown.dirty.extend(cells.into_iter().flatten());
            }
        }
    }
}
