//! What a run without a window checks: the key of every layer is pressed, and the layer must draw something.

use super::extras;
use crate::{layout::Layouts, tour::Virus};
use bevy::{
    asset::AssetPlugin,
    ecs::entity::EntityHashSet,
    input::{
        ButtonState, InputPlugin,
        keyboard::{Key, KeyboardInput},
    },
    prelude::*,
};
use bevy_tilepath::{DebugDrawing, DebugLayer, DebugLayers, PathfindingDebug, PathfindingDebugPlugin};

/// Frames for each layer.
const FRAMES: u32 = 60;

/// Adds the overlay without a layer.
pub fn plugin(app: &mut App) {
    app.add_plugins((AssetPlugin::default(), InputPlugin))
        .init_asset::<Mesh>()
        .init_asset::<Image>()
        .init_asset::<ColorMaterial>()
        .insert_resource(PathfindingDebug { layers: DebugLayers::NONE, ..default() })
        .add_plugins((extras::plugin, PathfindingDebugPlugin));
}

/// Presses the keys in the layout on show. Returns what is wrong: a layer draws nothing, or something stays when no layer is shown.
pub fn fault(app: &mut App) -> Option<&'static str> {
    let virus = app.world_mut().query_filtered::<Entity, With<Virus>>().iter(app.world()).next();
    app.world_mut().resource_mut::<PathfindingDebug>().selected = virus;
    let mut fault = None;
    for layer in DebugLayer::ALL {
        press(app, layer);
        (0..FRAMES).for_each(|_| app.update());
        if drawings(app).is_empty() {
            let name = app.world().resource::<Layouts>().shown().name;
            println!("{name}: the layer {} draws nothing", layer.name());
            fault = Some("a layer draws nothing");
        }
        press(app, layer);
        (0..2).for_each(|_| app.update());
        if !drawings(app).is_empty() {
            fault = Some("something was drawn while no layer was shown");
        }
    }
    fault
}

/// What the overlay draws now.
fn drawings(app: &mut App) -> EntityHashSet {
    app.world_mut().query_filtered::<Entity, With<DebugDrawing>>().iter(app.world()).collect()
}

/// Presses and releases the key of a layer.
fn press(app: &mut App, layer: DebugLayer) {
    let Some(key_code) = app.world().resource::<PathfindingDebug>().keys.key(layer) else { return };
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
        app.update();
    }
}
