//! Parts of the interface that are shown only at times.

use super::state::State;
use crate::{
    action::Page,
    pane::{Algorithm, PaneId},
};
use bevy::prelude::*;

/// When a node is shown.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownIf {
    Page(Page),
    /// Both panes are shown.
    Both,
    /// A pane has the algorithm with a weight.
    Weighted(PaneId),
    /// A pane shows the path of the other attitude to danger.
    Compares(PaneId),
}

/// Shows and hides nodes.
pub fn apply(state: State, mut nodes: Query<(&ShownIf, &mut Node)>) {
    for (condition, mut node) in &mut nodes {
        let is_shown = match *condition {
            ShownIf::Page(page) => state.page.0 == page,
            ShownIf::Both => state.panes.shows_both(),
            ShownIf::Weighted(pane) => state.settings(pane).algorithm == Algorithm::Weighted,
            ShownIf::Compares(pane) => state.settings(pane).compares,
        };
        let display = if is_shown { Display::Flex } else { Display::None };
        if node.display != display {
            node.display = display;
        }
    }
}
