//! A pane: its settings above, the board, its figures below.

use super::{readings::Reading, root::bar, visibility::ShownIf};
use crate::{
    action::{Action, Menu},
    input::{Area, Target},
    pane::PaneId,
    widgets::{Icons, button, menu_button, theme},
};
use bevy::prelude::*;

/// Spawns the pane.
pub fn spawn(commands: &mut Commands, middle: Entity, pane: PaneId, icons: &Icons) {
    let column = commands.spawn((ChildOf(middle), theme::pane_column())).id();
    if pane == PaneId::Right {
        commands.entity(column).insert(ShownIf::Both);
    }
    spawn_settings(commands, column, pane, icons);
    let area = Node {
        width: percent(100),
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(40),
        overflow: Overflow::clip(),
        ..default()
    };
    commands.spawn((ChildOf(column), area, Target::Area(Area::Board(pane))));
    spawn_figures(commands, column, pane);
}

fn spawn_settings(commands: &mut Commands, column: Entity, pane: PaneId, icons: &Icons) {
    let settings = commands.spawn((ChildOf(column), bar())).id();
    let mut menu =
        |text, menu, hint| commands.spawn((ChildOf(settings), menu_button(icons, text, menu, hint))).id();
    menu("", Menu::Algorithm(pane), "The algorithm. All of them are those of tilepath.");
    let weight = menu("", Menu::Weight(pane), "The weight of the estimate in weighted A*.");
    menu("", Menu::Heuristic(pane), "How the rest of the path is estimated. None of them overestimates.");
    menu("", Menu::Diagonals(pane), "When a step may be diagonal, and whether it may cut corners.");
    menu("Steps", Menu::Lengths(pane), "The lengths of a straight and of a diagonal step.");
    menu("Danger", Menu::Aversion(pane), "How much the agent minds danger.");
    commands.entity(weight).insert(ShownIf::Weighted(pane));
    let hint = "Shows the shortest and the safest path on one board: with danger ignored, and minded.";
    commands.spawn((ChildOf(settings), button("Both paths", Action::ToggleBothPaths(pane), hint)));
}

fn spawn_figures(commands: &mut Commands, column: Entity, pane: PaneId) {
    let node = Node {
        width: percent(100),
        padding: UiRect::axes(px(8), px(4)),
        row_gap: px(1),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        overflow: Overflow::clip(),
        ..default()
    };
    let figures = commands.spawn((ChildOf(column), node, BackgroundColor(theme::PANEL))).id();
    let line = |reading| (reading, Text::default(), theme::font(theme::SIZE), TextColor(theme::TEXT));
    commands.spawn((ChildOf(figures), line(Reading::Path(pane))));
    commands.spawn((ChildOf(figures), line(Reading::Other(pane)), ShownIf::Compares(pane)));
    commands.spawn((ChildOf(figures), line(Reading::Search(pane))));
}
