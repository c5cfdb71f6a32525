//! The overlay in a window.

use crate::{
    args::Args,
    bars,
    extras::{self, Crate, Crates, Drone},
};
use bevy::{prelude::*, time::TimeUpdateStrategy, window::WindowResolution};
use bevy_ecs_tilemap::prelude::TilemapPlugin;
use bevy_tilepath::{DebugNumbers, PathfindingDebug, PathfindingDebugPlugin, prelude::*};
use kit::{
    screenshot,
    tour::{Layouts, Tour, Virus},
    tour_look, window,
};
use std::{
    process::{ExitCode, Termination},
    time::Duration,
};

/// The clock's step in each frame until a screenshot is taken.
const SCREENSHOT_STEP: Duration = Duration::from_millis(50);

/// The virus that is to be selected as soon as it is there.
#[derive(Resource)]
struct SelectFirst(usize);

/// Opens the window and runs until it is closed, or until a screenshot is written.
pub fn run(args: &Args, tour: Tour) -> ExitCode {
    let resolution = WindowResolution::new(args.size.x, args.size.y);
    let window = Window { title: "Overlay".into(), resolution, ..default() };
    let mut app = window::app(window, ImagePlugin::default_linear());
    app.add_plugins((TilemapPlugin, tour, extras::plugin, tour_look::plugin, PathfindingDebugPlugin))
        .insert_resource(PathfindingDebug {
            layers: args.layers,
            select_with: Some(MouseButton::Left),
            // Above the tiles, below the viruses.
            cells_z: 1.0,
            lines_z: 3.0,
            ..default()
        })
        .insert_resource(Crates(args.crates.clone()))
        .add_systems(Startup, (spawn_camera, bars::spawn))
        .add_systems(First, next_layout)
        .add_systems(
            Update,
            (
                place_crate.before(PathfindingSystems::SyncGrid),
                (select_first.run_if(resource_exists::<SelectFirst>), switch_numbers).chain(),
                fit_camera,
                (bars::light_layers, bars::name_numbers, bars::write_headline)
                    .after(PathfindingSystems::FollowPath),
            ),
        )
        .add_observer(dress_crate)
        .add_observer(dress_drone);
    if let Some(number) = args.select {
        app.insert_resource(SelectFirst(number));
    }
    if let Some(file) = &args.screenshot {
        let (frame, at) = (TimeUpdateStrategy::ManualDuration(SCREENSHOT_STEP), args.at);
        screenshot::plugin(&mut app, file, frame, move |time: Res<Time>| time.elapsed_secs() >= at);
    }
    app.run().report()
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn(Camera2d);
}

fn next_layout(keys: Res<ButtonInput<KeyCode>>, mut layouts: ResMut<Layouts>) {
    if keys.just_pressed(KeyCode::Tab) {
        layouts.show_next();
    }
}

fn switch_numbers(keys: Res<ButtonInput<KeyCode>>, mut debug: ResMut<PathfindingDebug>) {
    if keys.just_pressed(KeyCode::KeyN) {
        debug.numbers = match debug.numbers {
            DebugNumbers::CostAndWeight => DebugNumbers::CostAndEstimate,
            DebugNumbers::CostAndEstimate => DebugNumbers::CostAndWeight,
        };
    }
}

fn select_first(
    mut commands: Commands,
    number: Res<SelectFirst>,
    viruses: Query<Entity, With<Virus>>,
    mut debug: ResMut<PathfindingDebug>,
) {
    let mut viruses: Vec<Entity> = viruses.iter().collect();
    viruses.sort_unstable();
    if let Some(&virus) = viruses.get(number.0.saturating_sub(1)) {
        debug.selected = Some(virus);
        commands.remove_resource::<SelectFirst>();
    }
}

/// Puts a crate on the cell that is clicked with the right button, or takes it away.
fn place_crate(
    mut commands: Commands,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    nav_grid: Res<NavGrid>,
    layouts: Res<Layouts>,
    crates: Query<(Entity, &Transform), With<Crate>>,
) {
    let (camera, transform) = *camera;
    let point = |cursor| camera.viewport_to_world_2d(transform, cursor).ok();
    let at = window.cursor_position().and_then(point).filter(|_| buttons.just_pressed(MouseButton::Right));
    let Some(cell) = at.and_then(|at| nav_grid.cell_at(at)) else { return };
    let there = crates.iter().find(|(_, at)| nav_grid.cell_at(at.translation.truncate()) == Some(cell));
    if let Some((entity, _)) = there {
        commands.entity(entity).despawn();
    } else if !nav_grid.is_blocked(cell) {
        commands.spawn(extras::obstacle(&layouts, cell));
    }
}

fn dress_crate(added: On<Add, Crate>, mut commands: Commands, layouts: Res<Layouts>) {
    let side = layouts.shown().tile.min_element() * 0.6;
    commands
        .entity(added.entity)
        .insert(Sprite::from_color(Color::srgb(0.62, 0.42, 0.22), Vec2::splat(side)));
}

fn dress_drone(added: On<Add, Drone>, mut commands: Commands, assets: Res<AssetServer>) {
    commands.entity(added.entity).insert(Sprite::from_image(assets.load("sprites/virus_coward.png")));
}

/// Shows the whole map between the bars.
fn fit_camera(
    layouts: Res<Layouts>,
    window: Single<&Window>,
    camera: Single<(&mut Projection, &mut Transform), With<Camera2d>>,
) {
    let (mut projection, mut transform) = camera.into_inner();
    if let Projection::Orthographic(view) = &mut *projection {
        let room = (window.size() - Vec2::new(0.0, bars::TOP + bars::BOTTOM)).max(Vec2::ONE);
        view.scale = (layouts.shown().extent() / room).max_element();
        transform.translation.y = (bars::TOP - bars::BOTTOM) / 2.0 * view.scale;
    }
}
