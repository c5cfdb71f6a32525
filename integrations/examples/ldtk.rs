//! An LDtk project, loaded by `bevy_ecs_ldtk`: the classes come from the values of its IntGrid layer.

use bevy::prelude::*;
use bevy_ecs_ldtk::{ldtk::Type, prelude::*};
use bevy_tilepath::prelude::*;
use integrations::{Base, Spawn};
use std::process::ExitCode;

fn main() -> ExitCode {
    integrations::run(|app| {
        app.add_plugins(LdtkPlugin)
            .insert_resource(LevelSelection::index(0))
            // The values of the IntGrid: 1 is floor, 2 sludge, 3 a wall.
            .add_plugins(DeriveNavTilePlugin::new(|cell: &IntGridCell| match cell.value {
                1 => 1,
                2 => 3,
                _ => 0,
            }))
            .add_observer(make_navigable)
            .add_observer(mark_place)
            .add_systems(Startup, spawn_map);
    })
}

fn spawn_map(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(LdtkWorldBundle {
        ldtk_handle: assets.load("maps/bridges.ldtk").into(),
        transform: Transform::from_xyz(-320.0, -192.0, 0.0),
        ..default()
    });
}

/// The IntGrid layer is the map; the layer with the pictures says nothing about the ground.
fn make_navigable(created: On<Insert, LayerMetadata>, layers: Query<&LayerMetadata>, mut commands: Commands) {
    if layers.get(created.entity).is_ok_and(|layer| layer.layer_instance_type == Type::IntGrid) {
        commands.entity(created.entity).insert(NavTilemap::from_tiles());
    }
}

/// Entities `Base` and `Spawn` are the places of the game.
fn mark_place(created: On<Insert, EntityInstance>, places: Query<&EntityInstance>, mut commands: Commands) {
    let mut place = commands.entity(created.entity);
    match places.get(created.entity).map(|place| place.identifier.as_str()) {
        Ok("Base") => drop(place.insert(Base)),
        Ok("Spawn") => drop(place.insert(Spawn::default())),
        _ => (),
    }
}
