//! The ghost of a tower under the cursor: green or red before the click, with the ways that the viruses would take.

use super::{
    looks::Pictures,
    mouse::{Chosen, Hover},
    z,
};
use crate::{
    board::{Board, tile_side},
    game::{Game, Phase, Tick},
    site::{Detour, Refusal, Site},
    tower::{Tower, TowerKind},
    virus::Fear,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// What would become of a tower under the cursor; `None` where there is nothing to be built.
#[derive(Resource, Default)]
pub struct Plan(pub Option<Survey>);

/// Why it can't be built, and the ways that the viruses would take.
pub struct Survey {
    pub refusal: Option<Refusal>,
    detours: Vec<Detour>,
}

/// What a plan was made for. Viruses move, so that it is made anew several times a second.
#[derive(PartialEq)]
struct PlanKey {
    hover: Hover,
    kind: TowerKind,
    money: u32,
    moment: u32,
}

/// What the ways of a plan depend on, beside the map.
type DetourKey = (IVec2, TowerKind, Fear);

const TICKS_PER_PLAN: u32 = 6;

/// The colours of the ways from the first spawn, the second, and so on.
const WAYS: [Color; 2] = [Color::srgb(0.35, 0.9, 1.0), Color::srgb(0.85, 0.5, 1.0)];

/// The tower, and the square under it that takes the colour of the answer.
#[derive(Component, PartialEq)]
enum Ghost {
    Tower,
    Square,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Plan>()
        .add_systems(Startup, spawn_ghost)
        .add_systems(Update, (make_plan, show_ghost, draw_ways, draw_range).chain());
}

fn spawn_ghost(
    mut commands: Commands,
    board: Res<Board>,
    pictures: Res<Pictures>,
    mut gizmos: ResMut<GizmoConfigStore>,
) {
    let square = Sprite::from_color(Color::NONE, board.tile);
    commands.spawn((Ghost::Square, square, Transform::from_xyz(0.0, 0.0, z::GHOST), Visibility::Hidden));
    let tower = Sprite::from_image(pictures.tower.clone());
    commands.spawn((Ghost::Tower, tower, Transform::from_xyz(0.0, 0.0, z::GHOST + 0.1), Visibility::Hidden));
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 3.0;
}

/// Plans for the cell under the cursor. Ways are searched anew only where they may be others.
fn make_plan(
    mut plan: ResMut<Plan>,
    mut last: Local<(Option<PlanKey>, Option<DetourKey>)>,
    hover: Res<Hover>,
    chosen: Res<Chosen>,
    game: Res<Game>,
    tick: Res<Tick>,
    site: Site,
) {
    let (last_plan, last_detours) = &mut *last;
    if site.nav_grid.is_changed() {
        *last_detours = None;
    }
    let moment = tick.0 / TICKS_PER_PLAN;
    let key = PlanKey { hover: *hover, kind: chosen.0, money: game.money, moment };
    if last_plan.as_ref() == Some(&key) && last_detours.is_some() {
        return;
    }
    *last_plan = Some(key);
    let detours = plan.0.take().map(|survey| survey.detours);
    let Some(cell) = hover.cell.filter(|_| hover.tower.is_none() && game.phase == Phase::Running) else {
        return;
    };
    let key = (cell, chosen.0, *site.fear);
    let known = detours.filter(|_| *last_detours == Some(key));
    *last_detours = Some(key);
    let detours = known.unwrap_or_else(|| site.detours(cell, chosen.0));
    plan.0 = Some(Survey { refusal: site.refusal(cell, chosen.0, game.money), detours });
}

fn show_ghost(
    plan: Res<Plan>,
    hover: Res<Hover>,
    nav_grid: Res<NavGrid>,
    mut ghost: Query<(&Ghost, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let at = hover.cell.and_then(|cell| nav_grid.center_of(cell));
    for (part, mut sprite, mut transform, mut visibility) in &mut ghost {
        let (Some(survey), Some(at)) = (&plan.0, at) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Visible);
        transform.translation = at.extend(transform.translation.z);
        sprite.color = match part {
            Ghost::Square => color_of(survey).with_alpha(0.5),
            Ghost::Tower => color_of(survey).mix(&Color::WHITE, 0.5).with_alpha(0.85),
        };
    }
}

fn color_of(survey: &Survey) -> Color {
    if survey.refusal.is_none() { Color::srgb(0.3, 1.0, 0.4) } else { Color::srgb(1.0, 0.25, 0.2) }
}

/// The new way from each spawn, a little beside each other where they run together, and pale the way as it is.
fn draw_ways(plan: Res<Plan>, nav_grid: Res<NavGrid>, mut gizmos: Gizmos) {
    let Some(survey) = &plan.0 else { return };
    for ((number, detour), color) in survey.detours.iter().enumerate().zip(WAYS.into_iter().cycle()) {
        let aside = Vec2::splat(4.0 * number as f32 - 2.0);
        for (way, color) in [(&detour.now, color.with_alpha(0.25)), (&detour.then, color)] {
            let points = way.iter().filter_map(|&cell| nav_grid.center_of(cell)).map(|point| point + aside);
            gizmos.linestrip_2d(points, color);
        }
    }
}

/// How far the ghost or the tower under the cursor shoots.
fn draw_range(
    plan: Res<Plan>,
    hover: Res<Hover>,
    chosen: Res<Chosen>,
    nav_grid: Res<NavGrid>,
    towers: Query<&Tower>,
    mut gizmos: Gizmos,
) {
    let Some(at) = hover.cell.and_then(|cell| nav_grid.center_of(cell)) else { return };
    let (kind, color) = match (&plan.0, hover.tower.and_then(|tower| towers.get(tower).ok())) {
        (Some(survey), _) => (chosen.0, color_of(survey)),
        (None, Some(tower)) => (tower.kind, Color::WHITE),
        (None, None) => return,
    };
    gizmos.circle_2d(at, kind.range() * tile_side(&nav_grid), color.with_alpha(0.6)).resolution(64);
}
