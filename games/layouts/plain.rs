//! What the tour shows and checks without the overlay: danger, paths, a click that sends all viruses, and whether one is in a wall.

use crate::{
    layout::Layouts,
    tour::{Piece, Sent},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use kit::hud;
use std::str::FromStr;

/// No value of an option that only the overlay has.
pub enum Missing {}

pub type Layers = Missing;
pub type Selection = Missing;

/// The heights of the bars above and below the map.
pub const BARS: [f32; 2] = [0.0, 40.0];

/// The name of the layout.
#[derive(Component)]
struct Caption;

impl FromStr for Missing {
    type Err = &'static str;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err("this option needs `cargo run --features debug`")
    }
}

/// Shows danger and paths. There are no layers, and nothing is selected.
pub fn plugin(app: &mut App, _: Option<Layers>, _: Option<Selection>) {
    app.add_systems(Startup, spawn_caption)
        .add_systems(Update, (click, write_caption))
        .add_systems(PostUpdate, (tint_danger, draw_paths));
}

fn spawn_caption(mut commands: Commands) {
    let bar = commands.spawn(hud::bottom_bar(BARS[1])).id();
    let row = commands.spawn(hud::row(bar)).id();
    commands.spawn((ChildOf(row), hud::figure("LAYOUT", Caption, 14.0)));
    let keys = "click: send the viruses there      right click: crate      Tab: next layout";
    commands.spawn((ChildOf(row), hud::text(keys, 14.0, hud::LABEL)));
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

/// What a run without a window checks: no virus is ever in a wall.
pub mod headless {
    use crate::tour::Virus;
    use bevy::prelude::*;
    use bevy_tilepath::PathfindingSystems;
    use kit::probes::{InWalls, count_in_walls};

    pub fn plugin(app: &mut App) {
        app.init_resource::<InWalls>()
            .add_systems(Update, count_in_walls::<Virus>.after(PathfindingSystems::FollowPath));
    }

    /// What was wrong so far.
    pub fn fault(app: &mut App) -> Option<&'static str> {
        (app.world().resource::<InWalls>().0 > 0).then_some("viruses were in walls")
    }
}
