//! The bar at the top: pages, the map, undo, what is shown, files.

use super::{readings::Reading, root::bar, visibility::ShownIf};
use crate::{
    action::{Action, Menu, Page},
    graph_page::GraphTool,
    input::Target,
    widgets::{ButtonLook, Hint, Icons, button, menu_button, theme},
};
use bevy::prelude::*;

/// Spawns the bar.
pub fn spawn(commands: &mut Commands, root: Entity, icons: &Icons) {
    let top = commands.spawn((ChildOf(root), bar())).id();
    let group = group(commands, top, None);
    commands.spawn((
        ChildOf(group),
        button("Grid", Action::Page(Page::Grid), "Search on a grid of tiles. Tab turns the page."),
    ));
    let hint = "Search on a graph of nodes and directed edges: Dijkstra beside A*.";
    commands.spawn((ChildOf(group), button("Graph", Action::Page(Page::Graph), hint)));
    spawn_map(commands, top, icons);
    spawn_graph(commands, top);
    spawn_view(commands, top);
    spawn_files(commands, top);
}

/// Controls that stay together in a line, on one page only if it is named.
fn group(commands: &mut Commands, bar: Entity, page: Option<Page>) -> Entity {
    let node = Node { column_gap: px(theme::GAP), margin: UiRect::right(px(9)), ..default() };
    let group = commands.spawn((ChildOf(bar), node)).id();
    if let Some(page) = page {
        commands.entity(group).insert(ShownIf::Page(page));
    }
    group
}

fn spawn_map(commands: &mut Commands, top: Entity, icons: &Icons) {
    let map = group(commands, top, Some(Page::Grid));
    let hint = "Makes a map: empty, hills with danger, a maze, caves or rooms.";
    commands.spawn((ChildOf(map), menu_button(icons, "Map", Menu::Generate, hint)));
    let hint = "Makes another map of this kind, from the next seed.";
    commands.spawn((ChildOf(map), button("Another", Action::NextSeed, hint)));
    let hint = "Makes the map again in another size, up to 512 x 512 cells.";
    commands.spawn((ChildOf(map), menu_button(icons, "Size", Menu::Size, hint)));
    let hint = "The layout of the cells: squares or hexagons.";
    commands.spawn((ChildOf(map), menu_button(icons, "Layout", Menu::Layout, hint)));
}

fn spawn_graph(commands: &mut Commands, top: Entity) {
    let tools = group(commands, top, Some(Page::Graph));
    for (name, tool, hint) in [
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
    ] {
        commands.spawn((ChildOf(tools), button(name, Action::GraphTool(tool), hint)));
    }
    commands.spawn((ChildOf(tools), button("Another", Action::NextGraph, "Another graph.")));
}

fn spawn_view(commands: &mut Commands, top: Entity) {
    let edits = group(commands, top, None);
    let hint = "Undoes the last stroke, or the last map. Ctrl+Z.";
    commands.spawn((ChildOf(edits), button("Undo", Action::Undo, hint)));
    let hint = "Makes again what was undone. Ctrl+Y.";
    commands.spawn((ChildOf(edits), button("Redo", Action::Redo, hint)));
    let view = group(commands, top, Some(Page::Grid));
    let hint = "Shows the whole board. F. The wheel zooms, the middle button pans.";
    commands.spawn((ChildOf(view), button("Fit", Action::Fit, hint)));
    commands.spawn((ChildOf(view), button("One pane", Action::ShowBoth(false), "One search on the board.")));
    let hint = "Two searches on the same board, step by step side by side, each with its own settings.";
    commands.spawn((ChildOf(view), button("Two panes", Action::ShowBoth(true), hint)));
}

fn spawn_files(commands: &mut Commands, top: Entity) {
    let files = group(commands, top, Some(Page::Grid));
    let field = Node {
        width: px(168),
        height: px(theme::HEIGHT),
        padding: UiRect::horizontal(px(6)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        overflow: Overflow::clip(),
        ..default()
    };
    let hint =
        "The file to load or save. Click and type; Delete clears, Enter loads. Or drop a file on the window.";
    commands.spawn((
        ChildOf(files),
        field,
        Target::Press(Action::EditFileName),
        Hint(hint.into()),
        ButtonLook::Plain,
        BackgroundColor(theme::GROUND),
        BorderColor::all(theme::EDGE),
        children![(
            Reading::FileName,
            Text::default(),
            theme::font(theme::SIZE),
            TextColor(theme::TEXT),
            TextLayout::no_wrap()
        )],
    ));
    let hint =
        "Loads a map of the playground, a .map or .scen of MovingAI, or replays a .trace.json of a search.";
    commands.spawn((ChildOf(files), button("Load", Action::Load, hint)));
    let hint = "Saves the board as text; walls only if the name ends in .map; the search as a trace if in .trace.json. Ctrl+S.";
    commands.spawn((ChildOf(files), button("Save", Action::Save, hint)));
}
