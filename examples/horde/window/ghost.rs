//! The ghost of a tower under the cursor: green where it may stand, red where it would cut a way or stand on something.

use super::{looks::Pictures, mouse::Cursor, z};
use crate::{
    board::CELL,
    rules::HordeSystems,
    site::{Refusal, Site},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// Whether a tower may stand under the cursor; `None` where there is nothing to be put up.
#[derive(Resource, Default)]
pub struct Plan(pub Option<Result<(), Refusal>>);

/// The tower, and the square under it that takes the colour of the answer.
#[derive(Component, PartialEq)]
enum Ghost {
    Tower,
    Square,
}

/// Seconds for which a plan holds though the cursor stays: the horde moves on.
const HOLDS: f32 = 0.1;

pub fn plugin(app: &mut App) {
    app.init_resource::<Plan>()
        .add_systems(Startup, spawn_ghost)
        .add_systems(Update, (make_plan, show_ghost, draw_range).chain().in_set(HordeSystems::Show));
}

fn spawn_ghost(mut commands: Commands, pictures: Res<Pictures>, mut gizmos: ResMut<GizmoConfigStore>) {
    let side = Vec2::splat((2 * Tower::REACH + 1) as f32 * CELL);
    let hidden = |z| (Transform::from_xyz(0.0, 0.0, z), Visibility::Hidden);
    commands.spawn((Ghost::Square, Sprite::from_color(Color::NONE, side), hidden(z::GHOST)));
    let tower = Sprite { image: pictures.tower.clone(), custom_size: Some(side), ..default() };
    commands.spawn((Ghost::Tower, tower, hidden(z::GHOST + 0.1)));
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.0;
}

/// Asks what would become of a tower under the cursor.
fn make_plan(
    mut plan: ResMut<Plan>,
    mut made: Local<(Option<Cursor>, f32)>,
    cursor: Res<Cursor>,
    time: Res<Time<Real>>,
    mut site: Site,
) {
    let (last, at) = &mut *made;
    if last.as_ref().is_some_and(|last| last.cell == cursor.cell && last.tower == cursor.tower)
        && time.elapsed_secs() < *at + HOLDS
    {
        return;
    }
    (*last, *at) = (Some(*cursor), time.elapsed_secs());
    let cell = cursor.cell.filter(|_| cursor.tower.is_none());
    plan.0 = cell.map(|cell| site.refusal(cell).map_or(Ok(()), Err));
}

fn show_ghost(
    plan: Res<Plan>,
    cursor: Res<Cursor>,
    nav_grid: Res<NavGrid>,
    mut ghost: Query<(&Ghost, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let at = cursor.cell.and_then(|cell| nav_grid.center_of(cell));
    for (part, mut sprite, mut transform, mut visibility) in &mut ghost {
        let (Some(answer), Some(at)) = (&plan.0, at) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Visible);
        transform.translation = at.extend(transform.translation.z);
        sprite.color = match part {
            Ghost::Square => color_of(answer.is_ok()).with_alpha(0.5),
            Ghost::Tower => color_of(answer.is_ok()).mix(&Color::WHITE, 0.5).with_alpha(0.85),
        };
    }
}

const fn color_of(may_stand: bool) -> Color {
    if may_stand { Color::srgb(0.3, 1.0, 0.4) } else { Color::srgb(1.0, 0.25, 0.2) }
}

/// How far the danger of the ghost reaches, or that of the tower under the cursor.
fn draw_range(
    plan: Res<Plan>,
    cursor: Res<Cursor>,
    nav_grid: Res<NavGrid>,
    towers: Query<&Tower>,
    mut gizmos: Gizmos,
) {
    let tower = cursor.tower.and_then(|tower| towers.get(tower).ok());
    let (cell, color) = match (&plan.0, tower) {
        (Some(answer), _) => (cursor.cell, color_of(answer.is_ok())),
        (None, tower) => (tower.map(|tower| tower.cell), Color::WHITE),
    };
    if let Some(at) = cell.and_then(|cell| nav_grid.center_of(cell)) {
        gizmos.circle_2d(at, Tower::DANGER_RADIUS * CELL, color.with_alpha(0.6)).resolution(64);
    }
}
