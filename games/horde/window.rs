//! The horde in a window.

pub mod camera;
mod clock;
mod crowd;
mod flow;
mod ghost;
mod ground;
mod hud;
pub mod layout;
mod looks;
pub mod mouse;
mod pictures;
mod tiles;

use crate::{
    args::Args,
    board::Board,
    overlay::Overlay,
    plugin::HordePlugin,
    rules::{HordeSystems, Rules},
    script,
};
use bevy::prelude::*;
use kit::{occupying::Occupying, overlays, screenshot, window};
use std::{
    process::{ExitCode, Termination},
    time::Duration,
};

/// What a frame advances the clock by until a screenshot is taken.
const SCREENSHOT_FRAME: Duration = Duration::from_millis(100);

/// Opens the window and runs until it is closed.
pub fn run(args: &Args, board: Board) -> ExitCode {
    let window = Window { title: "Horde".into(), resolution: layout::WINDOW.into(), ..default() };
    let mut app = window::app(window, ImagePlugin::default());
    if let Err(reason) = plugin(&mut app, args, board) {
        eprintln!("error: {reason}");
        return ExitCode::FAILURE;
    }
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at, SCREENSHOT_FRAME);
    app.run().report()
}

/// The horde with its controls. It also runs without a renderer.
///
/// # Errors
/// A message that names the picture that can't be read.
pub fn plugin(app: &mut App, args: &Args, board: Board) -> Result<(), String> {
    looks::add(app)?;
    let rules = Rules { agents: args.agents, seed: args.seed, endless: true };
    app.add_plugins(HordePlugin { board, rules, occupying: Occupying(args.occupies) })
        .add_plugins((ground::plugin, crowd::plugin, ghost::plugin, flow::plugin, clock::plugin, hud::plugin))
        .insert_resource(args.overlay.clone())
        .add_systems(Update, (overlays::toggle::<Overlay>, toggle_occupying).in_set(HordeSystems::Input));
    camera::plugin(app, args.look);
    mouse::plugin(app, args.hover, args.screenshot.is_some());
    if args.script {
        script::plugin(app, args.seed, None);
    }
    Ok(())
}

fn toggle_occupying(keys: Res<ButtonInput<KeyCode>>, mut occupying: ResMut<Occupying>) {
    if keys.just_pressed(KeyCode::KeyO) {
        occupying.0 = !occupying.0;
    }
}
