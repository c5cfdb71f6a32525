//! The overlay without a window: the key of every layer is pressed in every layout, and the layer must draw something.

use crate::{extras, layouts};
use bevy::{
    asset::AssetPlugin,
    ecs::entity::EntityHashSet,
    input::{
        ButtonState, InputPlugin,
        keyboard::{Key, KeyboardInput},
    },
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_tilepath::{DebugDrawing, DebugLayer, DebugLayers, PathfindingDebug, PathfindingDebugPlugin};
use kit::{
    headless::{self, fnv_1a},
    tour::{Layouts, Tally, Tour, Virus},
};
use std::{process::ExitCode, time::Duration};

const FRAME: Duration = Duration::from_millis(50);
/// Frames for each layer.
const FRAMES: u32 = 60;

/// Runs each of the layouts. Fails if a layer draws nothing, anything stays when no layer is shown, or no virus arrives.
pub fn run(tour: Tour) -> ExitCode {
    let mut app = headless::app(None, TimeUpdateStrategy::ManualDuration(FRAME));
    app.add_plugins((TransformPlugin, AssetPlugin::default(), InputPlugin))
        .init_asset::<Mesh>()
        .init_asset::<Image>()
        .init_asset::<ColorMaterial>()
        .add_plugins((tour, extras::plugin, PathfindingDebugPlugin));
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<PathfindingDebug>().layers = DebugLayers::NONE;
    let (mut nothing_drawn, mut left_over, mut nobody_came, mut drawn) = (false, false, false, Vec::new());
    for nth in 0..layouts::ALL.len() {
        if nth > 0 {
            app.world_mut().resource_mut::<Layouts>().show_next();
        }
        (0..FRAMES).for_each(|_| app.update());
        let virus = app.world_mut().query_filtered::<Entity, With<Virus>>().iter(app.world()).next();
        app.world_mut().resource_mut::<PathfindingDebug>().selected = virus;
        for layer in DebugLayer::ALL {
            press(&mut app, layer);
            (0..FRAMES).for_each(|_| app.update());
            let count = drawings(&mut app).len();
            let name = app.world().resource::<Layouts>().shown().name;
            if count == 0 {
                println!("{name}: the layer {} draws nothing", layer.name());
            }
            nothing_drawn |= count == 0;
            drawn.push(count as u32);
            press(&mut app, layer);
            (0..2).for_each(|_| app.update());
            left_over |= !drawings(&mut app).is_empty();
        }
        let (tally, name) = (app.world().resource::<Tally>(), app.world().resource::<Layouts>().shown().name);
        println!("{name}: {} arrivals", tally.arrived);
        nobody_came |= tally.arrived == 0;
        drawn.push(tally.arrived);
    }
    let violations = [
        (nothing_drawn, "a layer draws nothing"),
        (left_over, "something was drawn while no layer was shown"),
        (nobody_came, "no virus ever came to its goal"),
    ];
    headless::conclude(violations, fnv_1a(drawn))
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
