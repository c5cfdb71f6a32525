//! The game in a window.

mod clock;
mod effects;
mod ghost;
mod hud;
mod looks;
mod mouse;
mod overlay;
mod screenshot;

use crate::{
    args::Args,
    board::{Board, asset_folder},
    game::GamePlugin,
    script, summary,
};
use bevy::{
    asset::AssetPlugin,
    log::{Level, LogPlugin},
    prelude::*,
    window::WindowResolution,
};
use bevy_ecs_tilemap::TilemapPlugin;
use std::process::ExitCode;

/// The board of 1280 × 640 lies between two bars.
const WINDOW: UVec2 = UVec2::new(1280, 720);

/// Opens the window and plays until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let mut app = App::new();
    app.add_plugins((engine(), TilemapPlugin))
        .insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)))
        .add_systems(Startup, spawn_board)
        .add_plugins(GamePlugin { board, seed: args.seed })
        .add_plugins((looks::plugin, effects::plugin, clock::plugin, ghost::plugin, hud::plugin));
    mouse::plugin(&mut app, args.hover, args.screenshot.is_some());
    overlay::plugin(&mut app, args.overlay);
    summary::plugin(&mut app, args.seed);
    if args.autoplay {
        script::plugin(&mut app, args.seed);
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
    let window = Window {
        title: "Null Op".into(),
        resolution: WindowResolution::from(WINDOW),
        resizable: false,
        ..default()
    };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(ImagePlugin::default_nearest())
        .set(AssetPlugin { file_path: asset_folder().to_string_lossy().into_owned(), ..default() })
        .set(LogPlugin { level: Level::WARN, ..default() })
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
