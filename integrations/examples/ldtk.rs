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
            .add_systems(Startup, spawn_map)
            .add_systems(Update, (make_navigable, mark_places));
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
fn make_navigable(new: Query<(Entity, &LayerMetadata), Added<LayerMetadata>>, mut commands: Commands) {
    for (entity, layer) in &new {
        if layer.layer_instance_type == Type::IntGrid {
            commands.entity(entity).insert(NavTilemap::from_tiles());
        }
    }
}

/// Entities `Base` and `Spawn` are the places of the game.
fn mark_places(new: Query<(Entity, &EntityInstance), Added<EntityInstance>>, mut commands: Commands) {
    for (entity, instance) in &new {
        match instance.identifier.as_str() {
            "Base" => drop(commands.entity(entity).insert(Base)),
            "Spawn" => drop(commands.entity(entity).insert(Spawn::default())),
            _ => (),
        }
    }
}
