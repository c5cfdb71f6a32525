//! Tilemaps of `bevy_ecs_tilemap`: which of them are navigable, and how their tiles become terrain.

use crate::{
    geometry::CellGeometry, nav_grid::NavGrid, nav_grid::apply_settings, plugin::PathfindingSystems,
};
use bevy::ecs::entity::{EntityHashMap, EntityHashSet};
use bevy::ecs::query::QueryData;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use tilepath::Grid;

/// Makes a tilemap navigable: a table from texture index to terrain class.
///
/// Put it on the tilemap entity. Several tilemaps of one size are layers of one map: a wall in any layer wins, else the highest class.
/// A tile with [`NavTile`] has the class that it says. Cells without a tile in any layer are walls.
/// Layers that say nothing about the ground, such as decoration, go without.
///
/// The tiles are followed as they are added, changed, moved and despawned; nothing has to be called.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub struct NavTilemap {
    classes: Vec<u8>,
    other: u8,
}

/// The terrain class of one tile, in place of what its texture says.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct NavTile(
    /// The class; 0 is a wall by the default profile.
    pub u8,
);

impl NavTilemap {
    /// The class of texture 0, 1, 2 and so on. Textures beyond the list are walls.
    #[must_use]
    pub fn from_textures(classes: impl IntoIterator<Item = u8>) -> Self {
        Self { classes: classes.into_iter().collect(), other: 0 }
    }

    /// Every texture is of this class.
    #[must_use]
    pub const fn uniform(class: u8) -> Self {
        Self { classes: Vec::new(), other: class }
    }

    /// The class of all textures beyond the list.
    #[must_use]
    pub const fn with_others(mut self, class: u8) -> Self {
        self.other = class;
        self
    }

    /// The class of a texture.
    #[must_use]
    pub fn class_of(&self, texture: TileTextureIndex) -> u8 {
        self.classes.get(texture.0 as usize).copied().unwrap_or(self.other)
    }
}

/// A navigable tilemap.
#[derive(QueryData)]
pub(crate) struct Layer {
    entity: Entity,
    table: Ref<'static, NavTilemap>,
    size: &'static TilemapSize,
    grid_size: &'static TilemapGridSize,
    tile_size: &'static TilemapTileSize,
    map_type: &'static TilemapType,
    anchor: Option<&'static TilemapAnchor>,
}

/// What must be equal for two tilemaps to be layers of one map.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Shape {
    size: UVec2,
    cell_size: Vec2,
}

impl LayerItem<'_, '_> {
    /// The shape of the map, or why agents can't find their way on it.
    fn shape(&self) -> Result<Shape, String> {
        let shape =
            Shape { size: (*self.size).into(), cell_size: Vec2::new(self.grid_size.x, self.grid_size.y) };
        if *self.map_type != TilemapType::Square {
            return Err(format!("maps of type {:?} are not supported yet", self.map_type));
        }
        if !(shape.cell_size.is_finite() && shape.cell_size.min_element() > 0.0) {
            return Err(format!("its grid size {} must be above 0", shape.cell_size));
        }
        Grid::check_size(shape.size).map(|()| shape).map_err(|error| error.to_string())
    }

    /// Where the cells lie, told from the tilemap's own entity. Only for sizes that [`LayerItem::shape`] passed.
    fn geometry(&self, global: &GlobalTransform) -> Option<CellGeometry> {
        let anchor = self.anchor.copied().unwrap_or_default();
        let origin = anchor.as_offset(self.size, self.grid_size, self.tile_size, self.map_type);
        CellGeometry::new(origin, Vec2::new(self.grid_size.x, self.grid_size.y))?.transformed(global)
    }
}

/// A tile.
#[derive(QueryData)]
pub(crate) struct Tile {
    entity: Entity,
    position: &'static TilePos,
    map: &'static TilemapId,
    texture: Option<&'static TileTextureIndex>,
    class: Option<&'static NavTile>,
}

type TileChanged = Or<(Changed<TilePos>, Changed<TilemapId>, Changed<TileTextureIndex>, Changed<NavTile>)>;

