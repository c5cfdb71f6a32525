//! The scenes in a window.

pub mod action;
mod bar;
pub mod camera;
mod cells;
mod colors;
mod discs;
mod flow;
mod ghost;
pub mod glow;
mod ground;
mod hint;
pub mod layout;
mod looks;
pub mod mouse;
mod panel;
mod rates;

use crate::{
    args::Args,
    choice::{Choice, Scene},
    horde::script,
    plugin,
    systems::StressSystems,
};
use bevy::prelude::*;
use kit::{clock, game_window, platform, screenshot, window};
use std::process::ExitCode;

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: &Args) -> ExitCode {
    let choice = match args.choice(args.arrangement.unwrap_or(Scene::nth(0))) {
        Ok(choice) => choice,
        Err(reason) => return platform::fail(&reason),
    };
    let mut app = window::app(game_window::window("Stress", args.size), ImagePlugin::default_linear());
    plugin(&mut app, args, choice);
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at);
    window::run(app)
}

/// All that a window shows and does. It also runs without a renderer.
pub fn plugin(app: &mut App, args: &Args, choice: Choice) {
    plugin::add(app, args, choice, true);
    script::plugin(app, args.script, None);
    camera::plugin(app, args.look);
    mouse::plugin(app, args.hover, args.screenshot.is_some());
    clock::plugin(app, StressSystems::Input);
    app.insert_resource(args.overlay.clone())
        .add_plugins((action::plugin, panel::plugin, rates::plugin, bar::plugin, hint::plugin))
        .add_plugins((
            ground::plugin,
            glow::plugin,
            discs::plugin,
            looks::plugin,
            ghost::plugin,
            flow::plugin,
        ))
        .add_plugins(game_window::plugin);
}
