//! The plugin in real apps, headless, with a clock that is set by hand.

mod bad_input;
mod chase;
#[cfg(feature = "tilemap_chunk")]
mod chunks;
mod crowd;
mod diagnostics;
mod disabled;
mod events;
mod explain;
mod field_changes;
mod field_followers;
mod follower;
mod frame;
mod in_step;
mod landmarks;
mod layer_rules;
mod loading;
mod nav_grid;
mod own_obstacles;
mod placement;
mod pushed;
mod readme;
mod reflection;
mod repair_budget;
mod replanning;
mod requests;
mod schedule;
mod shapes;
mod sharing;
mod stats;
mod storm;
mod support;
mod tilemap_sync;
mod walk;
mod walls;
mod waypoints;
