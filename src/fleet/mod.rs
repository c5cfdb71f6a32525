//! The fleet of the core plans for all agents. This module passes the agents' components to the fleet, and writes the answers.

mod agent_fleet;
mod answer;
mod members;
mod own_obstacles;
mod pause;
mod prepare;
mod refuse;
mod results;
mod rows;
#[cfg(feature = "serialize")]
mod saved;
mod standing;
mod steer;
mod sync;
mod take;
mod trace;
mod walk;

pub(crate) use agent_fleet::AgentFleet;
pub(crate) use answer::answer_requests;
pub(crate) use own_obstacles::{note_lost_parent, note_own_obstacles};
pub(crate) use pause::pause_agents;
pub(crate) use prepare::prepare_fields;
pub(crate) use refuse::refuse_obstacles;
#[cfg(feature = "serialize")]
pub(crate) use saved::{SavedFleet, answer_of};
pub(crate) use standing::price_standing;
pub(crate) use steer::{place_steered, stop_steering, take_steering, write_steering};
pub(crate) use take::{
    cancel_request, enter_waypoints, leave_crowd, leave_waypoints, note_disabled_agent, number_targets,
    restore_components, stop_follower, take_enabled_agent, take_follower, take_old_agents, take_request,
    take_strangers,
};
pub use trace::{SearchTrace, TracedCell, TracedLink};
pub(crate) use walk::walk_agents;
