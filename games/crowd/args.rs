//! The command line.

use crate::choice::{CAPACITIES, Tiles};
use argh::FromArgs;
use bevy::math::UVec2;
use kit::args;
use std::path::PathBuf;

/// Crowds that keep to their cells, in the arrangements that games test.
#[derive(FromArgs)]
pub struct Args {
    /// the arrangement by its name or its number from 1: corridor-1, corridor-2, corridor-3, doorway, crossing, four-corridors, ring,
    /// hollow-square, all-to-one, four-ways, random-10, random-30, random-50, three-gates (default: the first; all of them without a window)
    #[argh(option, from_str_fn(arrangements::find))]
    pub arrangement: Option<usize>,

    /// how many agents there are, 4 to 5000 (default: 300)
    #[argh(option, default = "300", from_str_fn(agents))]
    pub agents: u32,

    /// seed of everything random (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// the shape of the tiles: square or hex (default: square)
    #[argh(option, default = "Tiles::Squares", from_str_fn(tiles))]
    pub shape: Tiles,

    /// let agents walk through each other
    #[argh(switch)]
    pub no_occupies: bool,

    /// how many agents share a cell at most: 1, 2 or 4 (default: 1)
    #[argh(option, default = "1", from_str_fn(capacity))]
    pub capacity: u8,

    /// let crowds count as danger, so that agents spread over several gates
    #[argh(switch)]
    pub congestion: bool,

    /// run without a window until all have arrived; fail if an agent was in a wall, or if two stood in one cell or came too near to each other
    #[argh(switch)]
    pub headless: bool,

    /// game seconds after which a headless run of an arrangement fails (default: 600)
    #[argh(option, default = "600")]
    pub seconds: u32,

    /// threads of a headless run (default: one for each core)
    #[argh(option, from_str_fn(args::threads))]
    pub threads: Option<usize>,

    /// the size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, default = "UVec2::new(1280, 720)", from_str_fn(args::size))]
    pub size: UVec2,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<3600>))]
    pub at: f32,
}

fn agents(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(agents @ 4..=5000) => Ok(agents),
        _ => Err(format!("{text:?} is not a number of agents: give 4 to 5000")),
    }
}

fn capacity(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(capacity) if CAPACITIES.contains(&capacity) => Ok(capacity),
        _ => Err(format!("{text:?} is no capacity: give 1, 2 or 4")),
    }
}

fn tiles(text: &str) -> Result<Tiles, String> {
    match text {
        "square" => Ok(Tiles::Squares),
        "hex" => Ok(Tiles::Hexagons),
        _ => Err(format!("{text:?} is no shape: give square or hex")),
    }
}