/// What the map was made of.
#[derive(Resource, Default)]
pub(crate) struct TilemapSync {
    shape: Option<Shape>,
    layers: Vec<Entity>,
    tiles: TileIndex,
    /// Tiles that lost a component or were despawned.
    touched: Vec<Entity>,
    /// Tilemaps whose trouble has been told.
    troubled: EntityHashSet,
}

/// Notes that a tile lost one of its components, or is despawned.
pub(crate) fn note_tile<C: Component>(removed: On<Remove, C>, mut sync: ResMut<TilemapSync>) {
    sync.touched.push(removed.entity);
}

/// Brings the grid in step with the tilemaps. Looks only at tiles that changed, unless a map came, went or has another table.
pub(crate) fn sync_tilemaps(
    mut nav_grid: ResMut<NavGrid>,
    mut sync: ResMut<TilemapSync>,
    layers: Query<Layer>,
    tiles: Query<Tile>,
    changed: Query<Tile, TileChanged>,
    transforms: TransformHelper,
) {
    let sync = &mut *sync;
    let (shape, found) = sync.choose_layers(&layers);
    let touched = core::mem::take(&mut sync.touched);
    let Some(shape) = shape else {
        if sync.shape.take().is_some() {
            sync.layers.clear();
            sync.tiles = TileIndex::default();
            nav_grid.unload();
        }
        return;
    };
    let new_table = found.iter().any(|layer| layer.table.is_changed());
    let entities = || found.iter().map(|layer| layer.entity);
    let rebuilt = sync.shape != Some(shape) || !entities().eq(sync.layers.iter().copied()) || new_table;
    let geometry = transforms
        .compute_global_transform(found[0].entity)
        .ok()
        .and_then(|global| found[0].geometry(&global));
    let Some(geometry) = geometry else {
        sync.tell(found[0].entity, "its transform flattens it or is not finite");
        // What is edited meanwhile is found by a fresh look.
        sync.shape = None;
        return;
    };
    for layer in &found {
        sync.troubled.remove(&layer.entity);
    }
    if rebuilt {
        sync.layers = entities().collect();
        sync.tiles = TileIndex::new(shape.size);
        for tile in &tiles {
            sync.tiles.place(&tile, &found);
        }
        let classes = &sync.tiles;
        let Ok(grid) = Grid::from_fn(shape.size, |cell| classes.class_at(cell)) else { return };
        // A new map only where the old one does not fit: obstacles and danger then need not be laid again.
        if sync.shape == Some(shape) && nav_grid.map().is_some() {
            show(&mut nav_grid, &sync.tiles, (0..grid.len()).map(|index| grid.cell(index)));
        } else {
            nav_grid.load(grid, geometry);
        }
        sync.shape = Some(shape);
    } else {
        let mut dirty = Vec::new();
        for &entity in &touched {
            dirty.extend(sync.tiles.forget(entity));
        }
        let again = touched.iter().filter_map(|&entity| tiles.get(entity).ok());
        for tile in again.chain(&changed) {
            dirty.extend(sync.tiles.forget(tile.entity));
            dirty.extend(sync.tiles.place(&tile, &found));
        }
        if !dirty.is_empty() {
            show(&mut nav_grid, &sync.tiles, dirty);
        }
    }
    if nav_grid.geometry() != Some(&geometry) {
        nav_grid.set_geometry(geometry);
    }
}

/// Brings cells of the grid in step with the tiles on them.
fn show(nav_grid: &mut NavGrid, tiles: &TileIndex, cells: impl IntoIterator<Item = IVec2>) {
    let Some(map) = nav_grid.map_mut() else { return };
    for cell in cells {
        // The index holds cells of the map alone.
        let _ = map.set_terrain(cell, tiles.class_at(cell));
    }
}

impl TilemapSync {
    /// The shape of the map and its layers: the one that gave the shape before, else the one of the lowest entity index,
    /// and all that fit it.
    fn choose_layers<'w, 's>(
        &mut self,
        layers: &'w Query<'_, 's, Layer>,
    ) -> (Option<Shape>, Vec<LayerItem<'w, 's>>) {
        let mut sound = Vec::new();
        for layer in layers {
            match layer.shape() {
                Ok(shape) => sound.push((shape, layer)),
                Err(reason) => self.tell(layer.entity, &reason),
            }
        }
        sound.sort_by_key(|(_, layer)| {
            (
                self.layers.first() != Some(&layer.entity),
                !self.layers.contains(&layer.entity),
                layer.entity.index_u32(),
            )
        });
        let Some(&(shape, _)) = sound.first() else { return (None, Vec::new()) };
        let first = sound[0].1.entity;
        let mut found = Vec::new();
        for (other, layer) in sound {
            if other == shape {
                found.push(layer);
            } else {
                let reason =
                    format!("it is {other:?}, but {first} is {shape:?}: layers of one map must be alike");
                self.tell(layer.entity, &reason);
            }
        }
        (Some(shape), found)
    }

