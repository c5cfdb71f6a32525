//! All that controls show, and which of them are set or possible.

use crate::{
    action::{Action, Menu, Page, Play},
    board::Document,
    files::{FileName, Notice},
    generate::Generated,
    graph_page::{GraphDocument, GraphHand, GraphRuns},
    input::{Area, Pointer, Target},
    painter::Painter,
    pane::{PaneId, Panes, Settings},
    playback::Playback,
    sight::Sight,
    window_state::CurrentPage,
};
use bevy::{ecs::system::SystemParam, prelude::*, ui::UiGlobalTransform};

/// All that controls show.
#[derive(SystemParam)]
pub struct State<'w, 's> {
    pub document: Res<'w, Document>,
    pub generated: Res<'w, Generated>,
    pub graph: Res<'w, GraphDocument>,
    pub graph_runs: Res<'w, GraphRuns>,
    pub hand: Res<'w, GraphHand>,
    pub name: Res<'w, FileName>,
    pub notice: Res<'w, Notice>,
    pub page: Res<'w, CurrentPage>,
    pub painter: Res<'w, Painter>,
    pub panes: Res<'w, Panes>,
    pub playback: Res<'w, Playback>,
    pub pointer: Res<'w, Pointer>,
    pub sight: Res<'w, Sight>,
    areas: Query<'w, 's, (&'static Target, &'static ComputedNode, &'static UiGlobalTransform)>,
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
        let (target, node, place) = self.areas.get(self.pointer.over?).ok()?;
        let Target::Area(Area::Board(_)) = target else { return None };
        let offset = self.pointer.at? - place.translation * node.inverse_scale_factor;
        self.document.board().cell_at(self.sight.world(Vec2::new(offset.x, -offset.y)))
    }

    /// Returns whether what an action asks for is set already.
    #[must_use]
    pub fn is_set(&self, action: &Action) -> bool {
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
            Action::Fit => self.sight.is_fitted,
            Action::GraphTool(tool) => self.hand.tool == tool,
            Action::EditFileName => self.name.is_edited(),
            _ => false,
        }
    }

    /// Returns whether an action would do anything.
    #[must_use]
    pub fn is_possible(&self, action: &Action) -> bool {
        match *action {
            Action::Undo if self.page.0 == Page::Graph => self.graph.can_undo(),
            Action::Redo if self.page.0 == Page::Graph => self.graph.can_redo(),
            Action::Undo => self.document.can_undo(),
            Action::Redo => self.document.can_redo(),
            Action::Play(Play::First | Play::Back) => self.playback.step() > 0,
            Action::Play(Play::Last | Play::Forward) => !self.playback.is_at_end(),
            Action::Menu(Menu::Heuristic(pane)) => self.settings(pane).algorithm.has_heuristic(),
            _ => true,
        }
    }
}
