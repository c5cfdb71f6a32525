//! The scenes without a window: as fast as they go, with figures at the end.

mod crowds;
mod horde;
mod start;

use crate::{args::Args, choice::Scene};
use kit::platform;
use std::process::ExitCode;

/// Runs the scene that is asked for, or all arrangements of any number of agents.
pub fn run(args: &Args) -> ExitCode {
    let scenes = match args.arrangement {
        Some(scene) => vec![scene],
        None => (0..arrangements::ALL.len()).map(Scene::Arrangement).collect(),
    };
    match args.choice(scenes[0]) {
        Ok(choice) if choice.scene == Scene::Horde => horde::run(args, choice),
        Ok(choice) => crowds::run(args, choice, &scenes),
        Err(reason) => platform::fail(&reason),
    }
}
