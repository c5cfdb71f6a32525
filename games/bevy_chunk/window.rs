//! A run in a window.

use crate::{
    args::Args,
    board,
    tally::Tally,
    virus::{self, Base, Virus},
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::prelude::*;
use kit::{screenshot, window};
use std::{process::ExitCode, time::Duration};

/// The tile of the base.
#[derive(Resource)]
struct BaseTile(IVec2);

/// Shows the map until the window is closed or the screenshot is taken.
pub fn run(args: &Args) -> ExitCode {
    let window = Window { title: "Bevy's own tilemap".into(), resolution: (1280, 720).into(), ..default() };
    let mut app = window::app(window, ImagePlugin::default_nearest());
    app.add_plugins(PathfindingPlugin)
        .insert_resource(BaseTile(args.base))
        .init_resource::<Tally>()
        .add_observer(virus::despawn_at_base)
        .add_systems(Startup, setup)
        .add_systems(PreUpdate, (virus::spawn, board::turn_gate))
        .add_systems(Update, add_sprites);
    if let Some(file) = &args.screenshot {
        let (at, frame) = (args.at, TimeUpdateStrategy::ManualDuration(Duration::from_micros(16_667)));
        screenshot::plugin(&mut app, file, frame, move |time: Res<Time>| time.elapsed_secs() >= at);
    }
    if app.run().is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn setup(mut commands: Commands, assets: Res<AssetServer>, base: Res<BaseTile>) {
    let projection = OrthographicProjection { scale: 0.55, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection)));
    board::spawn(&mut commands, &board::load_tileset(&assets));
    commands.spawn(virus::base(base.0));
}

/// A base or a virus that has no picture yet.
type IsNew = Or<(Added<Base>, Added<Virus>)>;

fn add_sprites(new: Query<(Entity, Has<Base>), IsNew>, assets: Res<AssetServer>, mut commands: Commands) {
    for (entity, is_base) in &new {
        let file = if is_base { "sprites/base.png" } else { "sprites/virus_normal.png" };
        commands.entity(entity).try_insert(Sprite::from_image(assets.load(file)));
    }
}
