//! One chunk: a rectangle of tiles in one component.

use crate::{
    map::{
        layers::{Candidate, NavTilemap, why_flat},
        place::Places,
    },
    nav_id::{NavId, NumberedEntity},
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy::sprite_render::{TilemapChunk, TilemapChunkTileData};
use tilepath::{CellGeometry, Grid};

/// A component of a chunk is missing.
pub(in crate::map) type Missing = Or<(Without<TilemapChunk>, Without<TilemapChunkTileData>)>;

/// What a chunk consists of.
pub(in crate::map) const PARTS: &[&str] = &["TilemapChunk and TilemapChunkTileData"];

/// A navigable chunk.
#[derive(QueryData)]
pub(crate) struct Chunk {
    pub(super) entity: Entity,
    id: Option<&'static NavId>,
    pub(super) table: Ref<'static, NavTilemap>,
    pub(super) chunk: Ref<'static, TilemapChunk>,
    pub(super) tiles: Ref<'static, TilemapChunkTileData>,
    pub(super) transform: Option<Ref<'static, Transform>>,
    pub(super) parent: Option<&'static ChildOf>,
}

impl ChunkItem<'_, '_> {
    /// The id of the chunk, and the chunk.
    fn numbered(&self) -> NumberedEntity {
        (self.id.copied().unwrap_or_default(), self.entity)
    }

    /// Width and height in cells, or why agents can't navigate it.
    fn size(&self) -> Result<UVec2, String> {
        let TilemapChunk { chunk_size, tile_display_size, .. } = *self.chunk;
        if tile_display_size.min_element() == 0 {
            return Err(format!("its tile_display_size {tile_display_size} must be above 0"));
        }
        Grid::check_size(chunk_size).map_err(|error| error.to_string())?;
        let (tiles, cells) = (self.tiles.len(), chunk_size.element_product() as usize);
        if tiles != cells {
            return Err(format!(
                "its TilemapChunkTileData has {tiles} tiles, but its chunk_size {chunk_size} asks for {cells}"
            ));
        }
        Ok(chunk_size)
    }

    /// What the chunk is for the map, or why agents can't navigate it.
    pub(super) fn candidate(&self, places: &Places) -> Result<Candidate, String> {
        let size = self.size()?;
        let (cells, height) = self.place(places).ok_or_else(|| why_flat(places.plane()))?;
        let (tilemap, first_cell) = (self.numbered(), self.table.first_cell());
        Ok(Candidate { tilemap, size, first_cell, cells, height })
    }

    /// Where its cells are, and its height over the plane. `None` if the chunk has no place, or a flat or infinite one.
    fn place(&self, places: &Places) -> Option<(CellGeometry, f32)> {
        let global = places.transforms.compute_global_transform(self.entity).ok()?;
        let tile_size = self.chunk.tile_display_size.as_vec2();
        let first_tile = self.chunk.calculate_tile_transform(UVec2::ZERO).translation.truncate();
        let cells = CellGeometry::new(first_tile, tile_size).ok()?;
        let plane = places.plane();
        Some((cells.transformed(plane.project(&global)).ok()?, plane.height(global.translation())))
    }

    /// The classes of its tiles, row by row from the bottom.
    pub(super) fn classes(&self) -> impl Iterator<Item = Option<u8>> {
        let class_of = |texture: u16| self.table.class_of(texture.into());
        self.tiles.iter().map(move |tile| class_of(tile.as_ref()?.tileset_index))
    }
}
