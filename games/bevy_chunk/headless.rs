//! A run without a window or a graphics card.

use crate::{
    args::Args,
    board,
    tally::Tally,
    virus::{self, Virus},
};
use bevy::{
    prelude::*,
    sprite_render::{TilemapChunkMaterial, TilemapChunkMeshCache},
    time::TimeUpdateStrategy,
};
use bevy_tilepath::PathfindingPlugin;
use kit::headless::{self, fnv_1a};
use std::{process::ExitCode, time::Duration};

const FRAMES_PER_SECOND: f32 = 30.0;

/// Plays for some seconds and prints what happened. Fails if a virus stopped beside the centre of a tile, or none arrived.
pub fn run(args: &Args) -> ExitCode {
    let frame = Duration::from_secs_f32(1.0 / FRAMES_PER_SECOND);
    let base = args.base;
    let mut app = headless::app(None, TimeUpdateStrategy::ManualDuration(frame));
    app.add_plugins(PathfindingPlugin)
        // What chunks ask for when they are inserted. Bevy's renderer brings it along.
        .init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>()
        .init_resource::<Tally>()
        .add_observer(virus::despawn_at_base)
        .add_systems(Startup, move |mut commands: Commands| {
            board::spawn(&mut commands, &Handle::default());
            commands.spawn(virus::base(base));
        })
        .add_systems(PreUpdate, (virus::spawn, board::turn_gate));
    for _ in 0..(args.seconds * FRAMES_PER_SECOND) as u32 {
        app.update();
    }
    let Tally { arrived, off_centre } = *app.world().resource();
    println!("{arrived} viruses reached the base, {off_centre} of them off the centre of its tile");
    let violations = [
        (arrived == 0, "no virus reached the base"),
        (off_centre > 0, "a virus stopped beside the centre of a tile"),
    ];
    let mut viruses = app.world_mut().query_filtered::<&Transform, With<Virus>>();
    let places = viruses.iter(app.world()).flat_map(|virus| virus.translation.to_array());
    headless::conclude(violations, fnv_1a(places.map(f32::to_bits)))
}
