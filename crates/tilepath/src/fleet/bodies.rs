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

    /// Calls `advance` with these rows, in order, as long as the indices of their agents follow each other without a gap: with the number of
    /// the row in the run, an item of `with`, and the pace and the place of the agent. Puts the agent where `advance` says. Returns the
    /// number of calls.
    #[inline(always)]
    fn advance<T>(
        &mut self,
        rows: Range<usize>,
        with: impl Iterator<Item = T>,
        mut advance: impl FnMut(usize, T, Pace, Vec2) -> Option<Vec2>,
    ) -> usize {
        let first = self.index(rows.start);
        let mut run = 0;
        for (row, with) in rows.zip(with) {
            if self.index(row) != first.map(|first| first + run) {
                break;
            }
            if let Some(place) = advance(run, with, self.pace(row), self.place(row)) {
                self.put(row, place);
            }
            run += 1;
        }
        run
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
    /// The agents that do not simply walk on in the middle of a step.
    pub(super) special: Vec<SpecialRow>,
    /// The rows of agents whose paths begin elsewhere now, and where.
    pub(super) started: Vec<(u32, IVec2)>,
    /// By the indices of agents.
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}

/// A row whose agent does not simply walk on in the middle of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpecialRow {
    pub(super) row: u32,
    /// The index of the agent.
    pub(super) index: u32,
    /// What is remembered of the next cell of the cell to which the agent walks.
    pub(super) known: NextCell,
}
