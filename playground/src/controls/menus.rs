//! The menus: which there are, and their lines.

use crate::{
    action::Action,
    board::Layout,
    generate::Generator,
    graph_page::GraphAlgorithm,
    pane::{Algorithm, HeuristicChoice, Lengths, PaneId, Setting, WEIGHTS},
    widgets::MenuItem,
};
use bevy::{math::UVec2, prelude::Component};
use tilepath::DiagonalRule;

/// The menus. As a component, it marks the button of the menu.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    Generate,
    Size,
    Layout,
    Lesson,
    Algorithm(PaneId),
    Heuristic(PaneId),
    Weight(PaneId),
    Diagonals(PaneId),
    Lengths(PaneId),
    Aversion(PaneId),
    Graph(PaneId),
}

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

/// The lines of a menu.
#[must_use]
pub fn items(menu: Menu) -> Vec<MenuItem> {
    let set = |pane, name: &str, setting, hint: &str| MenuItem::new(name, Action::Set(pane, setting), hint);
    match menu {
        Menu::Generate => {
            Generator::ALL.map(|map| MenuItem::new(map.name(), Action::Generate(map), map.hint())).into()
        }
        Menu::Size => {
            let hint = "Makes the map again in this size.";
            SIZES.map(|size| MenuItem::new(size_name(size), Action::Size(size), hint)).into()
        }
        Menu::Layout => Layout::ALL
            .map(|layout| MenuItem::new(layout.name(), Action::Layout(layout), layout_hint(layout)))
            .into(),
        Menu::Lesson => lessons().into(),
        Menu::Algorithm(pane) => Algorithm::ALL
            .map(|algorithm| set(pane, algorithm.name(), Setting::Algorithm(algorithm), algorithm.hint()))
            .into(),
        Menu::Heuristic(pane) => HeuristicChoice::ALL
            .map(|heuristic| set(pane, heuristic.name(), Setting::Heuristic(heuristic), heuristic.hint()))
            .into(),
        Menu::Weight(pane) => {
            let hint = "The estimate counts that many times; the path costs at most that many times as much.";
            WEIGHTS.map(|weight| set(pane, &weight_name(weight), Setting::Weight(weight), hint)).into()
        }
        Menu::Diagonals(pane) => DiagonalRule::ALL
            .map(|rule| set(pane, diagonals(rule).0, Setting::Diagonals(rule), diagonals(rule).1))
            .into(),
        Menu::Lengths(pane) => Lengths::ALL
            .map(|lengths| set(pane, lengths.name(), Setting::Lengths(lengths), lengths.hint()))
            .into(),
        Menu::Aversion(pane) => {
            AVERSIONS.map(|(aversion, name, hint)| set(pane, name, Setting::Aversion(aversion), hint)).into()
        }
        Menu::Graph(pane) => GraphAlgorithm::ALL
            .map(|way| MenuItem::new(way.name(), Action::GraphAlgorithm(pane, way), way.hint()))
            .into(),
    }
}

/// Things to compare: each sets up both panes.
fn lessons() -> [MenuItem; 4] {
    let lesson = |name: &str, map, [left, right]: [(Algorithm, HeuristicChoice); 2], hint: &str| {
        let set = |pane, (algorithm, heuristic)| {
            let settings = [Setting::Algorithm(algorithm), Setting::Heuristic(heuristic)];
            settings.map(|setting| Action::Set(pane, setting))
        };
        let mut does = vec![Action::Generate(map), Action::ShowBoth(true)];
        does.extend(set(PaneId::Left, left).into_iter().chain(set(PaneId::Right, right)));
        MenuItem { name: name.into(), does, hint: hint.into() }
    };
    use Algorithm::{AStar, Dijkstra, Greedy, JumpPoint};
    use HeuristicChoice::{Auto, Squared};
    [
        lesson(
            "What an estimate spares",
            Generator::Rooms,
            [(AStar, Auto), (Dijkstra, Auto)],
            "A* beside Dijkstra: the same cost, but the estimate spares most of the expansions.",
        ),
        lesson(
            "An estimate too high",
            Generator::Hills,
            [(AStar, Auto), (AStar, Squared)],
            "The squared distance overestimates: A* looks at few cells, and returns a dearer path.",
        ),
        lesson(
            "Greed",
            Generator::Caves,
            [(AStar, Auto), (Greedy, Auto)],
            "Greedy best-first runs for the goal, whatever it costs.",
        ),
        lesson(
            "Jumps",
            Generator::Rooms,
            [(AStar, Auto), (JumpPoint, Auto)],
            "Jump point search runs straight over even ground, from jump point to jump point.",
        ),
    ]
}

/// The name of a size.
#[must_use]
pub fn size_name(size: UVec2) -> String {
    format!("{} x {}", size.x, size.y)
}

/// The name of a weight.
#[must_use]
pub fn weight_name(weight: f32) -> String {
    format!("w = {weight}")
}

/// The name of an aversion.
#[must_use]
pub fn aversion_name(aversion: f32) -> String {
    let known = AVERSIONS.iter().find(|(value, ..)| *value == aversion);
    known.map_or_else(|| format!("x {aversion}"), |(_, name, _)| (*name).into())
}

const fn layout_hint(layout: Layout) -> &'static str {
    match layout {
        Layout::Square => "Squares with four or eight neighbours.",
        Layout::Hex => "Hexagons with six neighbours: there are no corners to cut.",
    }
}

/// The name of a diagonal rule and what it means.
#[must_use]
pub const fn diagonals(rule: DiagonalRule) -> (&'static str, &'static str) {
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
