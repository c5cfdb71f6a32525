//! The words of the demo, below the board.

use crate::{
    demo::Demo,
    window::{layout::BOTTOM, record::Recording, screen::Screen},
};
use bevy::prelude::*;
use kit::{
    game_window::LowerBar,
    hud::{self, LABEL, VALUE, font},
};

#[derive(Component)]
struct Caption;

pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Demo), spawn).add_systems(Update, update);
}

fn spawn(mut commands: Commands, recording: Option<Res<Recording>>) {
    let bar =
        commands.spawn((LowerBar(BOTTOM), DespawnOnExit(Screen::Demo), hud::bottom_bar(BOTTOM.wide))).id();
    let row = Node { width: percent(100), justify_content: JustifyContent::Center, ..default() };
    let layout = TextLayout::justify(Justify::Center);
    commands.spawn((
        ChildOf(bar),
        row.clone(),
        children![(Caption, Text::default(), font(20.0), TextColor(VALUE), layout)],
    ));
    if recording.is_some() {
        return;
    }
    let end = (Text::new("any key ends the demo"), font(12.0), TextColor(LABEL));
    commands.spawn((ChildOf(bar), row, children![end]));
}

fn update(demo: Res<Demo>, mut captions: Query<&mut Text, With<Caption>>) {
    for mut text in &mut captions {
        hud::write(&mut text, demo.caption());
    }
}
