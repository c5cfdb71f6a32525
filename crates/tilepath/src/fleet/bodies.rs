//! The bodies of agents (positions, paces and progress) in the storage of a game.

use super::cells::{NextCell, Pace, Progress, WalkOutcome};
use core::ops::Range;
use glam::{IVec2, Vec2};

/// The bodies of agents (positions, paces and progress) in the storage of a game: rows, in any order. A walk reads
/// the position of each agent and writes its new position.
pub trait Bodies {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The [index](super::AgentId::index) of the agent in a row. `None` if the row has no agent.
    fn index(&self, row: usize) -> Option<usize>;

    /// The position of the agent in a row.
    fn place(&self, row: usize) -> Vec2;

    /// How fast the agent in a row walks.
    fn pace(&self, row: usize) -> Pace;

    /// The progress of the agent in a row, as the last [`Bodies::note_progress`] stored it. `None` if the game does
    /// not store progress.
    fn progress(&self, row: usize) -> Option<Progress>;

    /// Calls `advance` with the number, the pace and the position of each of these rows, in order. If `advance`
    /// returns a position, writes it into the row.
    #[inline(always)]
    fn advance(&mut self, rows: Range<usize>, mut advance: impl FnMut(usize, Pace, Vec2) -> Option<Vec2>) {
        for row in rows {
            if let Some(place) = advance(row, self.pace(row), self.place(row)) {
                self.put(row, place);
            }
        }
    }

    /// Writes the new position of the agent in a row.
    fn put(&mut self, row: usize, place: Vec2);

    /// Stores how far the agent in a row has come on its path.
    fn note_progress(&mut self, row: usize, progress: Progress);

    /// Stores the cell at which the path of the agent in a row begins now. The cell counts only for a path on a goal
    /// field.
    fn note_start(&mut self, row: usize, start: IVec2);
}

/// The scratch memory of one thread that moves agents, and the outcomes of its walks.
#[derive(Clone, Default, Debug)]
pub struct WalkScratch {
    /// The rows of agents that do more than move on in the middle of a step, each with the remembered next cell.
    pub(super) special: Vec<(u32, NextCell)>,
    /// The rows of agents whose paths now begin at another cell, each with this cell.
    pub(super) started: Vec<(u32, IVec2)>,
    /// The outcomes of walks, each with the index of its agent.
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}
