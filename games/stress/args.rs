//! The command line.

use crate::{
    choice::{Choice, Scene, Tiles},
    overlay::Overlay,
};
use argh::FromArgs;
use bevy::math::{IVec2, UVec2};
use kit::{args, occupying::Occupying, overlays::Shown};
use std::path::PathBuf;

/// A stress test of agents: a horde on one goal field, and the test scenes for crowds.
#[derive(FromArgs)]
pub struct Args {
    /// the scene by its name or its number from 1: corridor-1, corridor-2, corridor-3, doorway, crossing, four-corridors, ring, hollow-square,
    /// all-to-one, four-ways, random-10, random-30, random-50, three-gates; the jams bay, niche, dead-ends, behind-idle, corner, rooms, tree,
    /// loops, full-ring, full-square, shaft, deep-shaft, patrol, round; or horde (default: the first; without a window the first fourteen)
    #[argh(option, from_str_fn(Scene::find))]
    pub arrangement: Option<Scene>,

    /// how many agents there are: 4 to 5000, in the horde 1 to 1000000, in a jam one of a few numbers (default: 300, in the horde 20000)
    #[argh(option)]
    pub agents: Option<u32>,

    /// seed of everything random, with the map of the horde (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// the shape of the tiles: square or hex (default: square; the horde has squares)
    #[argh(option, default = "Tiles::Squares", from_str_fn(tiles))]
    pub shape: Tiles,

    /// whether each agent keeps its cell to itself: on or off (default: on, in the horde off)
    #[argh(option, from_str_fn(on_or_off))]
    pub occupies: Option<bool>,

    /// how many agents share a cell at most: 1, 2 or 4 (default: 1)
    #[argh(option, default = "1", from_str_fn(capacity))]
    pub capacity: u8,

    /// let crowds count as danger, so that agents spread over several gates
    #[argh(switch)]
    pub congestion: bool,

    /// let a script build and remove towers in the horde, in the window, too
    #[argh(switch)]
    pub script: bool,

    /// run without a window until all have arrived, and print the figures; fail if an agent was in a wall, or if two stood in one cell or came
    /// too near to each other; the horde goes to the base once while a script builds towers
    #[argh(switch)]
    pub headless: bool,

    /// towers that the script of a headless run builds in the horde (default: 200)
    #[argh(option, default = "200")]
    pub placements: u32,

    /// game seconds after which a scene of a headless run fails (default: 600)
    #[argh(option, default = "600")]
    pub seconds: u32,

    /// threads of a headless run (default: one for each core)
    #[argh(option, from_str_fn(args::threads))]
    pub threads: Option<usize>,

    /// overlays to start with (default: 1): 1 danger, 2 paths from the cursor, in the horde
    #[argh(option, default = "Overlay::first()")]
    pub overlay: Shown<Overlay>,

    /// look at this cell, such as 256,128, instead of the whole map; (0,0) is at the bottom left
    #[argh(option, from_str_fn(args::cell))]
    pub look: Option<IVec2>,

    /// hold the cursor over this cell
    #[argh(option, from_str_fn(args::cell))]
    pub hover: Option<IVec2>,

    /// the size of the window, such as 800x600 (default: 1280x720)
    #[argh(option, from_str_fn(args::size))]
    pub size: Option<UVec2>,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option, from_str_fn(args::png))]
    pub screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 10)
    #[argh(option, default = "10.0", from_str_fn(args::seconds::<3600>))]
    pub at: f32,
}

impl Args {
    /// What is asked for in a scene.
    ///
    /// # Errors
    /// A message that says which numbers of agents the scene may have.
    pub fn choice(&self, scene: Scene) -> Result<Choice, String> {
        let agents = self.agents.unwrap_or(scene.usual_agents());
        scene.check_agents(agents)?;
        Ok(Choice { scene, agents, seed: self.seed, tiles: self.shape, capacity: self.capacity })
    }

    /// Whether agents keep their cells in a scene.
    pub fn occupying(&self, scene: Scene) -> Occupying {
        self.occupies.map_or(scene.usual_occupying(), Occupying)
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    args::one_of(text, &[("on", true), ("off", false)])
}

fn capacity(text: &str) -> Result<u8, String> {
    args::one_of(text, &[("1", 1), ("2", 2), ("4", 4)])
}

fn tiles(text: &str) -> Result<Tiles, String> {
    args::one_of(text, &[("square", Tiles::Squares), ("hex", Tiles::Hexagons)])
}
