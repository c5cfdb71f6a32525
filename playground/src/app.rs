//! The app, with a window and without.

use crate::{
    action::Action,
    args::Args,
    board::Document,
    generate::{Generated, generate},
    plugin,
};
use bevy::{
    feathers::palette,
    log::{Level, LogPlugin},
    prelude::*,
    render::{
        RenderPlugin,
        settings::{RenderCreation, WgpuSettings},
    },
    time::TimeUpdateStrategy,
    window::ExitCondition,
    winit::WinitPlugin,
};
use kit::{assets, screenshot, window::in_page};
use std::time::Duration;

/// Time that passes in a frame of a run that nobody watches.
const FRAME: TimeUpdateStrategy = TimeUpdateStrategy::ManualDuration(Duration::from_micros(16_667));

/// The playground in a window.
pub fn with_window(args: &Args) -> App {
    let mut app = App::new();
    app.add_plugins(engine(args.window));
    add_playground(&mut app, args);
    if let Some(file) = &args.screenshot {
        let at = args.at;
        screenshot::plugin(&mut app, file, FRAME, move |time: Res<Time>| time.elapsed_secs() >= at);
    }
    app
}

/// The playground without a window on a screen and without a graphics card: with a window of this size that only tests see.
pub fn without_window(args: &Args) -> App {
    let no_graphics = WgpuSettings { backends: None, ..default() };
    let engine = engine(args.window)
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(no_graphics)), ..default() })
        .disable::<WinitPlugin>()
        .disable::<LogPlugin>();
    let mut app = App::new();
    app.add_plugins(engine).insert_resource(FRAME);
    add_playground(&mut app, args);
    app.finish();
    app.cleanup();
    app
}

fn engine(size: UVec2) -> impl PluginGroup {
    let window = Window { title: "Pathfinding playground".into(), resolution: size.into(), ..default() };
    DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(in_page(window)),
            exit_condition: ExitCondition::OnPrimaryClosed,
            ..default()
        })
        .set(ImagePlugin::default_linear())
        .set(LogPlugin { level: Level::WARN, ..default() })
        .set(assets::plugin())
}

fn add_playground(app: &mut App, args: &Args) {
    let board = generate(args.map, args.size, args.seed, args.layout());
    plugin::add(app, Document::new(board));
    app.insert_resource(Generated { generator: args.map, seed: args.seed })
        .insert_resource(ClearColor(palette::GRAY_0));
    let actions = args.actions();
    let begin = move |mut writer: MessageWriter<Action>| {
        writer.write_batch(actions.clone());
    };
    app.add_systems(PostStartup, begin);
}
