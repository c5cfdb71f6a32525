//! The command line.

use crate::{
    action::{Action, Page, Slider},
    board::Layout,
    generate::Generator,
    pane::{Algorithm, PaneId, Setting},
};
use argh::FromArgs;
use bevy::math::UVec2;
use kit::args::{png, seconds};
use std::path::PathBuf;

/// A playground to learn grid pathfinding in: paint a map, pick algorithms, and watch them search.
#[derive(FromArgs, Clone, Debug)]
pub struct Args {
    /// a map to open: of the playground, or a .map or .scen of MovingAI
    #[argh(positional)]
    pub file: Option<PathBuf>,

    /// the map to make: empty, hills, maze, caves or rooms (default: hills)
    #[argh(option, default = "Generator::Hills", from_str_fn(parse_generator))]
    pub map: Generator,

    /// the seed of the map (default: 7)
    #[argh(option, default = "7")]
    pub seed: u64,

    /// width and height in cells, such as 60x40 (default: 40x24)
    #[argh(option, default = "UVec2::new(40, 24)", from_str_fn(parse_size))]
    pub size: UVec2,

    /// hexagons instead of squares
    #[argh(switch)]
    pub hex: bool,

    /// the algorithm: astar, dijkstra, greedy, weighted, jump or field
    #[argh(option, from_str_fn(parse_algorithm))]
    pub algorithm: Option<Algorithm>,

    /// the algorithm of a second pane
    #[argh(option, from_str_fn(parse_algorithm))]
    pub versus: Option<Algorithm>,

    /// show the shortest and the safest path
    #[argh(switch)]
    pub both_paths: bool,

    /// the part of the search that is shown, 0 to 1 (default: 1)
    #[argh(option, default = "1.0", from_str_fn(parse_share))]
    pub step: f32,

    /// begin with the graph
    #[argh(switch)]
    pub graph: bool,

    /// width and height of the window, such as 800x600 (default: 1280x720)
    #[argh(option, default = "UVec2::new(1280, 720)", from_str_fn(parse_size))]
    pub window: UVec2,

    /// run without a window: search every map by all settings, and compare the figures with those of tilepath
    #[argh(switch)]
    pub headless: bool,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(png))]
    pub screenshot: Option<PathBuf>,

    /// second of the screenshot (default: 1)
    #[argh(option, default = "1.0", from_str_fn(seconds::<600>))]
    pub at: f32,
}

impl Args {
    /// What the command line asks for, as controls would.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(algorithm) = self.algorithm {
            actions.push(Action::Set(PaneId::Left, Setting::Algorithm(algorithm)));
        }
        if let Some(algorithm) = self.versus {
            actions.push(Action::ShowBoth(true));
            actions.push(Action::Set(PaneId::Right, Setting::Algorithm(algorithm)));
        }
        if self.both_paths {
            actions.extend(PaneId::ALL.map(Action::ToggleBothPaths));
        }
        if self.graph {
            actions.push(Action::Page(Page::Graph));
        }
        if let Some(file) = &self.file {
            actions.push(Action::LoadFile(file.clone()));
        }
        if self.step < 1.0 {
            actions.push(Action::Slide(Slider::Step, self.step));
        }
        actions
    }

    /// The layout of the first map.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        if self.hex { Layout::Hex } else { Layout::Square }
    }
}

fn parse_generator(text: &str) -> Result<Generator, String> {
    let names = ["empty", "hills", "maze", "caves", "rooms"];
    let known = names.iter().zip(Generator::ALL).find(|(name, _)| **name == text);
    known.map(|(_, generator)| generator).ok_or_else(|| format!("{text:?} is none of {}", names.join(", ")))
}

fn parse_algorithm(text: &str) -> Result<Algorithm, String> {
    let names = ["astar", "dijkstra", "greedy", "weighted", "jump", "field"];
    let known = names.iter().zip(Algorithm::ALL).find(|(name, _)| **name == text);
    known.map(|(_, algorithm)| algorithm).ok_or_else(|| format!("{text:?} is none of {}", names.join(", ")))
}

fn parse_size(text: &str) -> Result<UVec2, String> {
    let sides = text.split_once('x').and_then(|(x, y)| Some(UVec2::new(x.parse().ok()?, y.parse().ok()?)));
    let valid = sides.filter(|sides| sides.min_element() >= 2 && sides.max_element() <= 8192);
    valid.ok_or_else(|| format!("{text:?} is not a size: give two whole numbers, such as 60x40"))
}

fn parse_share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(format!("{text:?} is not a number from 0 to 1")),
    }
}
