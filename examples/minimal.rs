//! The plugin in as few lines as possible: a tilemap with a wall, a tower that spreads danger, and a virus that walks to its goal.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins.set(ImagePlugin::default_nearest()), TilemapPlugin, PathfindingPlugin))
        .insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)))
        .add_systems(Startup, setup)
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);

    // A tilemap: floor is texture 0, walls are texture 6.
    let size = TilemapSize::new(20, 12);
    let tilemap = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for (x, y) in (0..size.x).flat_map(|x| (0..size.y).map(move |y| (x, y))) {
        let position = TilePos::new(x, y);
        let texture_index = TileTextureIndex(if x == 8 && y != 10 { 6 } else { 0 });
        let tile = TileBundle { position, texture_index, tilemap_id: TilemapId(tilemap), ..default() };
        storage.set(&position, commands.spawn(tile).id());
    }
    commands.entity(tilemap).insert((
        TilemapBundle {
            size,
            storage,
            texture: TilemapTexture::Single(assets.load("tiles.png")),
            tile_size: TilemapTileSize::new(32.0, 32.0),
            grid_size: TilemapGridSize::new(32.0, 32.0),
            anchor: TilemapAnchor::Center,
            ..default()
        },
        // Texture → terrain class: floor costs 1, slow ground 3, 0 is a wall.
        NavTilemap::from_textures([1, 1, 1, 1, 3, 3, 0, 0]),
    ));

    let at = |x: f32, y: f32| Transform::from_xyz(x, y, 1.0);
    let base = (Sprite::from_image(assets.load("sprites/base.png")), at(272.0, -144.0));
    let base = commands.spawn(base).id();

    // A tower blocks its cell and spreads danger: radius 5 tiles, as bad as 4 tiles of detour in the middle.
    let tower = Sprite::from_image(assets.load("sprites/tower.png"));
    commands.spawn((tower, at(80.0, 16.0), NavObstacle::default(), DangerSource::new(5.0, 4.0)));

    // A virus takes the cheapest path to the base.
    let virus = Sprite::from_image(assets.load("sprites/virus_normal.png"));
    commands.spawn((virus, at(-304.0, -144.0), PathRequest::to_entity(base), PathFollower::with_speed(80.0)));
}
