//! The bodies of agents (positions, paces and progress) in the storage of a game.

use super::{next_cells::NextCell, pace::Pace, progress::Progress, walker::WalkOutcome};
use core::ops::Range;
use glam::{IVec2, Vec2};

/// The bodies of agents (positions, paces and progress) in the storage of a game: rows, in any order. A walk reads
/// the position of each agent and writes its new position.
pub trait Bodies {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The [index](crate::fleet::AgentId::index) of the agent in a row. `None` if the row has no agent.
    fn index(&self, row: usize) -> Option<usize>;

    /// The position of the agent in a row.
    fn place(&self, row: usize) -> Vec2;

    /// How fast the agent in a row walks.
    fn pace(&self, row: usize) -> Pace;

    /// The progress of the agent in a row, as the last [`Bodies::note_progress`] stored it. `None` if the game does
    /// not store progress.
    fn progress(&self, row: usize) -> Option<Progress>;

    /// Calls `advance` with these rows, in order, as long as the indices of their agents follow each other without a gap. The arguments are
    /// the number of the row in the run, an item of `with`, and the pace and the position of the agent. If `advance` returns a position,
    /// writes it into the row. Returns the number of calls.
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

    /// Whether the game moves these agents itself, and the positions lead it.
    fn are_steered(&self) -> bool {
        false
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
    /// The rows of agents that do more than move on in the middle of a step.
    pub(in crate::fleet) special: Vec<SpecialRow>,
    /// The rows of agents whose paths now begin at another cell, each with this cell.
    pub(in crate::fleet) started: Vec<(u32, IVec2)>,
    /// The outcomes of walks, each with the index of its agent.
    pub(in crate::fleet) outcomes: Vec<(u32, WalkOutcome)>,
}

/// A row whose agent does more than move on in the middle of a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::fleet) struct SpecialRow {
    pub(in crate::fleet) row: u32,
    /// The index of the agent.
    pub(in crate::fleet) index: u32,
    /// The remembered next cell after the cell to which the agent walks, or the default.
    pub(in crate::fleet) known: NextCell,
}
