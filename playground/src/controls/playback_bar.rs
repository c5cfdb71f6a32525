//! The bar at the bottom: playback and the status line.

use super::{readings::Reading, root::bar};
use crate::{
    action::{Action, Play, Slider},
    widgets::{Icon, Icons, caption, icon_button, slider, theme},
};
use bevy::prelude::*;

/// Spawns the bar.
pub fn spawn(commands: &mut Commands, root: Entity, icons: &Icons) {
    let play = commands.spawn((ChildOf(root), bar())).id();
    for (icon, action, hint) in [
        (Icon::First, Play::First, "Back to the beginning of the search. Home."),
        (Icon::Back, Play::Back, "One expansion back. Left arrow."),
        (Icon::Play, Play::Toggle, "Plays the search, expansion by expansion, or pauses it. Space."),
        (Icon::Forward, Play::Forward, "One expansion on. Right arrow."),
        (Icon::Last, Play::Last, "To the end of the search. End."),
    ] {
        commands.spawn((ChildOf(play), icon_button(icons, icon, Action::Play(action), hint)));
    }
    let hint = "Drag to any step of the searches. Both panes follow.";
    commands.spawn((ChildOf(play), slider(Slider::Step, None, hint)));
    commands.spawn((ChildOf(play), reading(Reading::Step, Some(150.0))));
    commands.spawn((ChildOf(play), caption("Speed")));
    commands.spawn((ChildOf(play), slider(Slider::Speed, Some(90.0), "Expansions per second.")));
    commands.spawn((ChildOf(play), reading(Reading::Speed, Some(70.0))));
    let status = Node {
        width: percent(100),
        height: px(22),
        padding: UiRect::horizontal(px(8)),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        column_gap: px(12),
        overflow: Overflow::clip(),
        flex_shrink: 0.0,
        ..default()
    };
    let status = commands.spawn((ChildOf(root), status, BackgroundColor(theme::GROUND))).id();
    let room =
        Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), overflow: Overflow::clip(), ..default() };
    let room = commands.spawn((ChildOf(status), room)).id();
    commands.spawn((ChildOf(room), reading(Reading::Status, None)));
    commands.spawn((ChildOf(status), reading(Reading::Cell, None)));
}

fn reading(reading: Reading, width: Option<f32>) -> impl Bundle {
    (
        reading,
        Text::default(),
        theme::font(theme::SIZE - 1.0),
        TextColor(theme::TEXT),
        TextLayout::no_wrap(),
        Node { width: width.map_or(Val::Auto, Val::Px), ..default() },
    )
}
