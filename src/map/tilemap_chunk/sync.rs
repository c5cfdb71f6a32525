//! Brings the grid in step with chunks.

use super::{chunk::Chunk, tiles::ChunkTiles, watch::ChunkWatch};
use crate::{
    map::{
        layers::{Candidates, LayerRule, LeftOut, Merger, ShownMap, are_declared, warn_of_walls},
        nav_grid::NavGrid,
        place::Places,
    },
    names::Names,
    rollback::{self, ClonedResource, Parts, Rename},
    settings::PathfindingSettings,
};
use bevy::ecs::schedule::{InternedScheduleLabel, SystemSet};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::CellGeometry;

/// What the grid was made of.
#[derive(Resource, Clone, Default)]
pub(crate) struct ChunkSync {
    watch: ChunkWatch,
    left_out: LeftOut,
    merger: Merger,
    pub(super) tiles: Arc<ChunkTiles>,
    pub(super) shown: ShownMap,
    /// Where the cells are. `None` if there are no chunks.
    cells: Option<CellGeometry>,
    /// Whether the log says that another map has the grid.
    logged: bool,
    /// Whether the state came from a save, which holds no tiles: they are read before anything else.
    pub(super) was_saved: bool,
}

impl ClonedResource for ChunkSync {
    fn went_back(&mut self, _: Self, entities: &mut Rename) {
        if !entities.is_empty() {
            Arc::make_mut(&mut self.tiles).rename(entities);
            // Chunks are arranged again.
            self.watch = ChunkWatch::default();
        }
    }
}

/// Adds the system that keeps the grid in step with chunks.
pub(in crate::map) fn add_systems(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet) {
    app.world_mut().get_resource_or_init::<Parts>().0.push(rollback::resource::<ChunkSync>());
    app.init_resource::<ChunkSync>().add_systems(
        schedule,
        sync_chunks
            .in_set(set)
            .run_if(resource_exists::<NavGrid>)
            .run_if(resource_exists::<PathfindingSettings>)
            .run_if(resource_exists::<LayerRule>),
    );
}

/// Brings the grid in step with the chunks. Reads only chunks that are new or changed, new ones up to the budget of a frame.
fn sync_chunks(
    (settings, rule): (Res<PathfindingSettings>, Res<LayerRule>),
    mut nav_grid: ResMut<NavGrid>,
    mut sync: ResMut<ChunkSync>,
    chunks: Query<Chunk>,
    places: Places,
) {
    let sync = &mut *sync;
    let changes = sync.watch.changes(&chunks, &places);
    if core::mem::take(&mut sync.was_saved) {
        Arc::make_mut(&mut sync.tiles).read_known(|entity| chunks.get(entity).ok());
        sync.shown.dirty.extend(sync.shown.classes.written());
    }
    if changes.are_moved || rule.is_changed() || settings.is_changed() {
        sync.arrange(&chunks, (*rule, are_declared(&settings)), &places, &mut nav_grid);
    }
    let Some(cells) = sync.cells else {
        sync.unload(&mut nav_grid);
        return;
    };
    for chunk in changes.edited.iter().filter_map(|&entity| chunks.get(entity).ok()) {
        Arc::make_mut(&mut sync.tiles).read_again(&chunk, &mut sync.shown.dirty);
    }
    let budget = settings.load_cells_per_frame.max(1) as usize;
    if !sync.tiles.is_complete() {
        Arc::make_mut(&mut sync.tiles).read(budget, |entity| chunks.get(entity).ok());
    }
    if sync.is_elsewhere(&nav_grid, &places.names) {
        // All is written when the map is back. Until then, changes are not noted one by one.
        (sync.shown.dirty, sync.shown.is_stale) = (Vec::new(), true);
        return;
    }
    if !sync.tiles.is_complete() {
        sync.wait(&mut nav_grid);
        return;
    }
    sync.show(cells, &settings, &mut nav_grid, &places.names);
}

