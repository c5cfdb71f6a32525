//! The game in a window.

pub mod camera;
pub mod command;
pub mod cursor;
mod figures;
pub mod hint;
pub mod layout;
mod looks;
pub mod marks;
pub mod mipmaps;
mod paint;
pub mod select;
mod tileset;
mod top_bar;

use crate::{
    args::Args,
    board::Board,
    plugin::{GamePlugin, GameSystems},
    script,
};
use bevy::prelude::*;
use bevy_ecs_tilemap::TilemapPlugin;
use kit::{clock, game_window, recording, screenshot, window};
use std::process::ExitCode;

/// Opens the window and plays until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let window = game_window::window("Ore", args.size);
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins(TilemapPlugin).add_systems(Startup, spawn_board);
    plugin(&mut app, args, board);
    app.add_plugins(recording::plugin);
    recording::begin(app.world_mut(), args.tilerec.as_ref());
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at);
    window::run(app)
}

/// The game with its controls. It also runs without a renderer.
pub fn plugin(app: &mut App, args: &Args, board: Board) {
    camera::plugin(app, args.look.unwrap_or(board.base() + LOOK));
    cursor::plugin(app, args.screenshot.is_some());
    app.add_plugins((
        looks::plugin,
        game_window::plugin,
        select::plugin,
        command::plugin,
        marks::plugin,
        top_bar::plugin,
        hint::plugin,
    ))
    .add_plugins(GamePlugin(board));
    clock::plugin(app, GameSystems::Input);
    if let Some(kind) = args.select {
        select::select_first(app, kind);
    }
    if args.script {
        script::plugin(app);
    }
}

/// Where the camera looks first, from the base: the base, the nearest mine and the ridge are in sight.
const LOOK: IVec2 = IVec2::new(8, 2);

fn spawn_board(mut commands: Commands, board: Res<Board>, mut images: ResMut<Assets<Image>>) {
    let tiles = images.add(tileset::image());
    board.spawn(&mut commands, Some(&tiles));
}
