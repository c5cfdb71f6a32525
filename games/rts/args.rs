//! The command line.

use crate::unit::UnitKind;
use argh::FromArgs;
use bevy::math::{IVec2, UVec2};
use kit::args;
use std::path::PathBuf;

/// A small real-time strategy: workers bring ore home, soldiers go where you send them, and nobody walks through anybody.
#[derive(FromArgs)]
pub struct Args {
    /// seed of the map (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// run without a window, played by a script, and print a summary
    #[argh(switch)]
    pub headless: bool,

    /// game seconds that a headless run takes (default: 120)
    #[argh(option, default = "120")]
    pub seconds: u32,

    /// let the script play in the window, too
    #[argh(switch)]
    pub script: bool,

    /// size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, from_str_fn(args::size))]
    pub size: Option<UVec2>,

    /// select all units of this kind at the beginning: worker or soldier
    #[argh(option, from_str_fn(kind))]
    pub select: Option<UnitKind>,

    /// look at this cell, such as 40,32, instead of the base; (0,0) is at the bottom left
    #[argh(option, from_str_fn(args::cell))]
    pub look: Option<IVec2>,

    /// write the game as a recording, a .tilerec file, which the playground replays
    #[argh(option)]
    pub tilerec: Option<PathBuf>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 20)
    #[argh(option, default = "20.0", from_str_fn(args::seconds::<3600>))]
    pub at: f32,
}

fn kind(text: &str) -> Result<UnitKind, String> {
    args::one_of(text, &UnitKind::ALL.map(|kind| (kind.name(), kind)))
}
