//! A Tiled map, loaded by `bevy_ecs_tiled`: the classes come from the property `cost` of the tiles, and bridges lead over a river.

use bevy::prelude::*;
use bevy_ecs_tiled::prelude::{tiled::PropertyValue, *};
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

/// Each tilemap is one layer with the tiles of one tileset. Its table says what each tile of the set costs.
fn make_navigable(
    created: On<TiledEvent<TilemapCreated>>,
    maps: Res<Assets<TiledMapAsset>>,
    mut commands: Commands,
) {
    let Some(tileset) = created.get_tilemap_tileset(&maps) else { return };
    let class = |tile| match tileset.get_tile(tile)?.properties.get("cost") {
        Some(PropertyValue::IntValue(cost)) => u8::try_from(*cost).ok(),
        _ => None,
    };
    commands.entity(created.origin).insert(NavTilemap::from_fn(tileset.tilecount, class));
}

/// Objects of class `base` and `spawn` are the places of the game.
fn mark_place(
    created: On<TiledEvent<ObjectCreated>>,
    maps: Res<Assets<TiledMapAsset>>,
    mut commands: Commands,
) {
    let Some(object) = created.get_object(&maps) else { return };
    match object.user_type.as_str() {
        "base" => drop(commands.entity(created.origin).insert(Base)),
        "spawn" => drop(commands.entity(created.origin).insert(Spawn::default())),
        _ => (),
    }
}
