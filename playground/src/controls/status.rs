//! The status line: the last notice, and the cell under the pointer.

use super::state::State;
use crate::{
    action::Page,
    board::{Tool, Ways},
    pane::PaneId,
    widgets::theme,
};
use bevy::prelude::*;

/// The last notice; before there is any, how the tool in hand is used.
pub fn notice_line(state: &State) -> (String, Color) {
    let notice = &*state.notice;
    if !notice.text.is_empty() {
        return (notice.text.clone(), if notice.is_error { theme::BAD } else { theme::GOOD });
    }
    if state.page.0 == Page::Graph {
        let line = "Drag nodes, click to add them, link them with the tools above. The right button removes nodes and edges.";
        return (line.into(), theme::FAINT);
    }
    if state.page.0 == Page::Replay {
        let line =
            "Click: choose an agent, drag: pan, wheel: zoom. Space plays, the arrows go frame by frame.";
        return (line.into(), theme::FAINT);
    }
    let line = match state.painter.tool {
        Tool::Start => "Click where the start is to be. Start and goal can be dragged with any tool.",
        Tool::Goal => "Click where the goal is to be. Start and goal can be dragged with any tool.",
        Tool::Soldier => "Click where the soldier is to march. It is an agent of the plugin.",
        Tool::Link(_) => {
            "Press on a cell and let go on another to link them. Right button: remove, middle: pan, wheel: zoom."
        }
        Tool::EdgeWall(Ways::Both) => {
            "Click near an edge or drag along edges to wall them. Right button: remove, middle: pan, wheel: zoom."
        }
        Tool::EdgeWall(Ways::One) => {
            "Click near an edge: from that side it is free, from the other it is a wall. Right button: remove."
        }
        _ => "Left button: paint, right: erase, middle: pan, wheel: zoom. Drag S and G.",
    };
    (line.into(), theme::FAINT)
}

/// The cell under the pointer: what it is, and what each search knows of it at this step.
pub fn cell_line(state: &State) -> String {
    let Some(at) = state.hovered_cell() else { return String::new() };
    let board = state.document.board();
    let (Some(cell), Some(index)) = (board.cell(at), board.terrain().index(at)) else { return String::new() };
    let ground = if cell.terrain == 0 { "wall".into() } else { format!("cost {}", cell.terrain) };
    let danger = if cell.danger > 0 { format!(", danger {}", cell.danger) } else { String::new() };
    let mut line = format!("({}, {})  {ground}{danger}", at.x, at.y);
    for link in board.links() {
        let ends = [(link.from(), link.to()), (link.to(), link.from())];
        let end = ends.into_iter().find(|&(from, to)| from == at && link.leads(from, to));
        line += &end.map_or(String::new(), |(_, to)| format!(", link to ({}, {})", to.x, to.y));
    }
    for (id, pane) in state.panes.shown() {
        let Some(seen) = pane.run().recording.numbers(index, state.playback.step()) else { continue };
        let lengths = pane.settings().lengths.pair();
        let [g, h, f] = [seen.g, seen.h, seen.f].map(|cost| lengths.in_tiles(cost));
        let name = match (state.panes.shows_both(), id) {
            (false, _) => "",
            (true, PaneId::Left) => "left: ",
            (true, PaneId::Right) => "right: ",
        };
        line += &format!("   {name}g {g:.2}  h {h:.2}  f {f:.2}");
    }
    line
}
