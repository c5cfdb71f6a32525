//! Which agents and groups want a goal field.

use crate::{
    fleet::{agent_id::AgentId, fields::GroupId, queue::QueueKey},
    ground::CostProfile,
};

/// Which agents and groups want a goal field in this update.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Asking {
    /// Groups that need a field and have none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) wanting: Vec<GroupId>,
    /// Profiles of such groups for which the map is not prepared.
    pub(in crate::fleet) unprepared: Vec<CostProfile>,
    /// Agents that want to be answered in this update.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) agents: Vec<AskingAgent>,
    /// The id of the fields that were seen last. Another map may have other fields.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) seen: Option<u64>,
}

/// An agent that wants to be answered from the field of its group, with its place in the queue. `None` for an agent that has a path of its
/// own and would only replace it.
pub(super) type AskingAgent = (Option<QueueKey>, AgentId);
