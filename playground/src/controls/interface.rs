//! The whole interface: bars, columns and the areas of the panes.

use super::{pane_column, playback_bar, tools, top_bar, visibility::ShownIf};
use crate::{action::Page, pane::PaneId, widgets::with};
use bevy::{input_focus::tab_navigation::TabGroup, prelude::*};

/// Spawns the interface.
pub fn spawn(mut commands: Commands) {
    let [left, right] = PaneId::ALL;
    commands.spawn_scene(bsn! {
        Node { width: percent(100), height: percent(100), flex_direction: FlexDirection::Column }
        TabGroup
        Children [
            top_bar::scene(),
            (
                middle(Page::Grid)
                Children [
                    tools::scene(),
                    pane_column::of_board(left),
                    (pane_column::of_board(right) with(ShownIf::Both)),
                ]
            ),
            (middle(Page::Graph) Children [pane_column::of_graph(left), pane_column::of_graph(right)]),
            (middle(Page::Replay) Children [pane_column::of_replay()]),
            playback_bar::bar_of_steps(),
            playback_bar::status_line(),
        ]
    });
}

/// What is between the bars on a page.
fn middle(page: Page) -> impl Scene {
    bsn! {
        Node { width: percent(100), flex_grow: 1.0, flex_basis: px(0), min_height: px(0) }
        with(ShownIf::Page(page))
    }
}
