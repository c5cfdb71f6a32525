//! Parts of the interface that are shown only at times.

use super::state::State;
use crate::{
    action::Page,
    pane::{Algorithm, PaneId},
};
use bevy::{input_focus::tab_navigation::TabGroup, prelude::*};

/// When a node is shown.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownIf {
    Page(Page),
    NotPage(Page),
    /// Both panes are shown.
    Both,
    /// A pane has the algorithm with a weight.
    Weighted(PaneId),
    /// A pane shows the path of the other attitude to danger.
    Compares(PaneId),
}

/// Shows and hides nodes. Tab does not lead to hidden ones: they are groups of their own, which it does not enter.
pub fn apply(state: State, mut commands: Commands, mut nodes: Query<(Entity, &ShownIf, &mut Node)>) {
    for (entity, condition, mut node) in &mut nodes {
        let is_shown = match *condition {
            ShownIf::Page(page) => state.page.0 == page,
            ShownIf::NotPage(page) => state.page.0 != page,
            ShownIf::Both => state.panes.shows_both(),
            ShownIf::Weighted(pane) => state.settings(pane).algorithm == Algorithm::Weighted,
            ShownIf::Compares(pane) => state.settings(pane).compares,
        };
        let display = if is_shown { Display::Flex } else { Display::None };
        if node.display != display {
            node.display = display;
            match is_shown {
                true => commands.entity(entity).remove::<TabGroup>(),
                false => commands.entity(entity).insert(TabGroup::modal()),
            };
        }
    }
}
