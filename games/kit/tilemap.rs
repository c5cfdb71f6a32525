//! Tilemaps that the plugin follows, with or without a picture of their tiles.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::NavTilemap;

/// Tiles of one type and size, centred on the origin.
#[derive(Clone, Copy)]
pub struct Tiles {
    /// Width and height of the map in tiles.
    pub size: UVec2,
    /// Width and height of a tile in world units.
    pub tile: Vec2,
    /// The type of tilemap.
    pub map_type: TilemapType,
}

const ANCHOR: TilemapAnchor = TilemapAnchor::Center;

impl Tiles {
    /// The centre of a tile in the world.
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        let (size, grid_size, tile_size) = self.sizes();
        position(cell).center_in_world(&size, &grid_size, &tile_size, &self.map_type, &ANCHOR)
    }

    /// The components of a tilemap that the plugin reads.
    pub fn bundle(&self) -> impl Bundle {
        (self.sizes(), self.map_type, ANCHOR, Transform::default())
    }

    /// Spawns a tilemap with these pictures on its cells. It is drawn only with a texture.
    pub fn spawn(
        &self,
        commands: &mut Commands,
        (navigable, z): (NavTilemap, f32),
        pictures: impl Iterator<Item = (IVec2, u32)>,
        texture: Option<&Handle<Image>>,
    ) {
        let (size, grid_size, tile_size) = self.sizes();
        let map = commands.spawn_empty().id();
        let mut storage = TileStorage::empty(size);
        for (cell, picture) in pictures {
            let (position, tilemap_id) = (position(cell), TilemapId(map));
            let texture_index = TileTextureIndex(picture);
            let tile = match texture {
                Some(_) => commands.spawn(TileBundle { position, tilemap_id, texture_index, ..default() }),
                None => commands.spawn((position, tilemap_id, texture_index)),
            };
            storage.set(&position, tile.id());
        }
        let (map_type, transform) = (self.map_type, Transform::from_xyz(0.0, 0.0, z));
        let mut map = commands.entity(map);
        map.insert((navigable, self.bundle())).insert(transform);
        if let Some(texture) = texture {
            let (texture, anchor) = (TilemapTexture::Single(texture.clone()), ANCHOR);
            map.insert(TilemapBundle {
                size,
                grid_size,
                tile_size,
                map_type,
                storage,
                texture,
                anchor,
                transform,
                ..default()
            });
        }
    }

    const fn sizes(&self) -> (TilemapSize, TilemapGridSize, TilemapTileSize) {
        (
            TilemapSize::new(self.size.x, self.size.y),
            TilemapGridSize::new(self.tile.x, self.tile.y),
            TilemapTileSize::new(self.tile.x, self.tile.y),
        )
    }
}

const fn position(cell: IVec2) -> TilePos {
    TilePos::new(cell.x as u32, cell.y as u32)
}
