//! How the tour looks: tiles drawn by the program, and a sprite for each virus, tower and crate.

use crate::{
    crates::Crate,
    layout::Layouts,
    tour::{COLORS, Virus},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::bevy_version::OnAdd;
use bevy_tilepath::prelude::*;
use kit::tile_art;

/// Gives everything on the map what the renderer needs.
pub fn plugin(app: &mut App) {
    app.add_observer(draw_map)
        .add_observer(draw_tile)
        .add_observer(dress_crate)
        .add_observer(dress::<Virus>("virus_normal"))
        .add_observer(dress::<DangerSource>("tower"));
}

/// Adds what the renderer needs to a tilemap.
fn draw_map(
    added: OnAdd<NavTilemap>,
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    layouts: Res<Layouts>,
    maps: Query<(&TilemapSize, &TilemapGridSize, &TilemapTileSize, &TilemapType, &TilemapAnchor)>,
) {
    let Ok((&size, &grid_size, &tile_size, &map_type, &anchor)) = maps.get(added.entity) else { return };
    let layout = layouts.shown();
    let picture = tile_art::tiles(&layout.cell(), layout.tile.as_uvec2(), &COLORS);
    commands.entity(added.entity).insert(TilemapBundle {
        size,
        grid_size,
        tile_size,
        map_type,
        anchor,
        storage: TileStorage::empty(size),
        texture: TilemapTexture::Single(images.add(picture)),
        ..default()
    });
}

/// Adds what the renderer needs to a tile.
fn draw_tile(
    added: OnAdd<TilePos>,
    mut commands: Commands,
    tiles: Query<(&TilePos, &TilemapId, &TileTextureIndex)>,
) {
    let Ok((&position, &tilemap_id, &texture_index)) = tiles.get(added.entity) else { return };
    commands.entity(added.entity).insert(TileBundle { position, tilemap_id, texture_index, ..default() });
}

fn dress_crate(added: OnAdd<Crate>, mut commands: Commands, layouts: Res<Layouts>) {
    let side = layouts.shown().tile.min_element() * 0.6;
    let sprite = Sprite::from_color(Color::srgb(0.62, 0.42, 0.22), Vec2::splat(side));
    commands.entity(added.entity).insert(sprite);
}

/// Adds a sprite to what has a component.
pub fn dress<C: Component>(sprite: &'static str) -> impl Fn(OnAdd<C>, Commands, Res<AssetServer>) {
    move |added, mut commands, assets| {
        let image = assets.load(format!("sprites/{sprite}.png"));
        commands.entity(added.entity).insert(Sprite::from_image(image));
    }
}
