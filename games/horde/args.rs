//! The command line.

use crate::overlay::Overlay;
use argh::FromArgs;
use bevy::math::IVec2;
use kit::{args, overlays::Shown};
use std::path::PathBuf;

/// A horde that walks to a base, round the towers that are built.
#[derive(FromArgs)]
pub struct Args {
    /// how many agents there are (default: 20000)
    #[argh(option, default = "20_000", from_str_fn(agents))]
    pub agents: u32,

    /// seed of the map and of everything random (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// let each agent keep its cell to itself
    #[argh(switch)]
    pub occupies: bool,

    /// let a script build and remove towers in the window, too
    #[argh(switch)]
    pub script: bool,

    /// run without a window: every agent goes to the base once while a script builds towers; then print the figures
    #[argh(switch)]
    pub headless: bool,

    /// towers that the script of a headless run builds (default: 200)
    #[argh(option, default = "200")]
    pub placements: u32,

    /// game seconds after which a headless run fails (default: 600)
    #[argh(option, default = "600")]
    pub seconds: u32,

    /// threads of a headless run (default: one for each core)
    #[argh(option, from_str_fn(args::threads))]
    pub threads: Option<usize>,

    /// overlays to start with, such as 1,2: 1 danger, 2 paths from the cursor
    #[argh(option, default = "Shown::default()")]
    pub overlay: Shown<Overlay>,

    /// look at this cell, such as 256,128, instead of the whole map; (0,0) is at the bottom left
    #[argh(option, from_str_fn(args::cell))]
    pub look: Option<IVec2>,

    /// hold the cursor over this cell
    #[argh(option, from_str_fn(args::cell))]
    pub hover: Option<IVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 30)
    #[argh(option, default = "30.0", from_str_fn(args::seconds::<3600>))]
    pub at: f32,
}

fn agents(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(agents @ 1..=1_000_000) => Ok(agents),
        _ => Err(format!("{text:?} is not a number of agents: give 1 to 1000000")),
    }
}
