//! The fleet of the core, which plans for all agents: here their components go in, and answers come out.

mod agent_fleet;
mod answer;
mod follow;
mod prepare;
mod results;
mod steps;
mod sync;
mod take;
mod trace;

pub(crate) use agent_fleet::AgentFleet;
pub(crate) use answer::answer_requests;
pub(crate) use follow::follow_waypoint_paths;
pub(crate) use prepare::prepare_fields;
pub(crate) use take::{
    cancel_request, enter_waypoints, leave_waypoints, note_disabled_agent, restore_components,
    take_enabled_agent, take_old_requests, take_request,
};
pub use trace::{SearchTrace, TracedCell, TracedLink};
