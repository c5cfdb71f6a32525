//! The example in a window.

mod hud;
mod links;
mod looks;
mod mouse;

use crate::{
    agents::{self, Orders},
    args::Args,
    comparison, network,
    roads::CutRoads,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use kit::{clock, screenshot, window};
use std::process::ExitCode;

/// Opens the window and runs until it is closed.
pub fn run(args: &Args) -> ExitCode {
    let window =
        Window { title: "Waypoints".into(), resolution: (1280, 720).into(), resizable: false, ..default() };
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins((PathfindingPlugin, agents::plugin, comparison::plugin))
        .add_plugins((links::plugin, looks::plugin, hud::plugin, mouse::plugin))
        .insert_resource(Orders::new(args.seed, args.dijkstra))
        .init_resource::<CutRoads>()
        .add_systems(Update, clock::pause_and_speed);
    let seed = args.seed;
    let spawn_network = move |mut commands: Commands| {
        commands.spawn(Camera2d);
        let network = network::spawn(&mut commands, seed);
        commands.insert_resource(network);
    };
    app.add_systems(Startup, (spawn_network, agents::spawn).chain());
    if let Some(point) = args.send_to {
        let send = move |graph: Res<WaypointGraph>, mut orders: ResMut<Orders>, mut sent: Local<bool>| {
            if !*sent && !graph.is_empty() {
                orders.gather_at = graph.nearest(point.as_vec2());
                *sent = true;
            }
        };
        app.add_systems(PreUpdate, send);
    }
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at);
    window::run(app)
}
