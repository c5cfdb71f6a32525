//! Memory of agents that change their pace.

use super::{agent_id::AgentId, answer::CrowdStep};

/// Those whose pace has changed.
#[derive(Clone, Default, Debug)]
pub(super) struct Paces {
    /// Agents that take another time for their step, or whose last owner of their cell is gone.
    pub(super) noted: Vec<u32>,
    /// These and all behind them, with when they would have gone on, and been there, before.
    pub(super) affected: Vec<(u32, [u64; 2])>,
    pub(super) queue: Vec<u32>,
    pub(super) told: Vec<(AgentId, CrowdStep)>,
    /// Agents that stand still on their steps.
    pub(super) halted: Vec<u32>,
}
