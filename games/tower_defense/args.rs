//! The command line.

use crate::{board::MapKind, difficulty::Difficulty, overlay::Overlay};
use argh::FromArgs;
use bevy::math::{IVec2, UVec2};
use kit::{args, overlays::Shown};
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
    #[argh(option, default = "MapKind::Motherboard", from_str_fn(map_kind))]
    pub map: MapKind,

    /// easy, normal (default) or hard
    #[argh(option, default = "Difficulty::Normal", from_str_fn(difficulty))]
    pub difficulty: Difficulty,

    /// viruses keep their distance: each has a cell to itself
    #[argh(switch)]
    pub distance: bool,

    /// in a headless run nobody builds: the game is lost
    #[argh(switch)]
    pub idle: bool,

    /// show a demo of twenty seconds
    #[argh(switch)]
    pub demo: bool,

    /// record the demo as an animated PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub record: Option<PathBuf>,

    /// the screen to start with: title (default) or play
    #[argh(option, default = "FirstScreen::Title", from_str_fn(first_screen))]
    pub screen: FirstScreen,

    /// size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, from_str_fn(args::size))]
    pub size: Option<UVec2>,

    /// let the script play in the window too, without a title
    #[argh(switch)]
    pub autoplay: bool,

    /// overlays to start with (default: 1,4): 1 danger, 2 last search, 3 its numbers, 4 paths of the next wave, 5 paths of all viruses
    #[argh(option, default = "first_overlays()")]
    pub overlay: Shown<Overlay>,

    /// hold the cursor over this cell, such as 12,7; (0,0) is at the bottom left
    #[argh(option, from_str_fn(args::cell))]
    pub hover: Option<IVec2>,

    /// write the game as a recording, a .tilerec file, which the playground replays
    #[argh(option)]
    pub tilerec: Option<PathBuf>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<86_400>))]
    pub at: f32,
}

/// The screen that a window starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstScreen {
    Title,
    Play,
}

fn map_kind(text: &str) -> Result<MapKind, String> {
    args::one_of(text, &[("motherboard", MapKind::Motherboard), ("hex", MapKind::Hex)])
}

fn difficulty(text: &str) -> Result<Difficulty, String> {
    args::one_of(text, &Difficulty::ALL.map(|difficulty| (difficulty.rules().name, difficulty)))
}

fn first_screen(text: &str) -> Result<FirstScreen, String> {
    args::one_of(text, &[("title", FirstScreen::Title), ("play", FirstScreen::Play)])
}

/// The overlays that are shown if none are asked for.
fn first_overlays() -> Shown<Overlay> {
    "1,4".parse().unwrap_or_default()
}
