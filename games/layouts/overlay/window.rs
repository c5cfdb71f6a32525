//! The overlay in the window.

use super::{
    bars,
    extras::{self, Drone},
    options::{Layers, Selection},
};
use crate::{look::dress, tour::Virus};
use bevy::prelude::*;
use bevy_tilepath::{
    DebugLayers, DebugNumbers, PathfindingDebug, PathfindingDebugPlugin, PathfindingSystems,
};

/// The virus that is to be selected as soon as it is there.
#[derive(Resource)]
struct SelectFirst(Selection);

/// Adds the overlay with these layers, and a virus selected.
pub fn plugin(app: &mut App, layers: Option<Layers>, select: Option<Selection>) {
    let usual = DebugLayers { danger: true, ..DebugLayers::default() };
    app.add_plugins((extras::plugin, PathfindingDebugPlugin))
        .insert_resource(PathfindingDebug {
            layers: layers.map_or(usual, |layers| layers.0),
            select_with: Some(MouseButton::Left),
            // Above the tiles, below the viruses.
            cells_height: Some(1.0),
            lines_height: Some(3.0),
            ..default()
        })
        .add_systems(Startup, bars::spawn)
        .add_systems(
            Update,
            (
                (select_first.run_if(resource_exists::<SelectFirst>), switch_numbers).chain(),
                (bars::light_layers, bars::name_numbers, bars::write_headline)
                    .after(PathfindingSystems::FollowPath),
            ),
        )
        .add_observer(dress::<Drone>("virus_coward"));
    if let Some(number) = select {
        app.insert_resource(SelectFirst(number));
    }
}

fn switch_numbers(keys: Res<ButtonInput<KeyCode>>, mut debug: ResMut<PathfindingDebug>) {
    if keys.just_pressed(KeyCode::KeyN) {
        debug.numbers = match debug.numbers {
            DebugNumbers::CostAndWeight => DebugNumbers::CostAndEstimate,
            DebugNumbers::CostAndEstimate => DebugNumbers::CostAndWeight,
        };
    }
}

fn select_first(
    mut commands: Commands,
    number: Res<SelectFirst>,
    viruses: Query<Entity, With<Virus>>,
    mut debug: ResMut<PathfindingDebug>,
) {
    let mut viruses: Vec<Entity> = viruses.iter().collect();
    viruses.sort_unstable();
    if let Some(&virus) = viruses.get(number.0.saturating_sub(1)) {
        debug.selected = Some(virus);
        commands.remove_resource::<SelectFirst>();
    }
}
