//! The panel on the left: buttons for what can be chosen, and what the discs mean.

use super::{
    action::{AGENTS, Action},
    layout,
};
use crate::{
    choice::{Choice, Tiles},
    plugin::CrowdSystems,
};
use bevy::prelude::*;
use bevy_tilepath::Congestion;
use kit::{
    hud::{ACCENT, BACKGROUND, EDGE, LABEL, VALUE, font},
    occupying::Occupying,
};

/// A button. A click on it does its action. Its text is a child.
#[derive(Component, Clone, Copy)]
#[require(Interaction)]
pub struct Press(pub Action);

const LIT: Color = Color::srgb(0.09, 0.24, 0.30);
const HOT: Color = Color::srgb(0.08, 0.13, 0.18);
/// The height of a button, in pixels.
const HEIGHT: f32 = 19.0;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn)
        .add_systems(Update, press.before(super::action::carry_out).in_set(CrowdSystems::Input))
        .add_systems(Update, paint.in_set(CrowdSystems::Show));
}

fn spawn(mut commands: Commands) {
    let panel = Node {
        position_type: PositionType::Absolute,
        top: px(layout::TOP),
        bottom: px(layout::BOTTOM),
        width: px(layout::PANEL),
        padding: UiRect::all(px(8)),
        border: UiRect::right(px(1)),
        flex_direction: FlexDirection::Column,
        row_gap: px(2),
        ..default()
    };
    let panel = commands.spawn((panel, BackgroundColor(BACKGROUND), BorderColor::all(EDGE))).id();
    for index in 0..arrangements::ALL.len() {
        button(&mut commands, panel, Action::Arrangement(index));
    }
    let row = Node { column_gap: px(4), margin: UiRect::vertical(px(6)), ..default() };
    let row = commands.spawn((ChildOf(panel), row)).id();
    AGENTS.into_iter().for_each(|agents| button(&mut commands, row, Action::Agents(agents)));
    for action in [Action::Occupy, Action::Congest, Action::Capacity, Action::Tiles, Action::Restart] {
        button(&mut commands, panel, action);
    }
    let legend = Node { flex_direction: FlexDirection::Column, margin: UiRect::top(px(8)), ..default() };
    let legend = commands.spawn((ChildOf(panel), legend)).id();
    let color = Color::srgb(0.25, 0.78, 1.0);
    sample(&mut commands, legend, color, Color::NONE, "walks to its colour");
    sample(&mut commands, legend, color.darker(0.36), Color::NONE, "rests at its goal");
    sample(&mut commands, legend, color, Color::WHITE, "stuck: 5 s no nearer");
}

fn button(commands: &mut Commands, parent: Entity, action: Action) {
    let node = Node {
        height: px(HEIGHT),
        flex_grow: if matches!(action, Action::Agents(_)) { 1.0 } else { 0.0 },
        padding: UiRect::horizontal(px(8)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        ..default()
    };
    let text = (Text::default(), font(12.0), TextColor(LABEL), TextLayout::no_wrap());
    commands.spawn((
        ChildOf(parent),
        Press(action),
        node,
        BackgroundColor(Color::NONE),
        BorderColor::all(EDGE),
        children![text],
    ));
}

/// A disc of the legend, and what it means.
fn sample(commands: &mut Commands, legend: Entity, color: Color, ring: Color, words: &str) {
    let row = Node { column_gap: px(8), align_items: AlignItems::Center, height: px(17), ..default() };
    let row = commands.spawn((ChildOf(legend), row)).id();
    let disc = Node {
        width: px(14),
        height: px(14),
        flex_shrink: 0.0,
        border: UiRect::all(px(2)),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    commands.spawn((ChildOf(row), disc, BackgroundColor(color), BorderColor::all(ring)));
    commands.spawn((ChildOf(row), Text::new(words), font(12.0), TextColor(LABEL), TextLayout::no_wrap()));
}

fn press(
    buttons: Query<(&Interaction, &Press), Changed<Interaction>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut actions: MessageWriter<Action>,
) {
    let pressed = buttons.iter().filter(|(interaction, _)| **interaction == Interaction::Pressed);
    let pressed = pressed.filter(|_| mouse.just_pressed(MouseButton::Left));
    actions.write_batch(pressed.map(|(_, press)| press.0));
}

/// What a button says, and whether it is lit.
fn words(action: Action, choice: &Choice, occupying: Occupying, is_congested: bool) -> (String, bool) {
    match action {
        Action::Arrangement(index) => {
            let title = arrangements::ALL[index].title;
            (format!("{:>2} {title}", index + 1), choice.arrangement == index)
        }
        Action::Agents(agents) => (format!("{agents}"), choice.agents == agents),
        Action::Occupy => (format!("O  CrowdAgent: {}", occupying.name()), occupying.0),
        Action::Congest => {
            (format!("C  Congestion: {}", if is_congested { "on" } else { "off" }), is_congested)
        }
        Action::Capacity => (format!("K  agents in a cell: {}", choice.capacity), choice.capacity > 1),
        Action::Tiles if choice.tiles == Tiles::Squares => ("H  tiles: squares".into(), false),
        Action::Tiles => ("H  tiles: hexagons".into(), false),
        Action::Restart => (format!("R  restart (seed {})", choice.seed), false),
    }
}

/// What decides how a button looks, and how it looks.
type Painted = (
    &'static Press,
    &'static Interaction,
    &'static Children,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn paint(
    choice: Res<Choice>,
    occupying: Res<Occupying>,
    congestion: Option<Res<Congestion>>,
    mut buttons: Query<Painted>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
) {
    for (press, interaction, children, mut ground, mut edge) in &mut buttons {
        let (words, is_lit) = words(press.0, &choice, *occupying, congestion.is_some());
        let is_hot = *interaction != Interaction::None;
        let color = match () {
            () if is_lit => LIT,
            () if is_hot => HOT,
            () => Color::NONE,
        };
        ground.set_if_neq(BackgroundColor(color));
        edge.set_if_neq(BorderColor::all(if is_lit { ACCENT } else { EDGE }));
        let mut texts = texts.iter_many_mut(children);
        while let Some((mut text, mut color)) = texts.fetch_next() {
            text.set_if_neq(Text(words.clone()));
            color.set_if_neq(TextColor(if is_lit { ACCENT } else { VALUE }));
        }
    }
}
