//! The plugin in real apps, headless, with a clock that is set by hand.

mod asking_again;
mod bad_input;
mod changing_requests;
mod chase;
#[cfg(feature = "tilemap_chunk")]
mod chunks;
mod circles;
mod crowd;
mod diagnostics;
mod disabled;
mod doors;
mod events;
mod explain;
mod field_changes;
mod field_followers;
mod flicker;
mod follower;
mod frame;
mod in_step;
#[path = "../support/in_turn.rs"]
mod in_turn;
mod landmarks;
mod layer_rules;
mod loading;
mod local;
mod nav_grid;
mod numbers;
mod own_obstacles;
mod passing;
mod placement;
mod plane;
mod pushed;
mod readme;
#[cfg(feature = "serialize")]
mod recording;
mod reflection;
mod repair_budget;
mod replaced_resources;
mod replanning;
mod requests;
mod rollback;
mod schedule;
mod shapes;
mod sharing;
mod stats;
mod steering;
mod storm;
mod support;
mod switched_off;
mod tilemap_sync;
mod trace;
mod waking;
mod walk;
mod walls;
mod waypoints;
mod worlds;
