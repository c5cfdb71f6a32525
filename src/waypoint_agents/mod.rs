//! Agents on waypoints: the fleet of the core finds their paths and moves them; here their components go in and come out.

mod answers;
mod fleet;
mod follow;
mod search;
mod sync;
mod take;

pub(crate) use fleet::WaypointFleet;
pub(crate) use follow::follow_waypoint_paths;
pub(crate) use search::answer_waypoint_requests;
pub(crate) use take::{
    cancel_waypoint_request, enter_waypoints, leave_waypoints, take_enabled_waypoint_agent,
    take_waypoint_request,
};
