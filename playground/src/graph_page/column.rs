//! The two panes of the page.

use crate::{
    controls::Reading,
    input::{Area, Target},
    pane::PaneId,
    widgets::theme,
};
use bevy::prelude::*;

/// Spawns both panes.
pub fn spawn(commands: &mut Commands, middle: Entity) {
    for pane in PaneId::ALL {
        let column = commands.spawn((ChildOf(middle), theme::pane_column())).id();
        let title = match pane {
            PaneId::Left => "Dijkstra: cost so far",
            PaneId::Right => "A*: cost so far + straight line to the goal",
        };
        let strip =
            Node { width: percent(100), padding: UiRect::axes(px(8), px(4)), flex_shrink: 0.0, ..default() };
        let look = BackgroundColor(theme::PANEL);
        let text = (Text::new(title), theme::font(theme::SIZE), TextColor(theme::TEXT));
        commands.spawn((ChildOf(column), strip.clone(), look, children![text]));
        let area = Node {
            width: percent(100),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(40),
            overflow: Overflow::clip(),
            ..default()
        };
        commands.spawn((ChildOf(column), area, Target::Area(Area::Graph(pane))));
        let line = (Reading::Graph(pane), Text::default(), theme::font(theme::SIZE), TextColor(theme::TEXT));
        commands.spawn((ChildOf(column), strip, look, children![line]));
    }
}
