//! Agents on waypoints: their requests, searches and walks.

mod context;
mod follow;
mod openings;
mod replan;
mod search;
mod start;
mod take;
mod walk;

pub(crate) use follow::follow_waypoint_paths;
pub(crate) use replan::queue_waypoint_requests;
pub(crate) use search::{WaypointSearches, run_waypoint_searches};
pub(crate) use take::{enter_waypoints, leave_waypoints, take_enabled_waypoint_agent, take_waypoint_request};
