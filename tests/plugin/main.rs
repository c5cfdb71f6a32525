//! The plugin in real apps, headless, with a clock that is set by hand.

mod bad_input;
mod follower;
mod frame;
mod placement;
mod readme;
mod replanning;
mod requests;
mod schedule;
mod sharing;
mod support;
mod tilemap_sync;