impl ChunkSync {
    /// Finds where the chunks are, and in which order.
    fn arrange(
        &mut self,
        chunks: &Query<Chunk>,
        (rule, are_declared): (LayerRule, bool),
        places: &Places,
        nav_grid: &mut NavGrid,
    ) {
        let mut candidates = Candidates::new();
        for chunk in chunks.iter().filter(|chunk| !places.is_below_disabled(chunk.entity)) {
            match chunk.candidate(places) {
                Ok(candidate) => candidates.push(candidate),
                Err(reason) => self.left_out.log(chunk.entity, &reason, &places.names),
            }
        }
        let found = self.tiles.arrangement.find(candidates, are_declared, &mut self.left_out, &places.names);
        self.cells = found.as_ref().map(|found| found.cells);
        let Some(found) = found else {
            self.tiles = Arc::default();
            return;
        };
        let mut came = Vec::new();
        if !self.tiles.arrangement.is_as(&found) {
            if found.are_new {
                self.tiles = Arc::default();
                self.shown.wants_map = true;
            }
            let tiles = Arc::make_mut(&mut self.tiles);
            let rearranged = tiles.arrange(&found);
            let arrangement = &tiles.arrangement;
            self.shown.touch(&rearranged, |number| arrangement.placed(number).map(|placed| placed.rect));
            if rearranged.has_other_reference {
                self.shown.keep_cells(nav_grid, found.cells);
            }
            // Other chunks are another tilemap, whose map the game has not unloaded.
            nav_grid.is_unloaded &= rearranged.left.is_empty() && rearranged.came.is_empty();
            came = rearranged.came;
        }
        let layers = self.tiles.arrangement.iter();
        let layers = layers.map(|(number, placed)| (number, placed.height, placed.tilemap));
        self.shown.is_stale |= self.merger.update(rule, layers, &came);
    }

    /// Unloads the map that came from chunks, if there is one.
    fn unload(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        if !(self.shown.is_loaded || self.shown.waits || self.shown.wants_map) {
            return;
        }
        let shown = core::mem::take(&mut self.shown);
        let is_ours = shown.is_loaded && shown.classes.are_of(nav_grid.id());
        if is_ours || shown.waits && nav_grid.is_loading() {
            nav_grid.lose_map();
        }
    }

    /// Whether the map of the grid does not come from chunks, which is logged.
    fn is_elsewhere(&mut self, nav_grid: &NavGrid, names: &Names) -> bool {
        self.shown.waits &= nav_grid.is_loading();
        let is_ours = self.shown.is_loaded && self.shown.classes.are_of(nav_grid.id());
        let is_other = nav_grid.map().is_some() && !is_ours;
        let is_off = nav_grid.is_unloaded || nav_grid.is_loading() && !self.shown.waits;
        if is_other
            && !self.logged
            && let Some(first) = self.tiles.arrangement.reference
        {
            error!(
                "the chunks from {} on are not navigable: the grid has a map already, from bevy_ecs_tilemap or NavGrid::from_grid, and \
                 there is only one map",
                names.of(first)
            );
        }
        self.logged = is_other;
        is_other || is_off
    }

    /// Makes requests wait, unless there is a map on which the new chunks belong.
    fn wait(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        let fits = !self.shown.wants_map && nav_grid.map().is_some();
        if !fits && !self.shown.waits {
            nav_grid.lose_map();
            nav_grid.set_loading(true);
            self.shown.waits = true;
        }
    }

    /// Shows the tiles on the grid, after all were read.
    fn show(
        &mut self,
        cells: CellGeometry,
        settings: &PathfindingSettings,
        nav_grid: &mut ResMut<NavGrid>,
        names: &Names,
    ) {
        let Some(tilemaps) = self.tiles.arrangement.bounds else { return };
        let shape = self.shown.shape_of(cells, tilemaps, settings);
        let lookup = self.tiles.arrangement.lookup();
        let class_at = |cell| self.tiles.class_at(&lookup, cell, &self.merger);
        let is_new = self.shown.show(nav_grid, shape, &self.tiles.arrangement, class_at);
        if let Some(map) = nav_grid.map().filter(|_| is_new)
            && let Some(first) = self.tiles.arrangement.reference
        {
            warn_of_walls(map.grid(), first, names);
        }
    }
}
