//! The tour in a window: tiles that show the danger, paths, and what mouse and keys do.

use super::{
    screenshot,
    tour::{Layouts, Piece, Sent, Tour},
    tour_look, window,
};
use bevy::{prelude::*, text::FontSize, time::TimeUpdateStrategy};
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use std::{
    path::PathBuf,
    process::{ExitCode, Termination},
    time::Duration,
};

const SIZE: UVec2 = UVec2::new(1280, 720);
/// The height of the line below the map.
const LINE: f32 = 30.0;
/// The clock's step in each frame until a screenshot is taken.
const SCREENSHOT_STEP: Duration = Duration::from_millis(50);

/// The name of the layout.
#[derive(Component)]
struct Caption;

/// Opens the window and runs until it is closed, or until a screenshot is written at a time in seconds.
pub fn run(title: &str, tour: Tour, screenshot: Option<&PathBuf>, at: f32) -> ExitCode {
    let window = Window { title: title.into(), resolution: SIZE.into(), resizable: false, ..default() };
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins((TilemapPlugin, tour))
        .add_systems(Startup, spawn_window)
        .add_systems(First, next_layout)
        .add_systems(Update, (click, fit_camera, write_caption))
        .add_systems(PostUpdate, (tint_danger, draw_paths))
        .add_plugins(tour_look::plugin);
    if let Some(file) = screenshot {
        let frame = TimeUpdateStrategy::ManualDuration(SCREENSHOT_STEP);
        screenshot::plugin(&mut app, file, frame, move |time: Res<Time>| time.elapsed_secs() >= at);
    }
    app.run().report()
}

fn spawn_window(mut commands: Commands) {
    commands.spawn(Camera2d);
    let node = Node { position_type: PositionType::Absolute, left: px(10), bottom: px(5), ..default() };
    let keys = TextSpan::new("    click: send the viruses there    Tab: next layout");
    let font = TextFont::from_font_size(FontSize::Px(15.0));
    commands.spawn((
        node,
        Text::default(),
        font.clone(),
        children![(Caption, TextSpan::default(), font.clone()), (keys, font)],
    ));
}

fn next_layout(keys: Res<ButtonInput<KeyCode>>, mut layouts: ResMut<Layouts>) {
    if keys.just_pressed(KeyCode::Tab) {
        layouts.show_next();
    }
}

/// Sends all viruses to the cell that is clicked.
fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    nav_grid: Res<NavGrid>,
    mut sent: ResMut<Sent>,
) {
    let (camera, transform) = *camera;
    let point = |cursor| camera.viewport_to_world_2d(transform, cursor).ok();
    if buttons.just_pressed(MouseButton::Left)
        && let Some(cell) = window.cursor_position().and_then(point).and_then(|at| nav_grid.cell_at(at))
    {
        sent.0 = Some(cell);
    }
}

/// Shows the whole map above the line.
fn fit_camera(layouts: Res<Layouts>, camera: Single<(&mut Projection, &mut Transform), With<Camera2d>>) {
    let (mut projection, mut transform) = camera.into_inner();
    if let Projection::Orthographic(view) = &mut *projection {
        let room = SIZE.as_vec2() - Vec2::new(0.0, LINE);
        view.scale = (layouts.shown().extent() / room).max_element();
        transform.translation.y = -LINE / 2.0 * view.scale;
    }
}

fn write_caption(layouts: Res<Layouts>, mut caption: Single<&mut TextSpan, With<Caption>>) {
    caption.0 = layouts.shown().name.into();
}

/// Tints tiles by their danger.
fn tint_danger(nav_grid: Res<NavGrid>, mut tiles: Query<(&TilePos, &mut TileColor), With<Piece>>) {
    for (&position, mut color) in &mut tiles {
        let cell = UVec2::from(position).as_ivec2();
        let share = nav_grid.danger(cell).unwrap_or(0.0).min(3.0) / 3.0;
        let tint = Color::WHITE.mix(&Color::srgb(1.0, 0.2, 0.15), share);
        if color.0 != tint {
            color.0 = tint;
        }
    }
}

/// Draws the rest of every path, from centre to centre.
fn draw_paths(
    nav_grid: Res<NavGrid>,
    viruses: Query<(&Transform, &PathResult, &PathFollower)>,
    mut gizmos: Gizmos,
) {
    for (transform, result, follower) in &viruses {
        let cells = result.cells(&nav_grid);
        let rest = cells.iter().skip(follower.next_index()).filter_map(|&cell| nav_grid.center_of(cell));
        let line = core::iter::once(transform.translation.truncate()).chain(rest);
        gizmos.linestrip_2d(line, Color::srgba(0.35, 0.9, 1.0, 0.5));
    }
}
