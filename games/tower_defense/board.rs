//! The board: read from a Tiled map, and spawned as tilemaps that the plugin follows.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::{HexCoordSystem, TilemapType};
use bevy_tilepath::prelude::*;
use kit::{tile_art, tilemap::Tiles};
use std::{
    io::{Error, ErrorKind},
    path::Path,
};
use tiled::{LayerType, PropertyValue, TileLayer};

/// The contents of the Tiled map. Cells have y up, as everywhere in Bevy.
#[derive(Resource, Clone)]
pub struct Board {
    pub size: UVec2,
    /// Width and height of a tile in pixels, which are world units.
    pub tile: Vec2,
    map_type: TilemapType,
    /// The cells at which viruses come in.
    pub spawns: Vec<IVec2>,
    /// The goal of the viruses.
    pub base: IVec2,
    /// The terrain class of each tile picture.
    classes: Vec<u8>,
    /// The layers from the bottom to the top, each with the tile picture of every cell, row by row from the bottom.
    layers: Vec<Vec<Option<u32>>>,
}

/// What the board is made of.
#[derive(Clone, Copy, PartialEq)]
pub enum MapKind {
    /// The Tiled map.
    Motherboard,
    /// The same terrain in hexagons.
    Hex,
}

/// The width and height of a hexagon, so that the board keeps its width.
const HEXAGON: Vec2 = Vec2::new(31.0, 36.0);

/// The colours of hexagons: wall, floor, slow ground.
const HEX_COLORS: [[u8; 3]; 3] = [[58, 66, 78], [20, 62, 52], [84, 92, 28]];

/// The file of the Tiled map.
const MAP: &str = "motherboard.tmx";

/// The map and its tileset, in the program: a page in the browser has no files.
const FILES: [(&str, &str); 2] = [
    (MAP, include_str!("../../assets/maps/motherboard.tmx")),
    ("tiles.tsx", include_str!("../../assets/tiles.tsx")),
];

/// Reads one of the files, in whichever folder it is looked for.
fn read(path: &Path) -> Result<&'static [u8], Error> {
    let file = FILES.iter().find(|(name, _)| path.ends_with(name));
    file.map(|(_, text)| text.as_bytes()).ok_or_else(|| ErrorKind::NotFound.into())
}

impl Board {
    /// Reads the Tiled map, and makes a board of this kind of it.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with the map.
    pub fn load(kind: MapKind) -> Result<Self, String> {
        let because = |reason: String| format!("can't use the map {MAP}: {reason}");
        let map = tiled::Loader::with_reader(read).load_tmx_map(MAP);
        let map = map.map_err(|error| because(error.to_string()))?;
        let board = Self::from_tiled(&map).map_err(because)?;
        Ok(if kind == MapKind::Hex { board.in_hexagons() } else { board })
    }

    /// The same terrain on hexagons. Their pictures are drawn by the program, one for each kind of terrain.
    fn in_hexagons(self) -> Self {
        let classes_of = |index: usize| {
            let pictures = self.layers.iter().filter_map(move |layer| layer[index]);
            pictures.map(|picture| self.classes.get(picture as usize).copied().unwrap_or(0))
        };
        let picture = |index| {
            let is_wall = classes_of(index).any(|class| class == 0);
            if is_wall { 0 } else { 1 + u32::from(classes_of(index).any(|class| class > 1)) }
        };
        let pictures = (0..self.size.element_product() as usize).map(|index| Some(picture(index))).collect();
        Self {
            tile: HEXAGON,
            map_type: TilemapType::Hexagon(HexCoordSystem::RowOdd),
            classes: vec![0, 1, 3],
            layers: vec![pictures],
            ..self
        }
    }

    fn from_tiled(map: &tiled::Map) -> Result<Self, String> {
        let size = UVec2::new(map.width, map.height);
        let tile = UVec2::new(map.tile_width, map.tile_height).as_vec2();
        let mut board = Self {
            size,
            tile,
            map_type: TilemapType::Square,
            spawns: Vec::new(),
            base: IVec2::MIN,
            classes: classes(map)?,
            layers: Vec::new(),
        };
        for layer in map.layers() {
            match layer.layer_type() {
                LayerType::Tiles(tiles) => board.layers.push(pictures(size, &tiles)),
                LayerType::Objects(objects) => {
                    objects.objects().for_each(|object| board.place(&object));
                }
                _ => {}
            }
        }
        match (board.layers.is_empty(), board.spawns.is_empty(), board.base == IVec2::MIN) {
            (true, ..) => Err("it has no tile layer".into()),
            (_, true, _) => Err("it has no object of class \"spawn\"".into()),
            (.., true) => Err("it has no object of class \"base\"".into()),
            _ => Ok(board),
        }
    }

