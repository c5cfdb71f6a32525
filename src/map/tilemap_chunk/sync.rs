//! Brings the grid in step with chunks.

use super::{
    chunk::Chunk,
    layout::{self, PlacedChunk},
    tiles::ChunkTiles,
    watch::ChunkWatch,
};
use crate::{
    map::{
        layers::{LayerRule, LeftOut, Merger, TileClasses, warn_of_walls},
        nav_grid::NavGrid,
        place::Places,
    },
    names::Names,
    nav_id::NavIds,
    rollback::{self, ClonedResource, Parts},
    settings::PathfindingSettings,
};
use bevy::ecs::schedule::{InternedScheduleLabel, SystemSet};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{CellGeometry, Grid, Topology};

/// What the grid was made of.
#[derive(Resource, Clone, Default)]
pub(crate) struct ChunkSync {
    watch: ChunkWatch,
    left_out: LeftOut,
    merger: Merger,
    pub(super) tiles: Arc<ChunkTiles>,
    pub(super) classes: TileClasses,
    /// Where the cells are. `None` if there are no chunks.
    cells: Option<CellGeometry>,
    /// The map that the chunks made, and its size.
    pub(super) shown: Option<(u64, UVec2)>,
    /// Whether all cells of the map must be written.
    pub(super) is_stale: bool,
    /// Whether the grid waits for chunks to be read.
    pub(super) waits: bool,
    /// Whether the log says that another map has the grid.
    logged: bool,
    /// Whether the state came from a save, which holds no tiles: they are read before anything else.
    pub(super) was_saved: bool,
}

/// Tiles and chunks keep their entities: they have no [`NavId`](crate::NavId), so they can't be found again under other numbers.
impl ClonedResource for ChunkSync {}

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
    (places, ids): (Places, NavIds),
) {
    let sync = &mut *sync;
    let changes = sync.watch.changes(&chunks, &places);
    if core::mem::take(&mut sync.was_saved) {
        Arc::make_mut(&mut sync.tiles).read_known(|entity| chunks.get(entity).ok());
    }
    if changes.are_moved {
        sync.arrange(&chunks, &places, &mut nav_grid);
    }
    let Some(cells) = sync.cells else {
        sync.unload(&mut nav_grid);
        return;
    };
    if changes.are_moved || rule.is_changed() {
        let numbered = |chunk: &PlacedChunk| (chunk.height, ids.of(chunk.entity));
        let heights: Vec<_> = sync.chunks().iter().map(numbered).collect();
        sync.is_stale |= sync.merger.update(*rule, &heights);
    }
    let mut dirty = Vec::new();
    for chunk in changes.edited.iter().filter_map(|&entity| chunks.get(entity).ok()) {
        Arc::make_mut(&mut sync.tiles).read_again(&chunk, &mut dirty);
    }
    let budget = settings.load_cells_per_frame.max(1) as usize;
    Arc::make_mut(&mut sync.tiles).read(budget, |entity| chunks.get(entity).ok());
    if sync.is_elsewhere(&nav_grid, &places.names) {
        sync.is_stale |= !dirty.is_empty();
        return;
    }
    if !sync.tiles.is_complete() {
        sync.wait(&mut nav_grid);
        return;
    }
    sync.show(dirty, cells, settings.topology(cells.shape()), &mut nav_grid, &places.names);
}

impl ChunkSync {
    fn chunks(&self) -> &[PlacedChunk] {
        &self.tiles.layout.chunks
    }

    /// Arranges the chunks anew.
    fn arrange(&mut self, chunks: &Query<Chunk>, places: &Places, nav_grid: &mut NavGrid) {
        let found = layout::arrange(chunks, &self.tiles.layout, &mut self.left_out, places);
        let (layout, cells) = found.unzip();
        let layout = layout.unwrap_or_default();
        self.cells = cells;
        if self.tiles.layout.is_like(&layout) {
            Arc::make_mut(&mut self.tiles).layout = layout;
        } else {
            Arc::make_mut(&mut self.tiles).arrange(layout);
            self.is_stale = true;
            // Other chunks are another tilemap, whose map the game has not unloaded.
            nav_grid.is_unloaded = false;
        }
    }

    /// Unloads the map that came from chunks, if there is one.
    fn unload(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        let is_ours = self.shown.take().is_some_and(|(id, _)| nav_grid.id() == Some(id));
        if is_ours || core::mem::take(&mut self.waits) && nav_grid.is_loading() {
            nav_grid.lose_map();
        }
    }

    /// Whether the map of the grid does not come from chunks, which is logged.
    fn is_elsewhere(&mut self, nav_grid: &NavGrid, names: &Names) -> bool {
        self.waits &= nav_grid.is_loading();
        let is_other = nav_grid.id().is_some_and(|id| self.shown.is_none_or(|(ours, _)| ours != id));
        let is_off = nav_grid.is_unloaded || nav_grid.is_loading() && !self.waits;
        let is_elsewhere = is_other || is_off;
        if is_other
            && !self.logged
            && let Some(PlacedChunk { entity: first, .. }) = self.chunks().first()
        {
            error!(
                "the chunks from {} on are not navigable: the grid has a map already, from bevy_ecs_tilemap or NavGrid::from_grid, and \
                 only one map is supported",
                names.of(*first)
            );
        }
        self.logged = is_other;
        is_elsewhere
    }

    /// Makes requests wait, unless there is a map on which the new chunks belong.
    fn wait(&mut self, nav_grid: &mut ResMut<NavGrid>) {
        let fits =
            self.shown.is_some_and(|(_, size)| size == self.tiles.layout.size) && nav_grid.map().is_some();
        if !fits && !self.waits {
            nav_grid.lose_map();
            nav_grid.set_loading(true);
            self.waits = true;
        }
        self.is_stale = true;
    }

    /// Shows the tiles on the grid, after all were read: all of them, or those on some cells.
    fn show(
        &mut self,
        dirty: Vec<u32>,
        cells: CellGeometry,
        topology: Topology,
        nav_grid: &mut ResMut<NavGrid>,
        names: &Names,
    ) {
        let size = self.tiles.layout.size;
        let class_at = |cell| self.tiles.class_at(cell, &self.merger);
        // A new map only if the old one does not fit: obstacles and danger then stay on the map.
        if nav_grid.map().is_none() || self.shown.is_none_or(|(_, shown)| shown != size) {
            let class_of = |cell: IVec2| class_at(cell.y as u32 * size.x + cell.x as u32);
            let Ok(grid) = Grid::from_fn(size, class_of) else { return };
            if let Some(first) = self.chunks().first() {
                warn_of_walls(&grid, first.entity, names);
            }
            nav_grid.load(grid, cells, topology);
            self.classes.note_new_map(nav_grid);
            self.shown = nav_grid.id().map(|id| (id, size));
        } else if self.is_stale {
            self.classes.write(nav_grid, (0..self.tiles.cells()).collect(), class_at);
        } else if !dirty.is_empty() {
            self.classes.write(nav_grid, dirty, class_at);
        }
        self.is_stale = false;
        if nav_grid.geometry().is_some_and(|known| *known != cells) {
            nav_grid.set_geometry(cells);
        }
    }
}
