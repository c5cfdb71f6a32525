//! The lines of the menus, and the names of the values that are set.

use super::state::State;
use crate::{
    action::{Action, Menu},
    board::Layout,
    generate::Generator,
    pane::{Algorithm, HeuristicChoice, Lengths, PaneId, Setting, WEIGHTS},
    widgets::MenuItem,
};
use bevy::math::UVec2;
use tilepath::DiagonalRule;

/// The sizes of the menu.
const SIZES: [UVec2; 8] = [
    UVec2::new(16, 10),
    UVec2::new(24, 16),
    UVec2::new(40, 24),
    UVec2::new(60, 40),
    UVec2::new(96, 64),
    UVec2::new(160, 110),
    UVec2::new(256, 256),
    UVec2::new(512, 512),
];

/// The aversions of the menu.
const AVERSIONS: [(f32, &str, &str); 5] = [
    (0.0, "ignored", "Danger costs nothing: the agent is fearless."),
    (0.5, "x 0.5", "Danger counts half."),
    (1.0, "x 1", "Danger 3 is as bad as walking three more tiles."),
    (2.0, "x 2", "Danger counts twice."),
    (5.0, "x 5", "Danger counts five times: a coward takes the long road."),
];

impl State<'_, '_> {
    /// The lines of a menu.
    #[must_use]
    pub fn items(&self, menu: Menu) -> Vec<MenuItem> {
        let item = |name: &str, action, hint| MenuItem { name: name.into(), action, hint };
        match menu {
            Menu::Generate => Generator::ALL
                .map(|generator| item(generator.name(), Action::Generate(generator), generator.hint()))
                .into(),
            Menu::Size => SIZES
                .map(|size| item(&size_name(size), Action::Size(size), "Makes the map again in this size."))
                .into(),
            Menu::Layout => Layout::ALL
                .map(|layout| item(layout.name(), Action::Layout(layout), layout_hint(layout)))
                .into(),
            _ => setting_items(menu),
        }
    }

    /// The name of the value that is set in a menu.
    #[must_use]
    pub fn value(&self, menu: Menu) -> String {
        let board = self.document.board();
        match menu {
            Menu::Generate => self.generated.generator.name().into(),
            Menu::Size => size_name(board.size()),
            Menu::Layout => board.layout().name().into(),
            Menu::Algorithm(pane) => self.settings(pane).algorithm.name().into(),
            Menu::Heuristic(pane) => {
                let settings = self.settings(pane);
                if settings.algorithm.has_heuristic() {
                    settings.heuristic.name().into()
                } else {
                    "no heuristic".into()
                }
            }
            Menu::Weight(pane) => weight_name(self.settings(pane).weight),
            Menu::Diagonals(pane) => match board.layout() {
                Layout::Square => diagonals(self.settings(pane).diagonals).0.into(),
                Layout::Hex => "six neighbours".into(),
            },
            Menu::Lengths(pane) => self.settings(pane).lengths.name().into(),
            Menu::Aversion(pane) => {
                let aversion = self.settings(pane).aversion;
                let known = AVERSIONS.iter().find(|(value, ..)| *value == aversion);
                known.map_or_else(|| format!("x {aversion}"), |(_, name, _)| (*name).into())
            }
        }
    }
}

/// The lines of the menus of a pane.
fn setting_items(menu: Menu) -> Vec<MenuItem> {
    let set = |pane: PaneId, name: &str, setting, hint| MenuItem {
        name: name.into(),
        action: Action::Set(pane, setting),
        hint,
    };
    match menu {
        Menu::Algorithm(pane) => Algorithm::ALL
            .map(|algorithm| set(pane, algorithm.name(), Setting::Algorithm(algorithm), algorithm.hint()))
            .into(),
        Menu::Heuristic(pane) => HeuristicChoice::ALL
            .map(|heuristic| set(pane, heuristic.name(), Setting::Heuristic(heuristic), heuristic.hint()))
            .into(),
        Menu::Weight(pane) => WEIGHTS
            .map(|weight| {
                let hint = "The estimate counts so many times; the path costs at most so many times as much.";
                set(pane, &weight_name(weight), Setting::Weight(weight), hint)
            })
            .into(),
        Menu::Diagonals(pane) => DiagonalRule::ALL
            .map(|rule| set(pane, diagonals(rule).0, Setting::Diagonals(rule), diagonals(rule).1))
            .into(),
        Menu::Lengths(pane) => Lengths::ALL
            .map(|lengths| set(pane, lengths.name(), Setting::Lengths(lengths), lengths.hint()))
            .into(),
        Menu::Aversion(pane) => {
            AVERSIONS.map(|(aversion, name, hint)| set(pane, name, Setting::Aversion(aversion), hint)).into()
        }
        Menu::Generate | Menu::Size | Menu::Layout => Vec::new(),
    }
}

fn size_name(size: UVec2) -> String {
    format!("{} x {}", size.x, size.y)
}

fn weight_name(weight: f32) -> String {
    format!("w = {weight}")
}

const fn layout_hint(layout: Layout) -> &'static str {
    match layout {
        Layout::Square => "Squares with four or eight neighbours.",
        Layout::Hex => "Hexagons with six neighbours: there are no corners to cut.",
    }
}

/// The name of a diagonal rule and what it means.
const fn diagonals(rule: DiagonalRule) -> (&'static str, &'static str) {
    match rule {
        DiagonalRule::Never => ("no diagonals", "Straight steps only: four neighbours."),
        DiagonalRule::OnlyWhenNoObstacles => (
            "no corner cutting",
            "Diagonal steps only where both cells beside are free (only when no obstacles).",
        ),
        DiagonalRule::IfAtMostOneObstacle => {
            ("cut one corner", "Diagonal steps past a single wall are allowed (if at most one obstacle).")
        }
        DiagonalRule::Always => ("cut all corners", "Diagonal steps are allowed even between two walls."),
    }
}
