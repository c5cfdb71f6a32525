//! The banner at the end of a game.

use crate::game::{Game, Phase};
use kit::hud::{ACCENT, BAD, GOOD, VALUE, font, write};
use bevy::prelude::*;

#[derive(Component)]
struct Banner;

#[derive(Component)]
struct Title;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, update);
}

fn spawn(mut commands: Commands) {
    let screen = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    let plate = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        row_gap: px(8),
        padding: UiRect::axes(px(48), px(24)),
        border: UiRect::all(px(2)),
        ..default()
    };
    let title = (Title, TextSpan::default(), font(34.0), TextColor(VALUE));
    let screen = commands.spawn((Banner, screen, Visibility::Hidden)).id();
    commands.spawn((
        ChildOf(screen),
        plate,
        BackgroundColor(Color::srgba(0.03, 0.05, 0.08, 0.92)),
        BorderColor::all(ACCENT),
        children![
            (Text::default(), children![title]),
            (Text::new("R begins a new game"), font(16.0), TextColor(VALUE)),
        ],
    ));
}

fn update(
    game: Res<Game>,
    mut banner: Single<&mut Visibility, With<Banner>>,
    title: Single<(&mut TextSpan, &mut TextColor), With<Title>>,
) {
    let (mut text, mut color) = title.into_inner();
    let (words, tint) = match game.phase {
        Phase::Running => {
            banner.set_if_neq(Visibility::Hidden);
            return;
        }
        Phase::Won => ("THE PROCESSOR IS SAFE", GOOD),
        Phase::Lost => ("THE PROCESSOR IS LOST", BAD),
    };
    banner.set_if_neq(Visibility::Visible);
    write(&mut text, words.to_string());
    color.set_if_neq(TextColor(tint));
}
