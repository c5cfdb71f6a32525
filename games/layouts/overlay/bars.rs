//! The bars above and below the map: what is shown, what is selected, the keys, and a legend.

use crate::layout::Layouts;
use bevy::prelude::*;
use bevy_tilepath::{
    DebugLayer, DebugNumbers, DebugSearch, PathfindingDebug, prelude::*, tilepath::StepLengths,
};
use kit::hud::{self, ACCENT, LABEL, VALUE};

/// The heights of the bars above and below the map, in pixels.
pub const BARS: [f32; 2] = [30.0, 68.0];

/// The name of a layer, bright while it is shown.
#[derive(Component)]
pub struct LayerName(DebugLayer);

/// The text above the map.
#[derive(Component)]
pub struct Headline;

/// The text that says what the two numbers are.
#[derive(Component)]
pub struct NumbersName;

pub fn spawn(mut commands: Commands, debug: Res<PathfindingDebug>) {
    let top = commands.spawn(hud::top_bar(BARS[0])).id();
    let row = commands.spawn(hud::row(top)).id();
    commands.spawn((ChildOf(row), text("", VALUE), Headline));
    legend(&mut commands, row, &debug);
    let bottom = commands.spawn(hud::bottom_bar(BARS[1])).id();
    for half in DebugLayer::ALL.chunks(5) {
        let row = commands.spawn(hud::row(bottom)).id();
        for &layer in half {
            let number =
                DebugLayer::ALL.iter().position(|&other| other == layer).map_or(0, |index| index + 1);
            let label = text(&format!("F{number} {}", layer.name()), LABEL);
            let place = Node { width: percent(20), ..default() };
            commands.spawn((ChildOf(row), label, place, LayerName(layer)));
        }
    }
    let row = commands.spawn(hud::row(bottom)).id();
    let keys = "click: select an agent   right click: crate   Tab: next layout";
    commands.spawn((ChildOf(row), text(keys, LABEL)));
    commands.spawn((ChildOf(row), text("", LABEL), NumbersName));
}

/// The five levels of danger with their colours.
fn legend(commands: &mut Commands, row: Entity, debug: &PathfindingDebug) {
    let place = Node { column_gap: px(5), align_items: AlignItems::Center, ..default() };
    let legend = commands.spawn((ChildOf(row), place)).id();
    let names = ["vacant", "blocked", "dangerous", "very", "extremely"];
    for (name, color) in names.into_iter().zip(debug.colors.danger) {
        let swatch = Node { width: px(12), height: px(12), border: UiRect::all(px(1)), ..default() };
        commands.spawn((ChildOf(legend), swatch, BackgroundColor(color), BorderColor::all(LABEL)));
        commands.spawn((ChildOf(legend), text(name, LABEL)));
    }
}

fn text(text: &str, color: Color) -> impl Bundle {
    (Text::new(text), hud::font(13.0), TextColor(color), TextLayout::no_wrap())
}

pub fn light_layers(debug: Res<PathfindingDebug>, mut names: Query<(&LayerName, &mut TextColor)>) {
    for (&LayerName(layer), mut color) in &mut names {
        color.set_if_neq(TextColor(if debug.layers.contains(layer) { ACCENT } else { LABEL }));
    }
}

pub fn name_numbers(debug: Res<PathfindingDebug>, mut name: Single<&mut Text, With<NumbersName>>) {
    name.set_if_neq(Text::new(match debug.numbers {
        DebugNumbers::CostAndWeight => "N: numbers are cost and weight",
        DebugNumbers::CostAndEstimate => "N: numbers are cost (g) and estimate (h)",
    }));
}

pub fn write_headline(
    debug: Res<PathfindingDebug>,
    layouts: Res<Layouts>,
    search: Res<DebugSearch>,
    (results, nav_grid): (Query<&PathResult>, Res<NavGrid>),
    mut headline: Single<&mut Text, With<Headline>>,
) {
    let mut line = layouts.shown().name.to_string();
    if let Some(result) = debug.selected.and_then(|agent| results.get(agent).ok()) {
        let cost = StepLengths::default().in_tiles(result.cost(&nav_grid));
        let source = if result.is_shared() { "shared field" } else { "own search" };
        line += &format!(" | cost {cost:.1}, {source}");
        if !search.cells().is_empty() {
            line += &format!(", {} expanded", search.cells().len());
        }
    }
    let is_about_agent = debug.layers.search || debug.layers.numbers;
    if is_about_agent && debug.selected.is_none() {
        line += " | click an agent to see its search";
    }
    headline.set_if_neq(Text::new(line));
}
