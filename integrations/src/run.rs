//! How an example runs: in a window, or without one for some seconds of the game.

use crate::{bevy_version::allow_despawning, game};
use argh::FromArgs;
use bevy::{
    log::{Level, LogPlugin},
    prelude::*,
    render::{
        RenderApp, RenderPlugin,
        settings::{RenderCreation, WgpuSettings},
    },
    time::TimeUpdateStrategy,
    window::ExitCondition,
    winit::WinitPlugin,
};
use bevy_tilepath::prelude::*;
use kit::{assets, platform, screenshot, window};
use std::{
    path::PathBuf,
    process::ExitCode,
    thread::sleep,
    time::{Duration, Instant},
};

/// Viruses walk over a map that another crate loads.
#[derive(FromArgs)]
pub struct Args {
    /// run without a window and print a summary
    #[argh(switch)]
    headless: bool,

    /// game seconds that a headless run takes (default: 20)
    #[argh(option, default = "20.0")]
    seconds: f32,

    /// write a screenshot of the window to this PNG file, then exit
    #[argh(option)]
    screenshot: Option<PathBuf>,

    /// game second of the screenshot (default: 8)
    #[argh(option, default = "8.0")]
    at: f32,
}

/// Time that passes in a frame of a run that nobody watches.
const FRAME: TimeUpdateStrategy = TimeUpdateStrategy::ManualDuration(Duration::from_micros(16_667));

/// Seconds of the game since there is a map.
#[derive(Resource, Default)]
struct Played(f32);

fn count_seconds(mut played: ResMut<Played>, nav_grid: Res<NavGrid>, time: Res<Time>) {
    if nav_grid.map().is_some() {
        played.0 += time.delta_secs();
    }
}

/// Lets viruses walk on the map that `add_map` adds.
pub fn run(add_map: impl FnOnce(&mut App)) -> ExitCode {
    play(add_map, game::plugin, game::is_right)
}

/// Runs a game on the map that `add_map` adds. `is_right` says, after a run without a window, whether all went well.
pub fn play(
    add_map: impl FnOnce(&mut App),
    game: fn(&mut App),
    is_right: fn(&mut World) -> bool,
) -> ExitCode {
    let args: Args = platform::args();
    let mut app = App::new();
    if window::opens_window(args.headless) {
        app.add_plugins(engine());
        add_map(&mut app);
        add_game(&mut app, game);
        app.insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)));
        if let Some(file) = &args.screenshot {
            let at = args.at;
            screenshot::plugin(&mut app, file, FRAME, move |played: Res<Played>| played.0 >= at);
        }
        return if app.run().is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    app.add_plugins(engine_without_window()).insert_resource(FRAME);
    // TilemapPlugin asks for a renderer while it is added, though it does nothing without one.
    app.insert_sub_app(RenderApp, SubApp::new());
    allow_despawning(&mut app);
    add_map(&mut app);
    app.remove_sub_app(RenderApp);
    add_game(&mut app, game);
    run_headless(&mut app, args.seconds);
    if app.world().resource::<Played>().0 >= args.seconds && is_right(app.world_mut()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn add_game(app: &mut App, game: fn(&mut App)) {
    app.add_plugins((PathfindingPlugin, game)).init_resource::<Played>().add_systems(Last, count_seconds);
}

/// Bevy with a window, and the assets of the repository.
fn engine() -> impl PluginGroup {
    let window = Window { title: "bevy_tilepath".into(), resolution: (1280, 720).into(), ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(ImagePlugin::default_nearest())
        .set(LogPlugin { level: Level::WARN, ..default() })
        .set(assets::plugin())
}

/// The same without window and graphics card.
fn engine_without_window() -> impl PluginGroup {
    let no_graphics = WgpuSettings { backends: None, ..default() };
    engine()
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(no_graphics)), ..default() })
        .disable::<WinitPlugin>()
}

/// Waits for the map, then plays for some seconds of the game. Gives up if there is no map.
fn run_headless(app: &mut App, seconds: f32) {
    app.finish();
    app.cleanup();
    let patience = Instant::now() + Duration::from_secs(60);
    while app.world().resource::<Played>().0 < seconds {
        app.update();
        if app.world().resource::<NavGrid>().map().is_none() {
            if Instant::now() > patience {
                eprintln!("error: there is no map after a minute");
                return;
            }
            sleep(Duration::from_millis(5));
        }
    }
}
