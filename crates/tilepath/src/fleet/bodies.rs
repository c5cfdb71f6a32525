//! The bodies of agents as a game stores them.

use super::cells::{NextCell, Pace, Progress, WalkOutcome};
use core::ops::Range;
use glam::{IVec2, Vec2};

/// The bodies of agents as a game stores them: rows, in any order. A walk reads where the agents are, and writes where they are then.
pub trait Bodies {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The [index](super::AgentId::index) of the agent in a row. `None` if there is none.
    fn index(&self, row: usize) -> Option<usize>;

    /// Where the agent is.
    fn place(&self, row: usize) -> Vec2;

    /// How fast the agent walks.
    fn pace(&self, row: usize) -> Pace;

    /// How far the agent has come, as the game was told last. `None` if the game is not told.
    fn progress(&self, row: usize) -> Option<Progress>;

    /// Calls `advance` with the number, the pace and the place of each of these rows, in order, and puts the agent where it says.
    #[inline(always)]
    fn advance(&mut self, rows: Range<usize>, mut advance: impl FnMut(usize, Pace, Vec2) -> Option<Vec2>) {
        for row in rows {
            if let Some(place) = advance(row, self.pace(row), self.place(row)) {
                self.put(row, place);
            }
        }
    }

    /// Puts the agent somewhere else.
    fn put(&mut self, row: usize, place: Vec2);

    /// Notes how far the agent has come.
    fn note_progress(&mut self, row: usize, progress: Progress);

    /// Notes the cell at which its path on a goal field begins now.
    fn note_start(&mut self, row: usize, start: IVec2);
}

/// The scratch of one thread that walks, and what came of its walks.
#[derive(Clone, Default, Debug)]
pub struct WalkScratch {
    /// The agents that do not simply walk on in the middle of a step, by their row.
    pub(super) special: Vec<(u32, NextCell)>,
    /// The rows of agents whose paths begin elsewhere now, and where.
    pub(super) started: Vec<(u32, IVec2)>,
    /// By the indices of agents.
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}
