//! The crowds in a window.

pub mod action;
mod bar;
mod camera;
mod colors;
mod discs;
pub mod glow;
mod ground;
pub mod layout;
pub mod panel;
mod shapes;

use crate::{
    args::Args,
    plugin::{CrowdPlugin, CrowdSystems},
};
use bevy::{prelude::*, window::WindowResolution};
use kit::{clock::pause_and_speed, screenshot, window};
use std::{
    process::{ExitCode, Termination},
    time::Duration,
};

/// What a frame advances the clock by until a screenshot is taken.
const SCREENSHOT_FRAME: Duration = Duration::from_millis(50);
/// A frame never counts for more, so that a slow machine shows slow motion, not jumps.
const LONGEST_FRAME: Duration = Duration::from_millis(100);

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: &Args) -> ExitCode {
    let resolution = WindowResolution::new(args.size.x, args.size.y);
    let mut app =
        window::app(Window { title: "Crowd".into(), resolution, ..default() }, ImagePlugin::default());
    plugin(&mut app, args);
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at, SCREENSHOT_FRAME);
    app.run().report()
}

/// All that a window shows and does.
pub fn plugin(app: &mut App, args: &Args) {
    app.add_plugins(CrowdPlugin::new(args, args.arrangement.unwrap_or(0)))
        .add_plugins((
            action::plugin,
            camera::plugin,
            ground::plugin,
            glow::plugin,
            discs::plugin,
            bar::plugin,
            panel::plugin,
        ))
        .add_systems(Startup, |mut clock: ResMut<Time<Virtual>>| clock.set_max_delta(LONGEST_FRAME))
        .add_systems(Update, pause_and_speed.in_set(CrowdSystems::Input));
}
