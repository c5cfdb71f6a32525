//! The bars above and below the map: what is shown, what is selected, the keys, and a legend.

use bevy::{prelude::*, text::FontSize};
use bevy_tilepath::{
    DebugLayer, DebugNumbers, DebugSearch, PathfindingDebug, prelude::*, tilepath::StepLengths,
};
use kit::tour::Layouts;

/// The heights of the bars in pixels.
pub const TOP: f32 = 30.0;
pub const BOTTOM: f32 = 68.0;

const BACKGROUND: Color = Color::srgb(0.05, 0.07, 0.10);
const DIM: Color = Color::srgb(0.56, 0.68, 0.74);
const BRIGHT: Color = Color::srgb(0.35, 0.90, 1.0);
const WHITE: Color = Color::srgb(0.92, 0.97, 1.0);

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
    let top = commands.spawn(bar(Node { top: px(0), height: px(TOP), ..default() })).id();
    let row = commands.spawn(row(top)).id();
    commands.spawn((ChildOf(row), text("", WHITE), Headline));
    legend(&mut commands, row, &debug);
    let bottom = commands.spawn(bar(Node { bottom: px(0), height: px(BOTTOM), ..default() })).id();
    for half in DebugLayer::ALL.chunks(5) {
        let row = commands.spawn(self::row(bottom)).id();
        for &layer in half {
            let number =
                DebugLayer::ALL.iter().position(|&other| other == layer).map_or(0, |index| index + 1);
            let label = text(&format!("F{number} {}", layer.name()), DIM);
            let place = Node { width: percent(20), ..default() };
            commands.spawn((ChildOf(row), label, place, LayerName(layer)));
        }
    }
    let row = commands.spawn(self::row(bottom)).id();
    let keys = "click: select an agent   right click: crate   Tab: next layout";
    commands.spawn((ChildOf(row), text(keys, DIM)));
    commands.spawn((ChildOf(row), text("", DIM), NumbersName));
}

/// The five levels of danger with their colours.
fn legend(commands: &mut Commands, row: Entity, debug: &PathfindingDebug) {
    let place = Node { column_gap: px(5), align_items: AlignItems::Center, ..default() };
    let legend = commands.spawn((ChildOf(row), place)).id();
    let names = ["vacant", "blocked", "dangerous", "very", "extremely"];
    for (name, color) in names.into_iter().zip(debug.colors.danger) {
        let swatch = Node { width: px(12), height: px(12), border: UiRect::all(px(1)), ..default() };
        commands.spawn((ChildOf(legend), swatch, BackgroundColor(color), BorderColor::all(DIM)));
        commands.spawn((ChildOf(legend), text(name, DIM)));
    }
}

fn bar(node: Node) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        padding: UiRect::horizontal(px(10)),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceEvenly,
        ..node
    };
    (node, BackgroundColor(BACKGROUND))
}

fn row(bar: Entity) -> impl Bundle {
    let node = Node {
        width: percent(100),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        ..default()
    };
    (ChildOf(bar), node)
}

fn text(text: &str, color: Color) -> impl Bundle {
    (Text::new(text), TextFont::from_font_size(FontSize::Px(12.0)), TextColor(color), TextLayout::no_wrap())
}

pub fn light_layers(debug: Res<PathfindingDebug>, mut names: Query<(&LayerName, &mut TextColor)>) {
    for (&LayerName(layer), mut color) in &mut names {
        color.set_if_neq(TextColor(if debug.layers.contains(layer) { BRIGHT } else { DIM }));
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
    results: Query<&PathResult>,
    mut headline: Single<&mut Text, With<Headline>>,
) {
    let mut line = layouts.shown().name.to_string();
    if let Some(result) = debug.selected.and_then(|agent| results.get(agent).ok()) {
        let cost = StepLengths::default().in_tiles(result.cost());
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
