//! The column of tools, which is the legend of the terrain as well.

use crate::{
    action::Action,
    board::{Brush, Tool},
    view::Swatch,
    widgets::{button, caption, swatch_button, theme},
};
use bevy::prelude::*;

/// Spawns the column.
pub fn spawn(commands: &mut Commands, middle: Entity) {
    let column = Node {
        width: px(118),
        height: percent(100),
        padding: UiRect::axes(px(6), px(2)),
        row_gap: px(4),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        overflow: Overflow::clip(),
        ..default()
    };
    let column = commands.spawn((ChildOf(middle), column, BackgroundColor(theme::PANEL))).id();
    let ends = row(commands, column);
    let hint = "Puts the start where you click. It can be dragged with any tool. S.";
    commands.spawn((
        ChildOf(ends),
        swatch_button("Start", Swatch::Start.colour(), Action::Tool(Tool::Start), hint),
    ));
    let hint = "Puts the goal where you click. It can be dragged with any tool. G.";
    commands
        .spawn((ChildOf(ends), swatch_button("Goal", Swatch::Goal.colour(), Action::Tool(Tool::Goal), hint)));
    let paints = row(commands, column);
    let hint = "Paints walls. W. The right button erases with any tool.";
    commands.spawn((
        ChildOf(paints),
        swatch_button("Wall", Swatch::Wall.colour(), Action::Tool(Tool::Wall), hint),
    ));
    let hint = "Leaves plain ground without danger. E.";
    let plain = Swatch::Ground(1).colour();
    commands.spawn((ChildOf(paints), swatch_button("Erase", plain, Action::Tool(Tool::Erase), hint)));
    commands.spawn((ChildOf(column), caption("Ground: cost")));
    grid(commands, column, |level| {
        let hint = format!("Paints ground where a step costs {level}. Key {level}.");
        (Swatch::Ground(level).colour(), Tool::Terrain(level), hint)
    });
    commands.spawn((ChildOf(column), caption("Danger: level")));
    grid(commands, column, |level| {
        let hint =
            format!("Paints danger: a step there is as bad as {level} more tiles, times the aversion.");
        (Swatch::Danger(level).colour(), Tool::Danger(level), hint)
    });
    commands.spawn((ChildOf(column), caption("Brush")));
    let sizes = row(commands, column);
    for size in Brush::SIZES {
        let hint = format!("A brush of {size} cells.");
        let sized =
            commands.spawn((ChildOf(sizes), button(size.to_string(), Action::Brush(Brush(size)), hint))).id();
        commands.entity(sized).entry::<Node>().and_modify(|mut node| {
            node.flex_grow = 1.0;
            node.padding = UiRect::ZERO;
        });
    }
    spawn_soldier(commands, column);
    spawn_legend(commands, column);
}

fn row(commands: &mut Commands, column: Entity) -> Entity {
    commands.spawn((ChildOf(column), Node { column_gap: px(4), width: percent(100), ..default() })).id()
}

/// Nine tools in three rows.
fn grid(commands: &mut Commands, column: Entity, tool: impl Fn(u8) -> (Srgba, Tool, String)) {
    for levels in [[1, 2, 3], [4, 5, 6], [7, 8, 9]] {
        let row = row(commands, column);
        for level in levels {
            let (colour, tool, hint) = tool(level);
            let swatch = swatch_button(level.to_string(), colour, Action::Tool(tool), hint);
            commands.spawn((ChildOf(row), swatch));
        }
    }
}

fn spawn_soldier(commands: &mut Commands, column: Entity) {
    commands.spawn((ChildOf(column), caption("Soldier")));
    let orders = row(commands, column);
    let hint =
        "Sends a soldier from start to goal: an agent of the plugin, by the settings of the left pane.";
    commands.spawn((ChildOf(orders), button("Send", Action::SendSoldier, hint)));
    let hint = "With this tool the soldier marches where you click. A.";
    commands.spawn((ChildOf(orders), button("To..", Action::Tool(Tool::Soldier), hint)));
}

fn spawn_legend(commands: &mut Commands, column: Entity) {
    commands.spawn((ChildOf(column), caption("Search")));
    for (swatch, name) in [(Swatch::Open, "open list"), (Swatch::Closed, "expanded"), (Swatch::Path, "path")]
    {
        let line = commands
            .spawn((
                ChildOf(column),
                Node { column_gap: px(6), align_items: AlignItems::Center, ..default() },
            ))
            .id();
        let node =
            Node { width: px(18), height: px(11), border_radius: BorderRadius::all(px(2)), ..default() };
        commands.spawn((ChildOf(line), node, BackgroundColor(swatch.colour().into())));
        commands.spawn((ChildOf(line), caption(name)));
    }
}
