//! Why the virus under the cursor goes where it goes, or why the cell costs what it costs, in the words of the plugin.

use crate::window::{hud::hint::WhyRow, mouse::Hover};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use kit::hud::{LABEL, font, in_font};

#[derive(Component)]
struct WhyText;

pub fn plugin(app: &mut App) {
    app.add_systems(PostStartup, spawn).add_systems(Update, update);
}

fn spawn(mut commands: Commands, row: Single<Entity, With<WhyRow>>) {
    commands.spawn((ChildOf(*row), WhyText, Text::default(), font(12.0), TextColor(LABEL)));
}

fn update(hover: Res<Hover>, mut explain: Explain, mut text: Single<&mut Text, With<WhyText>>) {
    let words = match (hover.virus, hover.cell) {
        (Some(virus), _) => in_font(&explain.agent(virus)),
        (None, Some(cell)) => explain.cell(cell).to_string(),
        (None, None) => String::new(),
    };
    if text.0 != words {
        text.0 = words;
    }
}
