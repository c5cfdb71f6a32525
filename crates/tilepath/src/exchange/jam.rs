//! `Jam`: agents on a cut, and the goal of each.

use super::cut::Cut;

/// The greatest number of agents in a jam.
pub const MOST_AGENTS: usize = 64;

/// The goal of an agent that may end anywhere: it makes room for the others, and goes nowhere by itself.
pub const ANYWHERE: u16 = u16::MAX;

/// Agents on a cut. Each agent has a start of its own, and a goal of its own or [`ANYWHERE`].
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
        let led: Vec<u16> = goals.iter().copied().filter(|&goal| goal != ANYWHERE).collect();
        if let Some(&outside) = starts.iter().chain(&led).find(|&&cell| cell >= cut.cells()) {
            return Err(JamError::NoSuchCell(outside));
        }
        if let Some(shared) = repeated(&starts) {
            return Err(JamError::SharedStart(shared));
        }
        if let Some(shared) = repeated(&led) {
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

    /// The goal of each agent, or [`ANYWHERE`].
    #[must_use]
    pub fn goals(&self) -> &[u16] {
        &self.goals
    }

    /// The goal of an agent. `None` if it may end anywhere.
    pub(super) fn goal(&self, agent: u8) -> Option<u16> {
        Some(self.goals[usize::from(agent)]).filter(|&goal| goal != ANYWHERE)
    }
}

/// The lowest cell that occurs twice.
fn repeated(cells: &[u16]) -> Option<u16> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.array_windows().find(|[a, b]| a == b).map(|&[cell, _]| cell)
}
