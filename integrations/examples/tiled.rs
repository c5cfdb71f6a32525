//! A Tiled map, loaded by `bevy_ecs_tiled`: the classes come from the property `cost` of the tiles, and bridges lead over a river.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_ecs_tiled::prelude::{
    tiled::{self, PropertyValue},
    *,
};
use bevy_tilepath::prelude::*;
use integrations::{Base, Spawn};
use std::process::ExitCode;

fn main() -> ExitCode {
    integrations::run(|app| {
        // The plugin would write the types of the program to a file for Tiled.
        app.add_plugins(TiledPlugin(TiledPluginConfig { tiled_types_export_file: None, ..default() }))
            // The layer on top says what one walks on: bridges.
            .insert_resource(LayerRule::Top)
            .add_systems(Startup, spawn_map);
    })
}

fn spawn_map(mut commands: Commands, assets: Res<AssetServer>) {
    commands
        .spawn((TiledMap(assets.load("maps/bridges.tmx")), TilemapAnchor::Center))
        .observe(make_navigable)
        .observe(mark_place);
}

/// The map from which an entity was made.
#[derive(SystemParam)]
struct Source<'w, 's> {
    entities: Query<'w, 's, &'static TiledMapReference>,
    maps: Query<'w, 's, &'static TiledMap>,
    assets: Res<'w, Assets<TiledMapAsset>>,
}

impl Source<'_, '_> {
    fn of(&self, entity: Entity) -> Option<&tiled::Map> {
        let map = self.maps.get(self.entities.get(entity).ok()?.0).ok()?;
        Some(&self.assets.get(&map.0)?.map)
    }
}

/// Each tilemap is one layer with the tiles of one tileset. Its table says what each tile of the set costs.
fn make_navigable(
    created: On<TiledEvent<TilemapCreated>>,
    tilemaps: Query<&TiledTilesetId>,
    source: Source,
    mut commands: Commands,
) {
    let tileset = tilemaps.get(created.origin).ok().zip(source.of(created.origin));
    let Some(tileset) = tileset.and_then(|(id, map)| map.tilesets().get(id.0 as usize)) else { return };
    let cost = |tile| match tileset.get_tile(tile)?.properties.get("cost")? {
        PropertyValue::IntValue(cost) => Some(cost.to_string()),
        other => Some(format!("{other:?}")),
    };
    match NavTilemap::from_property("cost", tileset.tilecount, cost) {
        Ok(table) => _ = commands.entity(created.origin).insert(table),
        Err(error) => error!("tileset {}: {error}", tileset.name),
    }
}

/// Objects of class `base` and `spawn` are the places of the game.
fn mark_place(
    created: On<TiledEvent<ObjectCreated>>,
    objects: Query<&TiledObjectId>,
    source: Source,
    mut commands: Commands,
) {
    let object = objects.get(created.origin).ok().zip(source.of(created.origin));
    let Some((id, map)) = object else { return };
    let layers = map.layers().filter_map(|layer| layer.as_object_layer());
    let object = layers.flat_map(|layer| layer.objects()).find(|object| object.id() == id.0);
    match object.as_ref().map(|object| object.user_type.as_str()) {
        Some("base") => drop(commands.entity(created.origin).insert(Base)),
        Some("spawn") => drop(commands.entity(created.origin).insert(Spawn::default())),
        _ => (),
    }
}
