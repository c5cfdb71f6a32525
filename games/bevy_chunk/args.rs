//! The command line.

use argh::FromArgs;
use bevy::math::IVec2;
use kit::args;
use std::path::PathBuf;

/// Viruses cross a map of four chunks while a gate opens and closes.
#[derive(FromArgs)]
pub struct Args {
    /// run without a window and print a summary
    #[argh(switch)]
    pub headless: bool,

    /// seconds that a headless run takes (default: 30)
    #[argh(option, default = "30.0", from_str_fn(args::seconds::<86_400>))]
    pub seconds: f32,

    /// the tile that the viruses walk to (default: 18,2); (0,0) is at the lower left
    #[argh(option, default = "IVec2::new(18, 2)", from_str_fn(args::cell))]
    pub base: IVec2,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// second of the screenshot (default: 8)
    #[argh(option, default = "8.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}
