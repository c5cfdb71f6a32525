//! The tour in a window.

use crate::{args::Args, crates, layout::Layouts, look, overlay, tour::Tour};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::TilemapPlugin;
use kit::{screenshot, window};
use std::{
    process::{ExitCode, Termination},
    time::Duration,
};

/// The clock's step in each frame until a screenshot is taken.
const SCREENSHOT_FRAME: Duration = Duration::from_millis(50);

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: Args) -> ExitCode {
    let window = Window { title: "Layouts".into(), resolution: args.size.into(), ..default() };
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins((TilemapPlugin, Tour { layouts: args.layout, send: args.send }, look::plugin))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .add_systems(First, next_layout)
        .add_systems(Update, fit_camera);
    crates::plugin(&mut app, args.crates);
    overlay::plugin(&mut app, args.layers, args.select);
    screenshot::at_second(&mut app, args.screenshot.as_ref(), args.at, SCREENSHOT_FRAME);
    app.run().report()
}

fn next_layout(keys: Res<ButtonInput<KeyCode>>, mut layouts: ResMut<Layouts>) {
    if keys.just_pressed(KeyCode::Tab) {
        layouts.show_next();
    }
}

/// Shows the whole map between the bars.
fn fit_camera(
    layouts: Res<Layouts>,
    window: Single<&Window>,
    camera: Single<(&mut Projection, &mut Transform), With<Camera2d>>,
) {
    let (mut projection, mut transform) = camera.into_inner();
    if let Projection::Orthographic(view) = &mut *projection {
        let [top, bottom] = overlay::BARS;
        let room = (window.size() - Vec2::new(0.0, top + bottom)).max(Vec2::ONE);
        view.scale = (layouts.shown().extent() / room).max_element();
        transform.translation.y = (top - bottom) / 2.0 * view.scale;
    }
}
