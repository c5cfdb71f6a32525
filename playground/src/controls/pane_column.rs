//! A pane: its settings above, its picture, its figures below.

use super::{
    menus::Menu,
    readings::Reading,
    top_bar::{bar, menu_of},
    visibility::ShownIf,
};
use crate::{
    action::Action,
    input::Area,
    pane::PaneId,
    widgets::{button, plain, with},
};
use bevy::{
    feathers::{
        theme::{ThemeBackgroundColor, ThemeBorderColor},
        tokens,
    },
    prelude::*,
    text::LineBreak,
};

/// A pane of the board.
pub fn of_board(pane: PaneId) -> impl Scene {
    bsn! {
        column()
        Children [
            (bar() Children [
                menu_of("", Menu::Algorithm(pane), "The algorithm. All of them are those of tilepath."),
                (
                    menu_of("", Menu::Weight(pane), "The weight of the estimate in weighted A*.")
                    with(ShownIf::Weighted(pane))
                ),
                menu_of("", Menu::Heuristic(pane), "How the rest of the path is estimated. Only the last one overestimates."),
                menu_of("", Menu::Diagonals(pane), "When a step may be diagonal, and whether it may cut corners."),
                menu_of("Steps", Menu::Lengths(pane), "The lengths of a straight and of a diagonal step."),
                menu_of("Danger", Menu::Aversion(pane), "How much the agent minds danger."),
                button(
                    "Both paths",
                    Action::ToggleBothPaths(pane),
                    "Shows the shortest and the safest path on one board: with danger ignored, and minded."
                ),
            ]),
            area(Area::Board(pane)),
            (figures() Children [
                line(Reading::Path(pane)),
                (line(Reading::Other(pane)) with(ShownIf::Compares(pane))),
                line(Reading::Search(pane)),
            ]),
        ]
    }
}

/// A pane of the graph.
pub fn of_graph(pane: PaneId) -> impl Scene {
    bsn! {
        column()
        Children [
            (bar() Children [
                menu_of("", Menu::Graph(pane), "The algorithm. All of them are those of tilepath."),
            ]),
            area(Area::Graph(pane)),
            (figures() Children [line(Reading::Graph(pane))]),
        ]
    }
}

/// The pane of the replay.
pub fn of_replay() -> impl Scene {
    bsn! {
        column()
        Children [
            area(Area::Replay),
            (figures() Children [line(Reading::Game), line(Reading::Agent)]),
        ]
    }
}

fn column() -> impl Scene {
    bsn! {
        Node {
            flex_grow: 1.0, flex_basis: px(0), min_width: px(0), height: percent(100),
            border: {UiRect::left(px(1))}, flex_direction: FlexDirection::Column,
        }
        ThemeBorderColor(tokens::PANE_HEADER_BORDER)
    }
}

fn area(area: Area) -> impl Scene {
    bsn! {
        Node {
            width: percent(100), flex_grow: 1.0, flex_basis: px(0), min_height: px(40),
            overflow: {Overflow::clip()},
        }
        with(area)
    }
}

fn figures() -> impl Scene {
    bsn! {
        Node {
            width: percent(100), padding: {UiRect::axes(px(8), px(4))}, row_gap: px(1),
            flex_direction: FlexDirection::Column, flex_shrink: 0.0, overflow: {Overflow::clip()},
        }
        ThemeBackgroundColor(tokens::PANE_BODY_BG)
    }
}

/// A text that changes, in colours of its own.
pub fn line(reading: Reading) -> impl Scene {
    bsn! { plain("") TextLayout { linebreak: LineBreak::WordBoundary } with(reading) }
}
