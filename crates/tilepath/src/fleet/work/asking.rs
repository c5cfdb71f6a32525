//! Which agents and groups want a goal field.

use crate::{
    fleet::{agent_id::AgentId, fields::GroupId, requests::QueueKey},
    ground::CostProfile,
};

/// Which agents and groups want a goal field in this update.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Asking {
    /// Groups that need a field and have none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) wanting: Vec<GroupId>,
    /// Profiles of groups that need a field, if the map is not prepared for the profile.
    pub(in crate::fleet) unprepared: Vec<CostProfile>,
    /// Agents that ask for an answer from a field in this update.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) agents: Vec<AskingAgent>,
    /// The id of the fields that the fleet has seen last. After a change of the map, the fleet may get other fields.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) seen: Option<u64>,
}

/// An agent that asks for an answer from the field of its group, with its place in the queue. The place is `None` for
/// an agent that has its own path and would only exchange it for the field.
pub(in crate::fleet) type AskingAgent = (Option<QueueKey>, AgentId);
