//! The command line.

use crate::{
    board::MapKind,
    overlay::Overlay,
    shared::{args, overlays::Shown},
};
use argh::FromArgs;
use bevy::math::IVec2;
use std::path::PathBuf;

/// A tower defence: keep the viruses away from the processor.
#[derive(FromArgs)]
pub struct Args {
    /// run the game without a window, played by a script, and print a summary
    #[argh(switch)]
    pub headless: bool,

    /// seed of everything random in the game (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// game seconds that a headless run takes (default: 60)
    #[argh(option, default = "60")]
    pub seconds: u32,

    /// the board: motherboard (default), or hex, which is the same in hexagons
    #[argh(option, default = "MapKind::Motherboard")]
    pub map: MapKind,

    /// let the script play in the window too
    #[argh(switch)]
    pub autoplay: bool,

    /// overlays to start with, such as 1,3: 1 danger, 2 last search, 3 its numbers
    #[argh(option, default = "Shown::default()")]
    pub overlay: Shown<Overlay>,

    /// hold the cursor over this cell, such as 12,7; (0,0) is at the bottom left
    #[argh(option, from_str_fn(args::cell))]
    pub hover: Option<IVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}
