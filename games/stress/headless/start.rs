//! The app of a scene without a window.

use crate::{agent::Agent, args::Args, choice::Choice, plugin, systems::StressSystems};
use bevy::prelude::*;
use bevy_tilepath::PathfindingSettings;
use kit::{
    headless,
    probes::{InWalls, count_in_walls},
};

/// The scene, with what `add` adds.
pub fn start(args: &Args, choice: Choice, frames_per_second: u32, add: impl FnOnce(&mut App)) -> App {
    let max_threads = args.threads.unwrap_or(usize::MAX);
    headless::app(args.threads, headless::frames_per_second(frames_per_second), |app| {
        app.insert_resource(PathfindingSettings { max_threads, ..default() })
            .init_resource::<InWalls>()
            .add_systems(Update, count_in_walls::<Agent>.in_set(StressSystems::Count));
        plugin::add(app, args, choice, false);
        add(app);
    })
}
