//! The command line.

use crate::{
    layout::Layouts,
    overlay::{Layers, Selection},
};
use argh::FromArgs;
use bevy::math::{IVec2, UVec2};
use kit::args;
use std::path::PathBuf;

/// Viruses on a map of tiles of every shape. With `--features debug`, F1 to F10 show and hide the layers of the overlay.
#[derive(FromArgs)]
pub struct Args {
    /// run every layout without a window, and check that viruses arrive at the centres of tiles; with the overlay, press the key of every
    /// layer, and check that it draws something
    #[argh(switch)]
    pub headless: bool,

    /// the layout to begin with: Square, Diamond, Staggered, or one of the hexagons, such as RowOdd (default: Square)
    #[argh(option, default = "Layouts::default()")]
    pub layout: Layouts,

    /// send all viruses to this cell, such as 12,7, instead of round the map
    #[argh(option, from_str_fn(args::cell))]
    pub send: Option<IVec2>,

    /// put a crate on this cell, such as 12,7 (may be given several times)
    #[argh(option, long = "crate", from_str_fn(args::cell))]
    pub crates: Vec<IVec2>,

    /// layers of the overlay to begin with by the numbers of their keys, such as 2,8, or all (default: 2,8)
    #[argh(option)]
    pub layers: Option<Layers>,

    /// begin with the virus of this number selected, from 1, for the overlay
    #[argh(option)]
    pub select: Option<Selection>,

    /// the size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, default = "UVec2::new(1280, 720)", from_str_fn(args::size))]
    pub size: UVec2,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// second of the screenshot (default: 5)
    #[argh(option, default = "5.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}
