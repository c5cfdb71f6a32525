//! All that controls show, and which of them are set or possible.

use super::menus::{Menu, aversion_name, diagonals, size_name, weight_name};
use crate::{
    action::{Action, Page, Play},
    board::{Document, Layout},
    files::Notice,
    generate::Generated,
    graph_page::{GraphDocument, GraphHand, GraphRuns},
    input::{Area, place_in},
    painter::Painter,
    pane::{PaneId, Panes, Settings},
    playback::Playback,
    replay_page::{ReplaySight, ReplayedGame},
    sight::Sight,
    view::Numbers,
    widgets::Does,
    window_state::CurrentPage,
};
use bevy::{
    ecs::system::SystemParam,
    picking::{hover::Hovered, pointer::PointerLocation},
    prelude::*,
    ui::UiGlobalTransform,
};

/// All that controls show.
#[derive(SystemParam)]
pub struct State<'w, 's> {
    pub document: Res<'w, Document>,
    pub game: Res<'w, ReplayedGame>,
    pub generated: Res<'w, Generated>,
    pub graph: Res<'w, GraphDocument>,
    pub graph_runs: Res<'w, GraphRuns>,
    pub hand: Res<'w, GraphHand>,
    pub notice: Res<'w, Notice>,
    pub numbers: Res<'w, Numbers>,
    pub page: Res<'w, CurrentPage>,
    pub painter: Res<'w, Painter>,
    pub panes: Res<'w, Panes>,
    pub playback: Res<'w, Playback>,
    pub replay_sight: Res<'w, ReplaySight>,
    pub sight: Res<'w, Sight>,
    pointers: Query<'w, 's, &'static PointerLocation>,
    areas:
        Query<'w, 's, (&'static Area, &'static Hovered, &'static ComputedNode, &'static UiGlobalTransform)>,
}

impl State<'_, '_> {
    /// The settings of a pane.
    #[must_use]
    pub fn settings(&self, pane: PaneId) -> &Settings {
        self.panes.get(pane).settings()
    }

    /// The cell of the board under the pointer.
    #[must_use]
    pub fn hovered_cell(&self) -> Option<IVec2> {
        let is_board = |area: &Area| matches!(area, Area::Board(_));
        let (_, _, node, place) =
            self.areas.iter().find(|(area, hovered, ..)| hovered.0 && is_board(area))?;
        let at = self.pointers.iter().find_map(|pointer| pointer.location())?.position;
        self.document.board().cell_at(self.sight.world(place_in(node, place, at)))
    }

    /// The name of the value that is set in a menu.
    #[must_use]
    pub fn value(&self, menu: Menu) -> String {
        let board = self.document.board();
        match menu {
            Menu::Generate => self.generated.generator.name().into(),
            Menu::Size => size_name(board.size()),
            Menu::Layout => board.layout().name().into(),
            Menu::Lesson => String::new(),
            Menu::Algorithm(pane) => self.settings(pane).algorithm.name().into(),
            Menu::Heuristic(_) if !self.is_menu_possible(menu) => "no heuristic".into(),
            Menu::Heuristic(pane) => self.settings(pane).heuristic.name().into(),
            Menu::Weight(pane) => weight_name(self.settings(pane).weight),
            Menu::Diagonals(_) if !self.is_menu_possible(menu) => "six neighbours".into(),
            Menu::Diagonals(pane) => diagonals(self.settings(pane).diagonals).0.into(),
            Menu::Lengths(pane) => self.settings(pane).lengths.name().into(),
            Menu::Aversion(pane) => aversion_name(self.settings(pane).aversion),
            Menu::Graph(pane) => self.graph_runs.algorithm(pane).name().into(),
        }
    }

    /// What a step of the playback is.
    #[must_use]
    pub fn name_of_steps(&self) -> &'static str {
        if self.page.0 == Page::Replay { "frame" } else { "step" }
    }

    /// Returns whether what a menu sets counts.
    #[must_use]
    pub fn is_menu_possible(&self, menu: Menu) -> bool {
        match menu {
            Menu::Heuristic(pane) => self.settings(pane).algorithm.has_heuristic(),
            Menu::Diagonals(_) => self.document.board().layout() == Layout::Square,
            _ => true,
        }
    }

    /// Returns whether all that a control asks for is set already.
    #[must_use]
    pub fn is_set(&self, does: &Does) -> bool {
        does.0.iter().all(|action| self.has(action))
    }

    /// Returns whether a control would do anything.
    #[must_use]
    pub fn is_possible(&self, does: &Does) -> bool {
        does.0.iter().any(|action| self.allows(action))
    }

    fn has(&self, action: &Action) -> bool {
        match *action {
            Action::Page(page) => self.page.0 == page,
            Action::Tool(tool) => self.painter.tool == tool,
            Action::Brush(brush) => self.painter.brush == brush,
            Action::Layout(layout) => self.document.board().layout() == layout,
            Action::Generate(generator) => self.generated.generator == generator,
            Action::Size(size) => self.document.board().size() == size,
            Action::Set(pane, setting) => self.settings(pane).has(setting),
            Action::ToggleBothPaths(pane) => self.settings(pane).compares,
            Action::ShowBoth(both) => self.panes.shows_both() == both,
            Action::Fit if self.page.0 == Page::Replay => self.replay_sight.sight.is_fitted,
            Action::Fit => self.sight.is_fitted,
            Action::GraphTool(tool) => self.hand.tool == tool,
            Action::GraphAlgorithm(pane, algorithm) => self.graph_runs.algorithm(pane) == algorithm,
            Action::ToggleNumbers => self.numbers.0 && self.has_room_for_numbers(),
            _ => false,
        }
    }

    /// Whether numbers would be seen: cells may be too small for them. Nodes never are.
    fn has_room_for_numbers(&self) -> bool {
        self.page.0 == Page::Graph || Numbers::have_room(&self.sight)
    }

    fn allows(&self, action: &Action) -> bool {
        match *action {
            Action::Undo if self.page.0 == Page::Graph => self.graph.can_undo(),
            Action::Redo if self.page.0 == Page::Graph => self.graph.can_redo(),
            Action::Undo => self.document.can_undo(),
            Action::Redo => self.document.can_redo(),
            Action::ToggleNumbers => self.has_room_for_numbers(),
            Action::Compare => self.game.recording().is_some(),
            Action::Play(Play::First | Play::Back) => self.playback.step() > 0,
            Action::Play(Play::Last | Play::Forward) => !self.playback.is_at_end(),
            _ => true,
        }
    }
}
