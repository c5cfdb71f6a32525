//! The command line of an example of tile shapes.

use super::{
    args,
    tour::{Layout, Layouts, Tour},
    tour_headless, tour_window, window,
};
use argh::FromArgs;
use bevy::math::IVec2;
use std::{path::PathBuf, process::ExitCode};

/// Viruses on a map of tiles: click to send them, Tab for the next layout.
#[derive(FromArgs)]
struct Args {
    /// run every layout without a window, and check that viruses arrive at the centres of tiles
    #[argh(switch)]
    headless: bool,

    /// the layout to begin with, by its name in bevy_ecs_tilemap
    #[argh(option)]
    layout: Option<String>,

    /// send all viruses to this cell, such as 12,7, instead of round the map
    #[argh(option, from_str_fn(args::cell))]
    send: Option<IVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    screenshot: Option<PathBuf>,

    /// second of the screenshot (default: 5)
    #[argh(option, default = "5.0", from_str_fn(args::seconds::<86_400>))]
    at: f32,
}

/// Runs the example with these layouts.
pub fn run(title: &str, all: &'static [Layout]) -> ExitCode {
    let args: Args = argh::from_env();
    let layouts = match Layouts::named(all, args.layout.as_deref().unwrap_or(all[0].name)) {
        Ok(layouts) => layouts,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let tour = Tour { layouts, send: args.send };
    if window::opens_window(args.headless) {
        tour_window::run(title, tour, args.screenshot.as_ref(), args.at)
    } else {
        tour_headless::run(tour, all.len())
    }
}