    /// Says once in the log why a tilemap is left out.
    fn tell(&mut self, tilemap: Entity, reason: &str) {
        if self.troubled.insert(tilemap) {
            error!("tilemap {tilemap} is not navigable: {reason}");
        }
    }
}

/// Which tiles lie on which cell.
#[derive(Default)]
struct TileIndex {
    size: UVec2,
    /// The first tile of each cell, as a number in `tiles`.
    first: Vec<u32>,
    tiles: Vec<PlacedTile>,
    free: Vec<u32>,
    by_entity: EntityHashMap<u32>,
}

/// One tile in the chain of its cell.
struct PlacedTile {
    cell: IVec2,
    class: u8,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl TileIndex {
    fn new(size: UVec2) -> Self {
        Self { size, first: vec![NONE; (size.x * size.y) as usize], ..default() }
    }

    fn index(&self, cell: IVec2) -> usize {
        (cell.y as u32 * self.size.x + cell.x as u32) as usize
    }

    /// Puts a tile on its cell and returns the cell, if it belongs to one of the layers and lies on the map.
    fn place(&mut self, tile: &TileItem, layers: &[LayerItem]) -> Option<IVec2> {
        let layer = layers.iter().find(|layer| layer.entity == tile.map.0)?;
        let position = UVec2::from(*tile.position);
        if position.cmpge(self.size).any() {
            warn!("tile {} at {position} is outside its map of {} cells", tile.entity, self.size);
            return None;
        }
        let class = match (tile.class, tile.texture) {
            (Some(&NavTile(class)), _) => class,
            (None, Some(&texture)) => layer.table.class_of(texture),
            (None, None) => return None,
        };
        let cell = position.as_ivec2();
        let head = self.index(cell);
        let placed = PlacedTile { cell, class, next: self.first[head] };
        let number = match self.free.pop() {
            Some(number) => {
                self.tiles[number as usize] = placed;
                number
            }
            None => {
                self.tiles.push(placed);
                (self.tiles.len() - 1) as u32
            }
        };
        self.first[head] = number;
        self.by_entity.insert(tile.entity, number);
        Some(cell)
    }

    /// Takes a tile off its cell and returns the cell, if it was on one.
    fn forget(&mut self, entity: Entity) -> Option<IVec2> {
        let number = self.by_entity.remove(&entity)?;
        let PlacedTile { cell, next, .. } = self.tiles[number as usize];
        let head = self.index(cell);
        if self.first[head] == number {
            self.first[head] = next;
        } else {
            let mut at = self.first[head];
            while self.tiles[at as usize].next != number {
                at = self.tiles[at as usize].next;
            }
            self.tiles[at as usize].next = next;
        }
        self.free.push(number);
        Some(cell)
    }

    /// The class of a cell: a wall if any tile on it is one, else the highest; a wall where there is no tile.
    fn class_at(&self, cell: IVec2) -> u8 {
        let mut at = self.first[self.index(cell)];
        let mut class = 0;
        while at != NONE {
            let tile = &self.tiles[at as usize];
            if tile.class == 0 {
                return 0;
            }
            class = class.max(tile.class);
            at = tile.next;
        }
        class
    }
}

/// Adds what keeps the grid in step with tilemaps.
pub(crate) fn add_systems(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<TilemapSync>()
        .add_observer(note_tile::<TilePos>)
        .add_observer(note_tile::<TilemapId>)
        .add_observer(note_tile::<TileTextureIndex>)
        .add_observer(note_tile::<NavTile>)
        .add_systems(schedule, sync_tilemaps.in_set(PathfindingSystems::SyncGrid).before(apply_settings));
}