    fn place(&mut self, object: &tiled::Object) {
        // In Tiled y is down.
        let column = (object.x / self.tile.x).floor() as i32;
        let row = (object.y / self.tile.y).floor() as i32;
        let cell = IVec2::new(column, self.size.y as i32 - 1 - row);
        match object.user_type.as_str() {
            "spawn" => self.spawns.push(cell),
            "base" => self.base = cell,
            _ => {}
        }
    }

    /// The center of a cell in the world. The board is centered on the origin.
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        self.tiles().center_of(cell)
    }

    /// The width and height of the board in world units.
    pub fn extent(&self) -> Vec2 {
        let last = self.size.as_ivec2() - 1;
        let corners = [IVec2::ZERO, last, IVec2::new(last.x, 1.min(last.y))].map(|cell| self.center_of(cell));
        let least = corners.into_iter().fold(Vec2::MAX, Vec2::min);
        corners.into_iter().fold(Vec2::MIN, Vec2::max) - least + self.tile
    }

    /// A picture of each hexagon, side by side; `None` if the board has squares.
    pub fn hexagons(&self, colors: &[[u8; 3]]) -> Option<Image> {
        let geometry = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, self.tile).ok()?;
        let is_hex = self.map_type != TilemapType::Square;
        is_hex.then(|| tile_art::tiles(&geometry, self.tile.as_uvec2(), colors))
    }

    /// The picture of all tiles.
    pub fn texture(&self, assets: &AssetServer) -> Handle<Image> {
        self.hexagons(&HEX_COLORS).map_or_else(|| assets.load("tiles.png"), |hexagons| assets.add(hexagons))
    }

    /// The routes that must stay open.
    pub fn routes(&self) -> impl Iterator<Item = Route> {
        self.spawns.iter().map(|&spawn| Route::new(spawn, self.base))
    }

    /// Spawns each layer as a navigable tilemap. It is drawn only with a texture.
    pub fn spawn(&self, commands: &mut Commands, texture: Option<&Handle<Image>>) {
        for (height, layer) in self.layers.iter().enumerate() {
            let cell = |index: usize| {
                let (index, width) = (index as i32, self.size.x as i32);
                IVec2::new(index % width, index / width)
            };
            let pictures = layer.iter().enumerate();
            let pictures = pictures.filter_map(|(index, &picture)| Some((cell(index), picture?)));
            let navigable = NavTilemap::from_textures(self.classes.iter().copied());
            self.tiles().spawn(commands, (navigable, height as f32), pictures, texture);
        }
    }

    const fn tiles(&self) -> Tiles {
        Tiles { size: self.size, tile: self.tile, map_type: self.map_type }
    }
}

/// Spawns the board without a picture.
pub fn spawn_bare(mut commands: Commands, board: Res<Board>) {
    board.spawn(&mut commands, None);
}

/// The property `cost` of every tile of the one tileset.
fn classes(map: &tiled::Map) -> Result<Vec<u8>, String> {
    let [tileset] = map.tilesets() else {
        return Err(format!("it has {} tilesets instead of one", map.tilesets().len()));
    };
    let mut classes = vec![0; tileset.tilecount as usize];
    for (id, tile) in tileset.tiles() {
        let class = match tile.properties.get("cost") {
            Some(&PropertyValue::IntValue(cost)) => u8::try_from(cost).ok(),
            _ => None,
        };
        let class = class.ok_or_else(|| format!("tile {id} has no int property \"cost\" of 0 to 255"))?;
        if let Some(entry) = classes.get_mut(id as usize) {
            *entry = class;
        }
    }
    Ok(classes)
}

/// The tile pictures of a layer, row by row from the bottom.
fn pictures(size: UVec2, layer: &TileLayer) -> Vec<Option<u32>> {
    let picture = |x: u32, y: u32| layer.get_tile(x as i32, y as i32).map(|tile| tile.id());
    (0..size.y).rev().flat_map(|y| (0..size.x).map(move |x| picture(x, y))).collect()
}

/// The side of a cell in world units; 0 before there is a map.
pub fn tile_side(nav_grid: &NavGrid) -> f32 {
    let geometry = nav_grid.geometry();
    geometry.map_or(0.0, |geometry| geometry.center_of(IVec2::X).distance(geometry.center_of(IVec2::ZERO)))
}
