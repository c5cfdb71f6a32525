//! The command line.

use argh::FromArgs;
use bevy::math::{IVec2, UVec2};
use bevy_tilepath::{DebugLayer, DebugLayers};
use kit::args;
use std::path::PathBuf;

/// The debug overlay on a small game: F1 to F10 show and hide its layers.
#[derive(FromArgs)]
pub struct Args {
    /// run every layout without a window, press the key of every layer, and check that it draws something
    #[argh(switch)]
    pub headless: bool,

    /// the layout to begin with: Square, Diamond, Staggered, or one of the hexagons, such as RowOdd
    #[argh(option, default = "String::from(\"Square\")")]
    pub layout: String,

    /// layers to begin with by the numbers of their keys, such as 2,8, or all (default: 2,8)
    #[argh(option, default = "DebugLayers { danger: true, ..DebugLayers::default() }", from_str_fn(layers))]
    pub layers: DebugLayers,

    /// begin with the virus of this number selected, from 1
    #[argh(option)]
    pub select: Option<usize>,

    /// put a crate on this cell, such as 12,7 (may be given several times)
    #[argh(option, long = "crate", from_str_fn(args::cell))]
    pub crates: Vec<IVec2>,

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

fn layers(text: &str) -> Result<DebugLayers, String> {
    if text == "all" {
        return Ok(DebugLayers::ALL);
    }
    text.split(',').filter(|number| !number.is_empty()).try_fold(DebugLayers::NONE, |layers, number| {
        let layer = number
            .trim()
            .parse::<usize>()
            .ok()
            .and_then(|number| DebugLayer::ALL.get(number.checked_sub(1)?));
        let layer = layer
            .ok_or_else(|| format!("there is no layer {number:?}: give numbers from 1 to 10, or all"))?;
        Ok(layers.with(*layer))
    })
}
