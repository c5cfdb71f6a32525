//! Which requests need an answer, and in what order they get it.

mod agent;
mod changes;
mod queue;
mod replan;
mod take;

pub(crate) use agent::{PlannedAgent, PlannedAgentItem, PlannedAgentReadOnlyItem};
pub(crate) use changes::{FrameChanges, note_changes};
pub(crate) use queue::RequestQueue;
pub(crate) use replan::queue_requests;
pub(crate) use take::{
    cancel_request, note_replaced_request, restore_components, take_enabled_agent, take_request,
};
