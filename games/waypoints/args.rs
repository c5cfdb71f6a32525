//! The command line.

use argh::FromArgs;
use bevy::math::IVec2;
use kit::args;
use std::path::PathBuf;

/// Agents on a graph of waypoints.
#[derive(FromArgs)]
pub struct Args {
    /// run without a window, check every path and print a summary
    #[argh(switch)]
    pub headless: bool,

    /// seed of everything random (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// game seconds that a headless run takes (default: 60)
    #[argh(option, default = "60")]
    pub seconds: u32,

    /// begin with Dijkstra's algorithm instead of A*
    #[argh(switch)]
    pub dijkstra: bool,

    /// send all agents to the waypoint nearest to this point, such as 400,-120; 0,0 is the middle
    #[argh(option, from_str_fn(args::cell))]
    pub send_to: Option<IVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}
