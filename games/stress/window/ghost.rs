//! The ghost of a tower under the cursor, with the radius of its danger.

use super::{layout::z, looks::Pictures, mouse::Cursor};
use crate::{
    choice::{TILE, is_horde},
    horde::{site::Site, tower::Tower},
    systems::StressSystems,
};
use bevy::{prelude::*, time::common_conditions::on_real_timer};
use bevy_tilepath::NavGrid;
use kit::{
    ghost::{self, Ghost},
    site::Refusal,
};
use std::time::Duration;

/// Whether a tower may stand under the cursor; `None` off the board and on a tower.
#[derive(Resource, Default)]
pub struct Preview(pub Option<Result<(), Refusal>>);

/// After this time a preview is made again though the cursor stays: the horde moves on.
const LIFETIME: Duration = Duration::from_millis(100);

pub fn plugin(app: &mut App) {
    let is_due = resource_changed::<Cursor>.or_eager(on_real_timer(LIFETIME)).and_then(is_horde);
    let previews = (preview.run_if(is_due), hide.run_if(not(is_horde)));
    app.init_resource::<Preview>()
        .add_systems(Startup, spawn_ghost)
        .add_systems(Update, (previews, show_ghost, draw_range).chain().in_set(StressSystems::Show));
}

fn spawn_ghost(mut commands: Commands, pictures: Res<Pictures>, mut gizmos: ResMut<GizmoConfigStore>) {
    let size = Vec2::splat((2 * Tower::REACH + 1) as f32 * TILE);
    let tower = Sprite { image: pictures.tower.clone(), custom_size: Some(size), ..default() };
    ghost::spawn(&mut commands, tower, size, z::GHOST);
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.0;
}

/// Checks whether a tower may stand under the cursor.
fn preview(mut preview: ResMut<Preview>, cursor: Res<Cursor>, mut site: Site) {
    let cell = cursor.cell.filter(|_| cursor.tower.is_none());
    preview.0 = cell.map(|cell| site.refusal(cell).map_or(Ok(()), Err));
}

/// There is no preview in other scenes.
fn hide(mut preview: ResMut<Preview>) {
    preview.0 = None;
}

fn show_ghost(preview: Res<Preview>, cursor: Res<Cursor>, nav_grid: Res<NavGrid>, mut ghost: Ghost) {
    let at = cursor.cell.and_then(|cell| nav_grid.center_of(cell));
    ghost.show(at.zip(preview.0.as_ref().map(Result::is_ok)));
}

/// Draws the radius of the danger of the ghost, or of the tower under the cursor.
fn draw_range(
    preview: Res<Preview>,
    cursor: Res<Cursor>,
    nav_grid: Res<NavGrid>,
    towers: Query<&Tower>,
    mut gizmos: Gizmos,
) {
    let tower = cursor.tower.and_then(|tower| towers.get(tower).ok());
    let (cell, color) = match (&preview.0, tower) {
        (Some(answer), _) => (cursor.cell, ghost::color(answer.is_ok())),
        (None, tower) => (tower.map(|tower| tower.cell), Color::WHITE),
    };
    if let Some(at) = cell.and_then(|cell| nav_grid.center_of(cell)) {
        gizmos.circle_2d(at, Tower::DANGER_RADIUS * TILE, color.with_alpha(0.6)).resolution(64);
    }
}
