//! The whole interface: bars, columns and the areas of the panes.

use super::{pane_column, playback_bar, tools, top_bar, visibility::ShownIf};
use crate::{
    action::Page,
    graph_page,
    pane::PaneId,
    widgets::{Icons, theme},
};
use bevy::prelude::*;

/// A bar across the window whose controls go on in the next line where they find no room.
pub fn bar() -> impl Bundle {
    let node = Node {
        width: percent(100),
        padding: UiRect::axes(px(6), px(5)),
        column_gap: px(theme::GAP),
        row_gap: px(theme::GAP),
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    (node, BackgroundColor(theme::PANEL))
}

/// Spawns the interface.
pub fn spawn(mut commands: Commands, icons: Res<Icons>) {
    let full = Node {
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let root = commands.spawn(full).id();
    top_bar::spawn(&mut commands, root, &icons);
    let middle = |page| {
        let node =
            Node { width: percent(100), flex_grow: 1.0, flex_basis: px(0), min_height: px(0), ..default() };
        (ChildOf(root), ShownIf::Page(page), node)
    };
    let grid = commands.spawn(middle(Page::Grid)).id();
    tools::spawn(&mut commands, grid);
    for pane in PaneId::ALL {
        pane_column::spawn(&mut commands, grid, pane, &icons);
    }
    let graph = commands.spawn(middle(Page::Graph)).id();
    graph_page::spawn_columns(&mut commands, graph);
    playback_bar::spawn(&mut commands, root, &icons);
}
