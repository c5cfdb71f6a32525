//! The layers of the map: which navigable tilemaps fit together.

use crate::{
    map::{
        layers::{LeftOut, NavTilemap},
        place::Places,
    },
    names::Names,
    nav_id::{NavId, NumberedEntity},
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use core::fmt;
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

/// What must be equal for two tilemaps to be layers of one map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct LayerShape {
    pub(super) size: UVec2,
    pub(super) cell_size: Vec2,
    pub(super) map_type: TilemapType,
}

impl fmt::Display for LayerShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, cell_size, map_type } = self;
        write!(f, "{} × {} cells of {} × {} world units", size.x, size.y, cell_size.x, cell_size.y)?;
        if *map_type == TilemapType::Square { Ok(()) } else { write!(f, " and type {map_type:?}") }
    }
}

impl TileLayerItem<'_, '_> {
    /// The id of the tilemap, and the tilemap.
    pub(super) fn numbered(&self) -> NumberedEntity {
        (self.id.copied().unwrap_or_default(), self.entity)
    }

    /// The shape of the map, or why agents can't navigate it.
    fn shape(&self) -> Result<LayerShape, String> {
        let cell_size = Vec2::new(self.grid_size.x, self.grid_size.y);
        let shape = LayerShape { size: (*self.size).into(), cell_size, map_type: *self.map_type };
        if !(cell_size.is_finite() && cell_size.min_element() > 0.0) {
            return Err(format!("its grid size {cell_size} must be above 0"));
        }
        Grid::check_size(shape.size).map(|()| shape).map_err(|error| error.to_string())
    }

    /// Where the cells are, by the tilemap's own entity. Only for sizes that [`TileLayerItem::shape`] accepts.
    pub(super) fn geometry(&self, places: &Places) -> Option<CellGeometry> {
        let global = places.transforms.compute_global_transform(self.entity).ok()?;
        let anchor = self.anchor.copied().unwrap_or_default();
        let origin = anchor.as_offset(self.size, self.grid_size, self.tile_size, self.map_type);
        let cell_size = Vec2::new(self.grid_size.x, self.grid_size.y);
        geometry_of(*self.map_type, origin, cell_size).ok()?.transformed(places.plane().project(&global)).ok()
    }

    /// The height of the tilemap over the plane.
    pub(super) fn height(&self, places: &Places) -> f32 {
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

/// Whether the corners of two maps are at the same place in the world, but for rounding.
fn is_same_place(a: Option<CellGeometry>, b: Option<CellGeometry>, shape: LayerShape) -> bool {
    // Where the first is nowhere, the others can't be elsewhere.
    let Some(a) = a else { return true };
    let Some(b) = b else { return false };
    let far = shape.size.as_ivec2();
    let is_close = |cell| a.tiles_at(b.center_of(cell)).abs_diff_eq(a.tiles_of(cell), 0.01);
    [IVec2::ZERO, far.with_x(0), far.with_y(0)].into_iter().all(is_close)
}

/// The choice of layers, from frame to frame.
#[derive(Clone, Default)]
pub(super) struct LayerChoice {
    /// The layers of the map. The first gave the map its shape.
    pub(super) chosen: Vec<Entity>,
    left_out: LeftOut,
}

impl LayerChoice {
    /// The shape of the map and the tilemaps that are its layers. The shape is that of the tilemap that gave it before, else of the one
    /// with the lowest id.
    ///
    /// Tilemaps of one shape at different places are different maps, of which the first is chosen. A tilemap below a disabled entity counts
    /// as disabled.
    pub(super) fn find<'w, 's>(
        &mut self,
        layers: &'w Query<'_, 's, TileLayer>,
        places: &Places,
    ) -> (Option<LayerShape>, Vec<TileLayerItem<'w, 's>>) {
        let mut valid = Vec::new();
        for layer in layers.iter().filter(|layer| !places.is_below_disabled(layer.entity)) {
            match layer.shape() {
                Ok(shape) => valid.push((shape, layer)),
                Err(reason) => self.leave_out(layer.entity, &reason, &places.names),
            }
        }
        valid.sort_by_key(|(_, layer)| {
            let is_first = self.chosen.first() == Some(&layer.entity);
            (!is_first, !self.chosen.contains(&layer.entity), layer.numbered())
        });
        let Some((shape, layer)) = valid.first() else { return (None, Vec::new()) };
        let (shape, first, geometry) = (*shape, layer.entity, layer.geometry(places));
        let name_of_first = || places.names.of(first);
        let mut found = Vec::new();
        for (other, layer) in valid {
            if other != shape {
                let first = name_of_first();
                let reason =
                    format!("it has {other}, but {first} has {shape}: layers of one map must be alike");
                self.leave_out(layer.entity, &reason, &places.names);
            } else if layer.entity != first && !is_same_place(geometry, layer.geometry(places), shape) {
                let corner = |geometry: Option<CellGeometry>| geometry.map(|it| it.center_of(IVec2::ZERO));
                let reason = format!(
                    "it is at another place than {}, its cell (0, 0) at {:?} instead of {:?}: only one map is supported",
                    name_of_first(),
                    corner(layer.geometry(places)).unwrap_or(Vec2::NAN),
                    corner(geometry).unwrap_or(Vec2::NAN),
                );
                self.leave_out(layer.entity, &reason, &places.names);
            } else {
                found.push(layer);
            }
        }
        (Some(shape), found)
    }

    /// Logs once why a tilemap is left out.
    pub(super) fn leave_out(&mut self, tilemap: Entity, reason: &str, names: &Names) {
        self.left_out.log(tilemap, reason, names);
    }

    /// Keeps these layers. Returns whether they differ from the last ones.
    pub(super) fn keep(&mut self, layers: &[TileLayerItem]) -> bool {
        for layer in layers {
            self.left_out.forget(layer.entity);
        }
        let entities = || layers.iter().map(|layer| layer.entity);
        let changed = !entities().eq(self.chosen.iter().copied());
        if changed {
            self.chosen = entities().collect();
        }
        changed
    }

    /// The tilemap of a layer, by its number.
    pub(super) fn get(&self, layer: u32) -> Option<Entity> {
        self.chosen.get(layer as usize).copied()
    }

    /// Forgets the layers, because there is no map any more.
    pub(super) fn clear(&mut self) {
        self.chosen.clear();
    }
}
