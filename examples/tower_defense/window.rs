//! The game in a window.

mod clock;
mod effects;
mod ghost;
mod hud;
mod layout;
mod looks;
mod mouse;
mod overlay;

use crate::{
    args::Args,
    board::Board,
    game::Tick,
    plugin::GamePlugin,
    script,
    shared::{screenshot, window},
    summary,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::TilemapPlugin;
use std::process::{ExitCode, Termination};

/// Ticks in a frame until a screenshot is taken.
const SCREENSHOT_TICKS: u32 = 6;

/// Opens the window and plays until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let window =
        Window { title: "Null Op".into(), resolution: layout::WINDOW.into(), resizable: false, ..default() };
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
    board.spawn(&mut commands, Some(&board.texture(&assets)));
}
