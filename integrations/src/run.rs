//! How an example runs: in a window, or without one for some seconds of the game.

use crate::game::{self, Tally};
use argh::FromArgs;
use bevy::{
    asset::AssetPlugin,
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
use kit::{screenshot, window};
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

/// Runs the game on the map that `add_map` adds.
pub fn run(add_map: impl FnOnce(&mut App)) -> ExitCode {
    let args: Args = argh::from_env();
    let mut app = App::new();
    if window::opens_window(args.headless) {
        app.add_plugins(engine());
        add_map(&mut app);
        app.add_plugins((PathfindingPlugin, game::plugin))
            .insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)));
        if let Some(file) = &args.screenshot {
            let at = args.at;
            screenshot::plugin(&mut app, file, FRAME, move |tally: Res<Tally>| tally.time >= at);
        }
        return if app.run().is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    app.add_plugins(engine_without_window()).insert_resource(FRAME);
    // TilemapPlugin asks for a renderer while it is added, though it does nothing without one.
    app.insert_sub_app(RenderApp, SubApp::new());
    add_map(&mut app);
    app.remove_sub_app(RenderApp);
    app.add_plugins((PathfindingPlugin, game::plugin));
    run_headless(app, args.seconds)
}

/// Bevy with a window, and the assets of the repository.
fn engine() -> impl PluginGroup {
    let window = Window { title: "bevy_tilepath".into(), resolution: (1280, 720).into(), ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(ImagePlugin::default_nearest())
        .set(LogPlugin { level: Level::WARN, ..default() })
        .set(AssetPlugin { file_path: concat!(env!("CARGO_MANIFEST_DIR"), "/../assets").into(), ..default() })
}

/// The same without window and graphics card.
fn engine_without_window() -> impl PluginGroup {
    let no_graphics = WgpuSettings { backends: None, ..default() };
    engine()
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(no_graphics)), ..default() })
        .disable::<WinitPlugin>()
}

/// Waits for the map, then plays for some seconds of the game. Fails if something is wrong.
fn run_headless(mut app: App, seconds: f32) -> ExitCode {
    app.finish();
    app.cleanup();
    let patience = Instant::now() + Duration::from_secs(60);
    while app.world().resource::<Tally>().time < seconds {
        app.update();
        if app.world().resource::<NavGrid>().map().is_none() {
            if Instant::now() > patience {
                eprintln!("error: there is no map after a minute");
                return ExitCode::FAILURE;
            }
            sleep(Duration::from_millis(5));
        }
    }
    let Tally { arrived, off_centre, in_walls, .. } = app.world().resource();
    println!("{arrived} viruses reached the base, {off_centre} of them off the centre of its tile");
    println!("{in_walls} frames in walls");
    if *arrived > 0 && *off_centre == 0 && *in_walls == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
