//! The game in a window.

mod clock;
mod effects;
mod ghost;
mod hud;
mod looks;
mod mouse;
mod overlay;

use crate::{
    args::Args,
    board::Board,
    game::{GamePlugin, Tick},
    script,
    shared::{screenshot, window},
    summary,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::TilemapPlugin;
use std::process::{ExitCode, Termination};

/// The board of 1280 × 640 lies between two bars.
const WINDOW: UVec2 = UVec2::new(1280, 720);
/// Ticks in a frame until a screenshot is taken.
const SCREENSHOT_TICKS: u32 = 6;

/// Opens the window and plays until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let window = Window { title: "Null Op".into(), resolution: WINDOW.into(), resizable: false, ..default() };
    let mut app = window::app(window, ImagePlugin::default_nearest());
    app.add_plugins(TilemapPlugin)
        .add_systems(Startup, spawn_board)
        .add_plugins(GamePlugin { board, seed: args.seed })
        .add_plugins((looks::plugin, effects::plugin, clock::plugin, ghost::plugin, hud::plugin));
    mouse::plugin(&mut app, args.hover, args.screenshot.is_some());
    overlay::plugin(&mut app, args.overlay.clone());
    summary::plugin(&mut app, args.seed);
    if args.autoplay {
        script::plugin(&mut app, args.seed);
    }
    if let Some(file) = &args.screenshot {
        let (frame, at) = (TimeUpdateStrategy::FixedTimesteps(SCREENSHOT_TICKS), args.at);
        screenshot::plugin(&mut app, file, frame, move |tick: Res<Tick>| tick.seconds() >= at);
    }
    app.run().report()
}

fn spawn_board(mut commands: Commands, board: Res<Board>, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    board.spawn(&mut commands, Some(&assets.load("tiles.png")));
}

/// What lies over what: board 0 and 1, overlays, then what stands on the board, then what one must always see.
mod z {
    pub const DANGER: f32 = 2.0;
    pub const SEARCH: f32 = 3.0;
    pub const PLACES: f32 = 4.0;
    pub const NUMBERS: f32 = 4.5;
    pub const TOWER: f32 = 5.0;
    pub const VIRUS: f32 = 6.0;
    pub const BULLET: f32 = 7.0;
    pub const BAR: f32 = 8.0;
    pub const GHOST: f32 = 10.0;
}
