//! Memory for agents that change their pace.

use super::{agent_id::AgentId, answer::CrowdStep};

/// Agents whose pace has changed.
#[derive(Clone, Default, Debug)]
pub(super) struct Paces {
    /// Agents whose step takes another time, or whose cell's last owner is gone.
    pub(super) noted: Vec<u32>,
    /// These and all agents behind them, each with its former times: when it would have gone on, and when it would have arrived.
    pub(super) affected: Vec<(u32, [u64; 2])>,
    pub(super) queue: Vec<u32>,
    pub(super) told: Vec<(AgentId, CrowdStep)>,
    /// Agents that stand still on their steps.
    pub(super) halted: Vec<u32>,
}
