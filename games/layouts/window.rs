//! The tour in a window.

use crate::{args::Args, crates, layout::Layouts, look, overlay, tour::Tour};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::TilemapPlugin;
use kit::{
    camera::{self, Eye, scales},
    screenshot, window,
};
use std::process::ExitCode;

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: Args) -> ExitCode {
    let window = Window { title: "Layouts".into(), resolution: args.size.into(), ..default() };
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins((TilemapPlugin, Tour { layouts: args.layout, send: args.send }, look::plugin))
        .add_systems(Startup, camera::spawn)
        .add_systems(First, next_layout)
        .add_systems(Update, fit_camera);
    crates::plugin(&mut app, args.crates);
    overlay::plugin(&mut app, args.layers, args.select);
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at);
    window::run(app)
}

fn next_layout(keys: Res<ButtonInput<KeyCode>>, mut layouts: ResMut<Layouts>) {
    if keys.just_pressed(KeyCode::Tab) {
        layouts.show_next();
    }
}

/// Shows the whole map between the bars.
fn fit_camera(layouts: Res<Layouts>, window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let mut eye = eye.into_inner();
    let ([top, bottom], extent) = (overlay::BARS, layouts.shown().extent());
    let area = Rect::from_corners(Vec2::new(0.0, top), window.size() - Vec2::new(0.0, bottom));
    eye.set_scale(scales(extent, area).max_element());
    eye.confine(Rect::from_center_size(Vec2::ZERO, extent), area, window.size());
}
