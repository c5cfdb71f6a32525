//! The parts of menus: a panel over the darkened board, titles, lines, buttons.

use crate::window::{
    action::Action,
    button::{self, MenuItem},
    layout,
    screen::Screen,
};
use bevy::prelude::*;
use kit::{
    button::Press,
    hud::{ACCENT, LABEL, VALUE, font, write},
    occupying::Occupying,
    platform,
};

/// The text that says whether viruses keep their distance.
#[derive(Component)]
pub struct DistanceText;

pub fn show_distance(occupying: Res<Occupying>, mut texts: Query<&mut Text, With<DistanceText>>) {
    for mut text in &mut texts {
        write(&mut text, format!("Distance between viruses:  {}", if occupying.0 { "on" } else { "off" }));
    }
}

/// Spawns the panel of a screen, in the middle of the window. It goes when the screen does.
pub fn spawn(commands: &mut Commands, screen: Screen) -> Entity {
    let shade = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    let panel = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        row_gap: px(12),
        max_width: percent(94),
        padding: UiRect::axes(px(36), px(22)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(8)),
        ..default()
    };
    let shade = commands
        .spawn((
            shade,
            DespawnOnExit(screen),
            GlobalZIndex(layout::MENU),
            Interaction::default(),
            BackgroundColor(Color::srgba(0.01, 0.02, 0.03, 0.55)),
        ))
        .id();
    let look = (BackgroundColor(Color::srgba(0.03, 0.05, 0.08, 0.98)), BorderColor::all(ACCENT));
    commands.spawn((ChildOf(shade), panel, look)).id()
}

/// A column or row in a panel.
pub fn group(parent: Entity, flex_direction: FlexDirection, gap: f32) -> impl Bundle {
    let node = Node {
        flex_direction,
        column_gap: px(gap),
        row_gap: px(gap),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (ChildOf(parent), node)
}

/// A line of text.
pub fn line(parent: Entity, text: impl Into<String>, size: f32, color: Color) -> impl Bundle {
    (ChildOf(parent), Text::new(text), font(size), TextColor(color), TextLayout::justify(Justify::Center))
}

/// A table of names and what they mean.
pub fn table(commands: &mut Commands, parent: Entity, rows: &[(&str, &str)]) {
    let columns = commands.spawn(group(parent, FlexDirection::Row, 14.0)).id();
    let column = |align_items| Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(3),
        align_items,
        ..default()
    };
    let names = commands.spawn((ChildOf(columns), column(AlignItems::End))).id();
    let meanings = commands.spawn((ChildOf(columns), column(AlignItems::Start))).id();
    for &(name, meaning) in rows {
        commands.spawn(line(names, name, 13.0, ACCENT));
        commands.spawn(line(meanings, meaning, 13.0, LABEL));
    }
}

/// The buttons of a menu, one below the other. Returns the texts.
pub fn buttons(commands: &mut Commands, parent: Entity, items: &[(&str, Action)]) -> Vec<Entity> {
    // All buttons are as wide as the one with the longest text.
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(6),
        align_items: AlignItems::Stretch,
        ..default()
    };
    let column = commands.spawn((ChildOf(parent), column)).id();
    let node = Node { min_width: px(280), height: px(32), padding: UiRect::axes(px(12), px(0)), ..default() };
    let mut texts = Vec::new();
    let shown = items.iter().filter(|(_, action)| platform::CAN_QUIT || *action != Action::Quit);
    for (index, &(name, action)) in shown.enumerate() {
        let button = commands
            .spawn((ChildOf(column), Press(action), MenuItem(index), button::look(node.clone())))
            .id();
        texts.push(commands.spawn(line(button, name, 15.0, VALUE)).id());
    }
    texts
}
