//! `Jam`: agents on a cut, and the goal of each.

use super::cut::Cut;

/// The greatest number of agents in a jam.
pub const MOST_AGENTS: usize = 64;

/// Agents on a cut. Each agent has a start and a goal of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jam {
    cut: Cut,
    starts: Vec<u16>,
    goals: Vec<u16>,
}

/// Why agents can't become a jam.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JamError {
    /// There are more than [`MOST_AGENTS`] agents.
    #[error("a jam can't have {0} agents")]
    TooManyAgents(usize),
    /// There are not as many goals as starts.
    #[error("{starts} agents can't have {goals} goals")]
    Unpaired {
        /// The number of starts.
        starts: usize,
        /// The number of goals.
        goals: usize,
    },
    /// A start or a goal is not a cell of the cut.
    #[error("the cut has no cell {0}")]
    NoSuchCell(u16),
    /// Two agents start in this cell.
    #[error("two agents start in the cell {0}")]
    SharedStart(u16),
    /// Two agents have this cell as their goal.
    #[error("two agents have the goal {0}")]
    SharedGoal(u16),
}

impl Jam {
    /// A jam of agents with these starts and goals.
    ///
    /// # Errors
    /// [`JamError`] if there are too many agents, if a cell is not in the cut, or if two agents share a start or a goal.
    pub fn new(cut: Cut, starts: Vec<u16>, goals: Vec<u16>) -> Result<Self, JamError> {
        if starts.len() > MOST_AGENTS {
            return Err(JamError::TooManyAgents(starts.len()));
        }
        if starts.len() != goals.len() {
            return Err(JamError::Unpaired { starts: starts.len(), goals: goals.len() });
        }
        if let Some(&outside) = starts.iter().chain(&goals).find(|&&cell| cell >= cut.cells()) {
            return Err(JamError::NoSuchCell(outside));
        }
        if let Some(shared) = repeated(&starts) {
            return Err(JamError::SharedStart(shared));
        }
        if let Some(shared) = repeated(&goals) {
            return Err(JamError::SharedGoal(shared));
        }
        Ok(Self { cut, starts, goals })
    }

    /// The cells.
    #[must_use]
    pub fn cut(&self) -> &Cut {
        &self.cut
    }

    /// The first cell of each agent.
    #[must_use]
    pub fn starts(&self) -> &[u16] {
        &self.starts
    }

    /// The goal of each agent.
    #[must_use]
    pub fn goals(&self) -> &[u16] {
        &self.goals
    }
}

/// The lowest cell that occurs twice.
fn repeated(cells: &[u16]) -> Option<u16> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.array_windows().find(|[a, b]| a == b).map(|&[cell, _]| cell)
}
