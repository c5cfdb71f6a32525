//! The game in a window.

pub mod action;
mod animation;
pub mod button;
mod calling;
mod caption;
mod clock;
mod effects;
mod ghost;
mod hint;
pub mod layout;
mod looks;
mod menu;
pub mod mouse;
mod overlay;
mod portals;
mod record;
pub mod screen;
mod stats;
mod towers;

use crate::{
    args::{Args, FirstScreen},
    board::Board,
    demo::{self, Demo},
    game::{TICKS_PER_SECOND, Tick},
    orders::{Order, Orders},
    plugin::GamePlugin,
    records,
    script::{self, Plays},
    summary,
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::TilemapPlugin;
use kit::{game_window, occupying::Occupying, recording, screenshot, window};
use record::RecordingSettings;
use screen::Screen;
use std::process::ExitCode;

/// Ticks in a frame until a screenshot is taken.
const SCREENSHOT_TICKS: u32 = 12;
/// Ticks in a frame of a recording.
const RECORD_TICKS: u32 = 6;

/// Opens the window and plays until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let window = game_window::window("Motherboard", args.size);
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins(TilemapPlugin).add_systems(Startup, spawn_board);
    plugin(&mut app, args, board);
    app.add_plugins(recording::plugin);
    recording::begin(app.world_mut(), args.tilerec.as_ref());
    if let Some(file) = &args.screenshot {
        let (frame, at) = (TimeUpdateStrategy::FixedTimesteps(SCREENSHOT_TICKS), args.at);
        screenshot::plugin(&mut app, file, frame, move |tick: Res<Tick>| tick.seconds() >= at);
    }
    if let Some(file) = &args.record {
        let (file, ticks) = (file.clone(), RECORD_TICKS);
        let settings =
            RecordingSettings { file, ticks, ticks_per_second: TICKS_PER_SECOND, still: demo::STILL };
        record::plugin(&mut app, settings, |demo: Res<Demo>| demo.is_over());
    }
    window::run(app)
}

/// Whether the demo is shown first.
const fn is_demo(args: &Args) -> bool {
    args.demo || args.record.is_some()
}

/// The game with its screens and controls. It also runs without a renderer.
pub fn plugin(app: &mut App, args: &Args, board: Board) {
    let first = match args.screen {
        _ if is_demo(args) => Screen::Demo,
        FirstScreen::Title if !args.autoplay => Screen::Title,
        _ => Screen::Play,
    };
    app.add_plugins(GamePlugin {
        board,
        difficulty: args.difficulty,
        seed: args.seed,
        occupying: Occupying(args.distance),
    });
    screen::plugin(app, first);
    app.add_plugins((game_window::plugin, layout::plugin, action::plugin, button::plugin, menu::plugin))
        .add_plugins((looks::plugin, effects::plugin, clock::plugin, ghost::plugin))
        .add_plugins((
            stats::plugin,
            hint::plugin,
            towers::plugin,
            calling::plugin,
            portals::plugin,
            caption::plugin,
        ));
    mouse::plugin(app, args.hover, args.screenshot.is_some());
    overlay::plugin(app, args.overlay.clone());
    summary::plugin(app, args.seed);
    records::plugin(app);
    demo::plugin(app);
    script::plugin(app, args.seed, Plays(false));
    let autoplay = args.autoplay;
    app.add_systems(Update, move |screen: Res<State<Screen>>, mut plays: ResMut<Plays>| {
        // Behind the title the script plays for show.
        plays.set_if_neq(Plays(*screen.get() == Screen::Title || autoplay));
    });
    if is_demo(args) {
        app.add_systems(Startup, |mut orders: ResMut<Orders>| orders.give(Order::Stage));
    }
    app.add_systems(Update, end_demo.run_if(in_state(Screen::Demo)));
}

/// After the demo comes the title.
fn end_demo(demo: Res<Demo>, mut actions: MessageWriter<action::Action>) {
    if demo.is_over() {
        actions.write(action::Action::ToTitle);
    }
}

fn spawn_board(mut commands: Commands, board: Res<Board>, assets: Res<AssetServer>) {
    board.spawn(&mut commands, Some(&board.texture(&assets)));
}
