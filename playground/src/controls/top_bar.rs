//! The bar at the top: pages, the map, undo, what is shown, files.

use super::{
    menus::{Menu, items},
    readings::Reading,
    visibility::ShownIf,
};
use crate::{
    action::{Action, Page},
    files::{NameField, leave_name},
    graph_page::GraphTool,
    widgets::{Hint, button, menu, theme, with},
};
use bevy::{
    feathers::{
        controls::{FeathersTextInput, FeathersTextInputContainer},
        theme::ThemeBackgroundColor,
        tokens,
    },
    picking::hover::Hovered,
    prelude::*,
};

/// A bar across the window whose controls go on in the next line where they find no room.
pub fn bar() -> impl Scene {
    bsn! {
        Node {
            width: percent(100), padding: {UiRect::axes(px(6), px(5))}, column_gap: px(theme::GAP),
            row_gap: px(theme::GAP), flex_wrap: FlexWrap::Wrap, align_items: AlignItems::Center,
            flex_shrink: 0.0,
        }
        ThemeBackgroundColor(tokens::PANE_BODY_BG)
    }
}

/// A menu with its lines and the value that is set.
pub fn menu_of(text: &'static str, id: Menu, hint: &'static str) -> impl Scene {
    menu(text, id, Reading::Menu(id), hint, items(id))
}

/// The bar.
pub fn scene() -> impl Scene {
    bsn! {
        bar()
        Children [
            (group() Children [
                button("Grid", Action::Page(Page::Grid), "Search on a grid of tiles. F1."),
                button("Graph", Action::Page(Page::Graph), "Search on a graph of nodes and directed edges. F2."),
                button("Replay", Action::Page(Page::Replay), "Replay a recorded game, frame by frame. F3."),
            ]),
            map_group(),
            graph_group(),
            replay_group(),
            view_group(),
            file_group(),
        ]
    }
}

/// Controls that stay together in a line.
fn group() -> impl Scene {
    bsn! { Node { column_gap: px(theme::GAP), margin: {UiRect::right(px(9))} } }
}

fn map_group() -> impl Scene {
    bsn! {
        group()
        with(ShownIf::Page(Page::Grid))
        Children [
            menu_of("Map", Menu::Generate, "Makes a map: empty, hills with danger, a maze, caves or rooms."),
            button("Another", Action::NextSeed, "Makes another map of this kind, from the next seed."),
            menu_of("Size", Menu::Size, "Makes the map again in another size, up to 512 x 512 cells."),
            menu_of("Layout", Menu::Layout, "The layout of the cells: squares or hexagons."),
            menu_of("Compare", Menu::Lesson, "Sets up two panes with something to compare."),
        ]
    }
}

fn graph_group() -> impl Scene {
    let tools: Vec<_> = [
        ("Add or move", GraphTool::Move, "Drag a node to move it. Click where there is none to add one."),
        (
            "Link",
            GraphTool::Link,
            "Drag from node to node: an edge in that direction, as costly as it is long.",
        ),
        ("Link both ways", GraphTool::LinkBothWays, "Drag from node to node: an edge in each direction."),
        (
            "Remove",
            GraphTool::Remove,
            "Click on a node or an edge to remove it. The right button always does.",
        ),
        ("Start", GraphTool::Start, "Click on the node to start from."),
        ("Goal", GraphTool::Goal, "Click on the node to go to."),
    ]
    .into_iter()
    .map(|(name, tool, hint)| button(name, Action::GraphTool(tool), hint))
    .collect();
    bsn! {
        group()
        with(ShownIf::Page(Page::Graph))
        Children [{tools}, button("Another", Action::NextGraph, "Another graph.")]
    }
}

fn replay_group() -> impl Scene {
    bsn! {
        group()
        with(ShownIf::Page(Page::Replay))
        Children [
            button(
                "Record a crowd",
                Action::RecordCrowd,
                "Records 30 seconds of a crowd between start and goal of the board, and replays them."
            ),
            button(
                "Compare",
                Action::Compare,
                "Plays a second recording beside this one, and names the first frame, agent and field that differ."
            ),
        ]
    }
}

fn view_group() -> impl Scene {
    bsn! {
        group()
        Children [
            (
                button("Undo", Action::Undo, "Undoes the last stroke, or the last map. Ctrl+Z.")
                with(ShownIf::NotPage(Page::Replay))
            ),
            (
                button("Redo", Action::Redo, "Makes again what was undone. Ctrl+Y.")
                with(ShownIf::NotPage(Page::Replay))
            ),
            (
                button("Numbers", Action::ToggleNumbers, "Shows g, h and f at nodes and in cells. Cells need room for it: zoom in. N.")
                with(ShownIf::NotPage(Page::Replay))
            ),
            (
                button("Fit", Action::Fit, "Shows the whole map. F. The wheel zooms, the middle button pans.")
                with(ShownIf::NotPage(Page::Graph))
            ),
            (
                button("One pane", Action::ShowBoth(false), "One search on the board.")
                with(ShownIf::Page(Page::Grid))
            ),
            (
                button("Two panes", Action::ShowBoth(true), "Two searches on the same board, step by step side by side.")
                with(ShownIf::Page(Page::Grid))
            ),
        ]
    }
}

fn file_group() -> impl Scene {
    let hint = Hint(
        "The file to load or save. Enter loads, Escape leaves. Ctrl+O. Or drop a file on the window.".into(),
    );
    bsn! {
        group()
        with(ShownIf::NotPage(Page::Graph))
        Children [
            (
                @FeathersTextInputContainer
                Node { width: px(168), flex_grow: 0.0, padding: {UiRect::horizontal(px(4))} }
                Hovered
                with(hint)
                Children [(@FeathersTextInput { @max_characters: {Some(400)} } NameField on(leave_name))]
            ),
            button(
                "Load",
                Action::Load,
                "Loads a map of the playground, a .map or .scen of MovingAI; replays a .trace.json of a search, or a .tilerec of a game."
            ),
            button(
                "Save",
                Action::Save,
                "Saves the board as text; walls only if the name ends in .map; the search as a trace if in .trace.json. Ctrl+S."
            ),
        ]
    }
}
