//! The board: its terrain, and where everything stands at the beginning.

use crate::{
    terrain::Terrain,
    tiles::{self, TILES},
    unit::UnitKind,
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// The side of a cell in world units, which are the pixels of its picture.
pub const CELL: f32 = tiles::PIXELS as f32;
/// Width and height in cells.
pub const SIZE: UVec2 = UVec2::new(80, 64);

/// A map, and what stands on it at the beginning.
#[derive(Resource, Clone)]
pub struct Board {
    /// Row by row from the bottom.
    pub terrain: Vec<Terrain>,
    /// The middle cells of the mines, and how much ore each has.
    pub mines: Vec<(IVec2, u32)>,
    /// The middle cells of the buildings that take ore: the base comes first.
    pub drop_offs: Vec<IVec2>,
    /// Where units stand.
    pub units: Vec<(UnitKind, IVec2)>,
    /// Where the script sends soldiers.
    pub posts: Vec<IVec2>,
}

impl Board {
    /// The middle cell of the base.
    pub fn base(&self) -> IVec2 {
        self.drop_offs[0]
    }

    /// The terrain of a cell. `None` outside the map.
    pub fn at(&self, cell: IVec2) -> Option<Terrain> {
        let is_inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(SIZE.as_ivec2()).all();
        is_inside.then(|| self.terrain[(cell.y * SIZE.x as i32 + cell.x) as usize])
    }

    /// The middle of a cell in the world. The board is centred on the origin.
    pub fn center_of(cell: IVec2) -> Vec2 {
        (cell.as_vec2() - (SIZE.as_vec2() - 1.0) / 2.0) * CELL
    }

    /// Spawns the tilemap. It is drawn only with a picture of its tiles.
    pub fn spawn(&self, commands: &mut Commands, texture: Option<Handle<Image>>) {
        let map = commands.spawn_empty().id();
        let size = TilemapSize::new(SIZE.x, SIZE.y);
        let mut storage = TileStorage::empty(size);
        for cell in all_cells() {
            let position = TilePos::new(cell.x as u32, cell.y as u32);
            let (tilemap_id, texture_index) = (TilemapId(map), TileTextureIndex(tiles::tile_at(self, cell)));
            let tile = match &texture {
                Some(_) => commands.spawn(TileBundle { position, tilemap_id, texture_index, ..default() }),
                None => commands.spawn((position, tilemap_id, texture_index)),
            };
            storage.set(&position, tile.id());
        }
        let (grid_size, tile_size) = (TilemapGridSize::new(CELL, CELL), TilemapTileSize::new(CELL, CELL));
        let navigable = NavTilemap::from_textures((0..TILES).map(|tile| tiles::terrain_of(tile).class()));
        let mut map = commands.entity(map);
        map.insert((navigable, size, grid_size, tile_size, TilemapType::Square, TilemapAnchor::Center));
        map.insert(Transform::default());
        if let Some(texture) = texture {
            map.insert(TilemapBundle {
                size,
                grid_size,
                storage,
                texture: TilemapTexture::Single(texture),
                tile_size,
                anchor: TilemapAnchor::Center,
                ..default()
            });
        }
    }
}

/// All cells of the board, row by row from the bottom.
pub fn all_cells() -> impl Iterator<Item = IVec2> {
    let size = SIZE.as_ivec2();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
}

/// The cells of a square round a middle cell.
pub fn square(middle: IVec2, radius: i32) -> impl Iterator<Item = IVec2> {
    (-radius..=radius).flat_map(move |y| (-radius..=radius).map(move |x| middle + IVec2::new(x, y)))
}
