//! The command line.

use argh::FromArgs;
use bevy::math::UVec2;
use kit::args;
use std::path::PathBuf;

/// A tower defence for two players with rollback netcode. Both games are shown side by side.
#[derive(FromArgs)]
pub struct Args {
    /// both players build by a script
    #[argh(switch)]
    pub demo: bool,

    /// run the demo without a window, print a summary, and fail if the two games differ
    #[argh(switch)]
    pub headless: bool,

    /// game seconds that a headless run takes (default: 30)
    #[argh(option, default = "30")]
    pub seconds: u32,

    /// frames that a packet takes from one player to the other, from 0 to 12 (default: 6)
    #[argh(option, default = "6", from_str_fn(latency))]
    pub latency: u32,

    /// seed of the scripts and of the network (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// the towers of player 2 hit harder in their own game, so that the two games differ, which GGRS finds
    #[argh(switch)]
    pub cheat: bool,

    /// size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, from_str_fn(args::size))]
    pub size: Option<UVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}

/// The largest latency that can be chosen, in frames.
pub const MOST_LATENCY: u32 = 12;

fn latency(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(frames @ 0..=MOST_LATENCY) => Ok(frames),
        _ => Err(format!("{text:?} is not a latency: give frames from 0 to {MOST_LATENCY}")),
    }
}
