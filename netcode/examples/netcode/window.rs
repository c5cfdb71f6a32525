//! Both games side by side in a window.

mod boards;
mod canvas;
mod controls;
mod hud;
mod layout;
mod pieces;
mod shown;

use crate::{
    args::Args,
    duel::{Duel, Setup},
    player::FRAMES_PER_SECOND,
};
use bevy::prelude::*;
use kit::{camera, clock, game_window, screenshot, window};
use shown::{Shown, Stage};
use std::process::ExitCode;

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: &Args) -> ExitCode {
    let setup = Setup { latency: args.latency, seed: args.seed, plays: args.demo, cheats: args.cheat };
    let mut app = window::app(game_window::window("Netcode", args.size), ImagePlugin::default_nearest());
    let mut duel = match Duel::new(&setup) {
        Ok(duel) => duel,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    app.insert_resource(Shown::of(&mut duel)).insert_non_send(duel).add_plugins(plugin);
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at);
    window::run(app)
}

fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(FRAMES_PER_SECOND)))
        .add_systems(Startup, camera::spawn)
        .add_systems(FixedUpdate, |mut duel: NonSendMut<Duel>| duel.step())
        .add_plugins((shown::plugin, layout::plugin, controls::plugin, boards::plugin))
        .add_plugins((pieces::plugin, hud::plugin));
    clock::plugin(app, Stage::Input);
}
