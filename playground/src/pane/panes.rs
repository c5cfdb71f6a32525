//! The two panes, and the systems that keep them in step with the board.

use super::{
    algorithm::Algorithm,
    pane_id::PaneId,
    recording::Recording,
    run::{Replay, Run, run},
    settings::{Setting, Settings},
    synced_map::SyncedMap,
    trace::{cells_of, filled, trace_of},
};
use crate::{
    action::Action,
    board::{Board, BoardChange, Change, Document},
    painter::Painter,
};
use bevy::prelude::*;
use tilepath::{SearchScratch, trace::Trace};

/// A pane: settings, its map, the search on it.
#[derive(Debug)]
pub struct Pane {
    settings: Settings,
    synced: SyncedMap,
    run: Run,
    /// The run is of another board or of other settings.
    is_stale: bool,
    scratch: SearchScratch,
    /// Raised with each new run.
    revision: u64,
}

impl Pane {
    fn new(settings: Settings, board: &Board) -> Self {
        let mut synced = SyncedMap::new(board, settings.topology(board.layout()));
        let mut scratch = SearchScratch::new();
        let run = run(&settings, &mut synced, board, &mut scratch);
        Self { settings, synced, run, is_stale: false, scratch, revision: 1 }
    }

    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    #[must_use]
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// A number that is raised with each new run.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The search of the pane as a trace.
    ///
    /// # Errors
    /// A sentence, if it can't be recorded.
    pub fn trace(&mut self, board: &Board) -> Result<Trace, String> {
        if self.settings.algorithm == Algorithm::GoalField {
            return Err("a goal field has no trace: choose a search".into());
        }
        trace_of(&self.settings, &self.synced, board, &mut self.scratch)
    }

    /// Shows a trace instead of a search, until the next search.
    fn replay(&mut self, name: String, trace: &Trace, board: &Board) -> Result<(), String> {
        let jump_points = cells_of(trace, board)?;
        let cells = filled(&jump_points, &self.settings, &self.synced, &mut self.scratch);
        let recording = Recording::of_trace(trace, board.terrain().len());
        self.run = Run { recording, replay: Some(Replay { name, cells }), ..self.run.clone() };
        self.run.other = None;
        self.revision += 1;
        Ok(())
    }

    fn set(&mut self, setting: Setting, board: &Board) {
        if self.settings.has(setting) {
            return;
        }
        self.settings.set(setting);
        // A map that was prepared for jumps would search by jumps whatever is set.
        self.synced = SyncedMap::new(board, self.settings.topology(board.layout()));
        self.is_stale = true;
    }

    fn follow(&mut self, board: &Board, change: &Change) {
        self.synced.follow(board, change);
        self.is_stale = true;
    }
}

/// Both panes. Searches run in the right pane only while it is shown.
#[derive(Resource, Debug)]
pub struct Panes {
    panes: [Pane; 2],
    shows_both: bool,
}

impl Panes {
    /// Both panes on a board: A* on the left, Dijkstra on the right.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let right = Settings { algorithm: Algorithm::Dijkstra, ..Settings::default() };
        Self { panes: [Pane::new(Settings::default(), board), Pane::new(right, board)], shows_both: false }
    }

    #[must_use]
    pub const fn get(&self, id: PaneId) -> &Pane {
        &self.panes[id as usize]
    }

    #[must_use]
    pub const fn shows_both(&self) -> bool {
        self.shows_both
    }

    /// The panes that are shown.
    pub fn shown(&self) -> impl Iterator<Item = (PaneId, &Pane)> {
        PaneId::ALL.into_iter().zip(&self.panes).take(if self.shows_both { 2 } else { 1 })
    }

    /// A pane, to ask it for its trace.
    pub const fn get_mut(&mut self, id: PaneId) -> &mut Pane {
        &mut self.panes[id as usize]
    }

    /// Replays a trace: in the right pane if that is shown, beside the search of the left one.
    ///
    /// # Errors
    /// A sentence, if the trace is of another map.
    pub fn replay(&mut self, name: String, trace: &Trace, board: &Board) -> Result<(), String> {
        let pane = if self.shows_both { PaneId::Right } else { PaneId::Left };
        self.get_mut(pane).replay(name, trace, board)
    }

    /// The steps of the longer recording of those that are shown.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.shown().map(|(_, pane)| pane.run.recording.len()).max().unwrap_or(0)
    }
}

/// Takes over settings.
pub fn set(mut actions: MessageReader<Action>, mut panes: ResMut<Panes>, document: Res<Document>) {
    for action in actions.read() {
        match *action {
            Action::Set(id, setting) => panes.panes[id as usize].set(setting, document.board()),
            Action::ToggleBothPaths(id) => {
                let compares = !panes.get(id).settings.compares;
                panes.panes[id as usize].set(Setting::Compares(compares), document.board());
            }
            Action::ShowBoth(both) if panes.shows_both != both => panes.shows_both = both,
            _ => {}
        }
    }
}

/// Brings the maps of both panes in step with the board.
pub fn follow_document(change: Res<BoardChange>, document: Res<Document>, mut panes: ResMut<Panes>) {
    if change.0.is_none() {
        return;
    }
    for pane in &mut panes.panes {
        pane.follow(document.board(), &change.0);
    }
}

/// On boards with more cells the search runs when a stroke ends, so that the stroke is drawn without a stop.
const MOST_CELLS_AT_ONCE: usize = 50_000;

/// Searches again in the panes that are shown, if they are out of date.
pub fn search(document: Res<Document>, painter: Res<Painter>, mut panes: ResMut<Panes>) {
    let both = panes.shows_both;
    let waits = painter.is_drawing() && document.board().terrain().len() > MOST_CELLS_AT_ONCE;
    if waits || !panes.shown().any(|(_, pane)| pane.is_stale) {
        return;
    }
    for pane in panes.panes.iter_mut().take(if both { 2 } else { 1 }).filter(|pane| pane.is_stale) {
        pane.run = run(&pane.settings, &mut pane.synced, document.board(), &mut pane.scratch);
        pane.is_stale = false;
        pane.revision += 1;
    }
}
