//! One navigable tilemap.

use crate::{
    map::{
        layers::{Candidate, NavTilemap, why_flat},
        place::Places,
    },
    nav_id::{NavId, NumberedEntity},
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use tilepath::{CellGeometry, CellGeometryError, Grid, HexLayout};

/// A navigable tilemap.
#[derive(QueryData)]
pub(crate) struct TileLayer {
    pub(super) entity: Entity,
    id: Option<&'static NavId>,
    pub(super) table: Ref<'static, NavTilemap>,
    size: &'static TilemapSize,
    grid_size: &'static TilemapGridSize,
    tile_size: &'static TilemapTileSize,
    map_type: &'static TilemapType,
    anchor: Option<&'static TilemapAnchor>,
}

impl TileLayerItem<'_, '_> {
    /// The id of the tilemap, and the tilemap.
    fn numbered(&self) -> NumberedEntity {
        (self.id.copied().unwrap_or_default(), self.entity)
    }

    /// What the tilemap is for the map, or why agents can't navigate it.
    pub(super) fn candidate(&self, places: &Places) -> Result<Candidate, String> {
        let grid_size = Vec2::new(self.grid_size.x, self.grid_size.y);
        if !(grid_size.is_finite() && grid_size.min_element() > 0.0) {
            return Err(format!("its grid size {grid_size} must be above 0"));
        }
        let size: UVec2 = (*self.size).into();
        Grid::check_size(size).map_err(|error| error.to_string())?;
        let cells = self.geometry(places).ok_or_else(|| why_flat(places.plane()))?;
        let (tilemap, first_cell) = (self.numbered(), self.table.first_cell());
        Ok(Candidate { tilemap, size, first_cell, cells, height: self.height(places) })
    }

    /// Where the cells are, by the tilemap's own entity. The size must be one that a grid can have.
    fn geometry(&self, places: &Places) -> Option<CellGeometry> {
        let global = places.transforms.compute_global_transform(self.entity).ok()?;
        let anchor = self.anchor.copied().unwrap_or_default();
        let origin = anchor.as_offset(self.size, self.grid_size, self.tile_size, self.map_type);
        let cell_size = Vec2::new(self.grid_size.x, self.grid_size.y);
        geometry_of(*self.map_type, origin, cell_size).ok()?.transformed(places.plane().project(&global)).ok()
    }

    /// The height of the tilemap over the plane.
    fn height(&self, places: &Places) -> f32 {
        let global = places.transforms.compute_global_transform(self.entity);
        global.map_or(0.0, |global| places.plane().height(global.translation()))
    }
}

/// Where the cells of a tilemap of this type are, by the position of cell (0, 0).
fn geometry_of(
    map_type: TilemapType,
    origin: Vec2,
    cell_size: Vec2,
) -> Result<CellGeometry, CellGeometryError> {
    let layout = match map_type {
        TilemapType::Square => return CellGeometry::new(origin, cell_size),
        TilemapType::Isometric(IsoCoordSystem::Diamond) => return CellGeometry::diamond(origin, cell_size),
        TilemapType::Isometric(IsoCoordSystem::Staggered) => {
            return CellGeometry::staggered(origin, cell_size);
        }
        TilemapType::Hexagon(HexCoordSystem::Column) => {
            return CellGeometry::axial_columns(origin, cell_size);
        }
        TilemapType::Hexagon(HexCoordSystem::Row) => HexLayout::Axial,
        TilemapType::Hexagon(HexCoordSystem::RowEven) => HexLayout::EvenRows,
        TilemapType::Hexagon(HexCoordSystem::RowOdd) => HexLayout::OddRows,
        TilemapType::Hexagon(HexCoordSystem::ColumnEven) => HexLayout::EvenColumns,
        TilemapType::Hexagon(HexCoordSystem::ColumnOdd) => HexLayout::OddColumns,
    };
    CellGeometry::hex(layout, origin, cell_size)
}
