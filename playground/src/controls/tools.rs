//! The column of tools, which is the legend of the terrain as well.

use crate::{
    action::Action,
    board::{Brush, Tool, Ways},
    view::Swatch,
    widgets::{button, caption, swatch_button},
};
use bevy::{
    feathers::{theme::ThemeBackgroundColor, tokens},
    prelude::*,
};

const LINK: &str = "Links two cells both ways: press on one, let go on the other. L. The right button removes the links of a cell.";
const ONE_WAY: &str = "Links two cells one way: press where the link begins, let go where it ends. O. The right button removes.";
const FENCE: &str =
    "Walls on edges: click near an edge, or drag along edges. X. The right button removes them.";
const LEDGE: &str = "Walls on edges that are free in one direction: from the side of the pointer to the other. C. The right button removes them.";

/// The column.
pub fn scene() -> impl Scene {
    let swatch = |name: &'static str, swatch: Swatch, tool, hint: &'static str| {
        swatch_button(name, swatch.colour(), Action::Tool(tool), hint)
    };
    let brushes: Vec<_> = Brush::SIZES.map(brush).into();
    let legend = [
        (Swatch::Open, "open list"),
        (Swatch::Closed, "expanded"),
        (Swatch::Jump, "jump"),
        (Swatch::Path, "path"),
    ];
    let legend: Vec<_> = legend.map(|(swatch, name)| legend_line(swatch, name)).into();
    bsn! {
        Node {
            width: px(118), height: percent(100), padding: {UiRect::axes(px(6), px(2))}, row_gap: px(4),
            flex_direction: FlexDirection::Column, flex_shrink: 0.0, overflow: {Overflow::clip()},
        }
        ThemeBackgroundColor(tokens::PANE_BODY_BG)
        Children [
            (row() Children [
                swatch("Start", Swatch::Start, Tool::Start, "Puts the start where you click. It can be dragged with any tool. S."),
                swatch("Goal", Swatch::Goal, Tool::Goal, "Puts the goal where you click. It can be dragged with any tool. G."),
            ]),
            (row() Children [
                swatch("Wall", Swatch::Wall, Tool::Wall, "Paints walls. W. The right button erases with any tool."),
                swatch("Erase", Swatch::Ground(1), Tool::Erase, "Leaves plain ground without danger, links and fences. E."),
            ]),
            (row() Children [
                swatch("Link", Swatch::Link, Tool::Link(Ways::Both), LINK),
                swatch("One way", Swatch::Link, Tool::Link(Ways::One), ONE_WAY),
            ]),
            (row() Children [
                swatch("Fence", Swatch::Wall, Tool::EdgeWall(Ways::Both), FENCE),
                swatch("Ledge", Swatch::Wall, Tool::EdgeWall(Ways::One), LEDGE),
            ]),
            caption("Ground: cost"),
            grid(|level| {
                let hint = format!("Paints ground where a step costs {level}. Key {level}.");
                (Swatch::Ground(level), Tool::Terrain(level), hint)
            }),
            caption("Danger: level"),
            grid(|level| {
                let hint =
                    format!("Paints danger: a step there is as bad as {level} more tiles, times the aversion.");
                (Swatch::Danger(level), Tool::Danger(level), hint)
            }),
            caption("Brush"),
            (row() Children [{brushes}]),
            caption("Soldier"),
            (row() Children [
                button(
                    "Send",
                    Action::SendSoldier,
                    "Sends a soldier from start to goal: an agent of the plugin, by the settings of the left pane."
                ),
                button(
                    "To..",
                    Action::Tool(Tool::Soldier),
                    "With this tool the soldier marches where you click. A."
                ),
            ]),
            caption("Search"),
            {legend},
        ]
    }
}

fn row() -> impl Scene {
    bsn! { Node { column_gap: px(4), width: percent(100) } }
}

/// Nine tools in three rows.
fn grid(tool: impl Fn(u8) -> (Swatch, Tool, String)) -> impl Scene {
    let button = |level: u8| {
        let (swatch, tool, hint) = tool(level);
        swatch_button(level.to_string(), swatch.colour(), Action::Tool(tool), hint)
    };
    let rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]].map(|levels| {
        let buttons: Vec<_> = levels.map(button).into();
        bsn! { row() Children [{buttons}] }
    });
    let rows: Vec<_> = rows.into();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), width: percent(100) }
        Children [{rows}]
    }
}

fn brush(size: u8) -> impl Scene {
    bsn! {
        button(size.to_string(), Action::Brush(Brush(size)), format!("A brush of {size} cells."))
        Node { flex_grow: 1.0, padding: {UiRect::ZERO} }
    }
}

fn legend_line(swatch: Swatch, name: &'static str) -> impl Scene {
    let colour = Color::from(swatch.colour());
    bsn! {
        Node { column_gap: px(6), align_items: AlignItems::Center }
        Children [
            (
                Node { width: px(18), height: px(11), border_radius: {BorderRadius::all(px(2))} }
                BackgroundColor(colour)
            ),
            caption(name),
        ]
    }
}
