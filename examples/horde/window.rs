//! The horde in a window.

mod camera;
mod clock;
mod crowd;
mod flow;
mod ghost;
mod ground;
mod hud;
mod looks;
mod mouse;
mod overlay;
mod pictures;
mod screenshot;
mod tiles;

use crate::{
    args::Args,
    board::Board,
    rules::{Rules, RulesPlugin},
    script,
};
use bevy::{
    asset::AssetPlugin,
    log::{Level, LogPlugin},
    prelude::*,
    window::WindowResolution,
};
use std::process::ExitCode;

/// The board of 512 × 256 cells lies between two bars.
const WINDOW: UVec2 = UVec2::new(1280, 736);

/// Opens the window and runs until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = App::new();
    app.add_plugins(engine()).insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)));
    if let Err(reason) = looks::add(&mut app) {
        eprintln!("error: {reason}");
        return ExitCode::FAILURE;
    }
    let rules = Rules { agents: args.agents, seed: args.seed, endless: true };
    app.add_plugins(RulesPlugin { board, rules }).add_plugins((
        ground::plugin,
        crowd::plugin,
        ghost::plugin,
        flow::plugin,
        clock::plugin,
        hud::plugin,
    ));
    camera::plugin(&mut app, args.look);
    mouse::plugin(&mut app, args.hover, args.screenshot.is_some());
    overlay::plugin(&mut app, args.overlay);
    if args.script {
        script::plugin(&mut app, args.seed, None);
    }
    if let Some(file) = &args.screenshot {
        screenshot::plugin(&mut app, file, args.at);
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

fn engine() -> impl PluginGroup {
    let resolution = WindowResolution::from(WINDOW);
    let window = Window { title: "Horde".into(), resolution, ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(AssetPlugin { file_path: pictures::asset_folder().to_string_lossy().into_owned(), ..default() })
        .set(LogPlugin { level: Level::WARN, ..default() })
}

/// What lies over what: the board, then what stands on it, then what one must always see.
mod z {
    pub const GROUND: f32 = 0.0;
    pub const PLACES: f32 = 4.0;
    pub const TOWER: f32 = 5.0;
    /// The shader of the crowd has the same number.
    pub const CROWD: f32 = 6.0;
    pub const GHOST: f32 = 10.0;
}
