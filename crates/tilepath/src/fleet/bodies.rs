//! The bodies of agents as a game stores them.

use super::cells::{NextCell, Pace, Progress, WalkOutcome};
use glam::{IVec2, Vec2};

/// The bodies of agents as a game stores them: rows, in any order. A walk reads where the agents are, and writes where they are then.
pub trait Bodies {
    /// The number of rows.
    fn len(&self) -> usize;

    /// The [index](super::AgentId::index) of the agent in a row. `None` if there is none.
    fn index(&self, row: usize) -> Option<usize>;

    /// Where the agent is.
    fn place(&self, row: usize) -> Vec2;

    /// How fast the agent walks.
    fn pace(&self, row: usize) -> Pace;

    /// How far the agent has come, as the game was told last. `None` if the game is not told.
    fn progress(&self, row: usize) -> Option<Progress>;

    /// Puts the agent somewhere else.
    fn put(&mut self, row: usize, place: Vec2);

    /// Notes how far the agent has come, and where its path on a goal field begins now.
    fn note_step(&mut self, row: usize, progress: Progress, start: IVec2);
}

/// The scratch of one thread that walks, and what came of its walks.
#[derive(Clone, Default, Debug)]
pub struct WalkScratch {
    /// The agents that do not simply walk on in the middle of a step, by their row.
    pub(super) special: Vec<(u32, NextCell)>,
    /// By the indices of agents.
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}
