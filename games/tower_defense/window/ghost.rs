//! The ghost of a tower under the cursor, with the paths that the viruses would take round it.

use super::{
    layout::z,
    looks::Pictures,
    mouse::{Chosen, Hover},
};
use crate::{
    board::{Board, tile_side},
    game::{Game, Phase, Tick},
    site::{Detour, Site},
    tower::{Tower, TowerKind},
    virus::Fear,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::{
    ghost::{self, Ghost},
    site::Refusal,
};

/// What a tower under the cursor would change; `None` off the board, on a tower and after the end of a game.
#[derive(Resource, Default)]
pub struct Preview(pub Option<Outlook>);

/// Why the tower can't be built, and the paths that the viruses would take.
pub struct Outlook {
    pub refusal: Option<Refusal>,
    detours: Vec<Detour>,
}

/// What a preview was made for. Viruses move, so that it is made again several times a second.
#[derive(PartialEq)]
struct PreviewKey {
    hover: Hover,
    kind: TowerKind,
    money: u32,
    moment: u32,
}

/// What the paths of a preview depend on, beside the map.
type DetourKey = (IVec2, TowerKind, Fear);

const TICKS_PER_PREVIEW: u32 = 6;

/// The colours of the paths from the first spawn, the second, and so on.
const PATHS: [Color; 2] = [Color::srgb(0.35, 0.9, 1.0), Color::srgb(0.85, 0.5, 1.0)];

pub fn plugin(app: &mut App) {
    app.init_resource::<Preview>()
        .add_systems(Startup, spawn_ghost)
        .add_systems(Update, (preview, show_ghost, draw_paths, draw_range).chain());
}

fn spawn_ghost(
    mut commands: Commands,
    board: Res<Board>,
    pictures: Res<Pictures>,
    mut gizmos: ResMut<GizmoConfigStore>,
) {
    ghost::spawn(&mut commands, Sprite::from_image(pictures.tower.clone()), board.tile, z::GHOST);
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 3.0;
}

/// Previews a tower on the cell under the cursor. Searches again only for paths that may differ.
fn preview(
    mut preview: ResMut<Preview>,
    mut last: Local<(Option<PreviewKey>, Option<DetourKey>)>,
    hover: Res<Hover>,
    chosen: Res<Chosen>,
    game: Res<Game>,
    tick: Res<Tick>,
    mut site: Site,
) {
    let (last_key, last_detours) = &mut *last;
    if site.nav_grid.is_changed() {
        *last_detours = None;
    }
    let moment = tick.0 / TICKS_PER_PREVIEW;
    let key = PreviewKey { hover: *hover, kind: chosen.0, money: game.money, moment };
    if last_key.as_ref() == Some(&key) && last_detours.is_some() {
        return;
    }
    *last_key = Some(key);
    let detours = preview.0.take().map(|outlook| outlook.detours);
    let Some(cell) = hover.cell.filter(|_| hover.tower.is_none() && game.phase == Phase::Running) else {
        return;
    };
    let key = (cell, chosen.0, *site.fear);
    let known = detours.filter(|_| *last_detours == Some(key));
    *last_detours = Some(key);
    let detours = known.unwrap_or_else(|| site.detours(cell, chosen.0));
    preview.0 = Some(Outlook { refusal: site.refusal(cell, chosen.0, game.money), detours });
}

fn show_ghost(preview: Res<Preview>, hover: Res<Hover>, nav_grid: Res<NavGrid>, mut ghost: Ghost) {
    let at = hover.cell.and_then(|cell| nav_grid.center_of(cell));
    ghost.show(at.zip(preview.0.as_ref().map(|outlook| outlook.refusal.is_none())));
}

/// Draws the new path from each spawn, and in pale the present one. Paths that run together are drawn side by side.
fn draw_paths(preview: Res<Preview>, nav_grid: Res<NavGrid>, mut gizmos: Gizmos) {
    let Some(outlook) = &preview.0 else { return };
    for ((number, detour), color) in outlook.detours.iter().enumerate().zip(PATHS.into_iter().cycle()) {
        let aside = Vec2::splat(4.0 * number as f32 - 2.0);
        for (path, color) in [(&detour.now, color.with_alpha(0.25)), (&detour.then, color)] {
            let points = path.iter().filter_map(|&cell| nav_grid.center_of(cell)).map(|point| point + aside);
            gizmos.linestrip_2d(points, color);
        }
    }
}

/// Draws the range of the ghost, or of the tower under the cursor.
fn draw_range(
    preview: Res<Preview>,
    hover: Res<Hover>,
    chosen: Res<Chosen>,
    nav_grid: Res<NavGrid>,
    towers: Query<&Tower>,
    mut gizmos: Gizmos,
) {
    let Some(at) = hover.cell.and_then(|cell| nav_grid.center_of(cell)) else { return };
    let (kind, color) = match (&preview.0, hover.tower.and_then(|tower| towers.get(tower).ok())) {
        (Some(outlook), _) => (chosen.0, ghost::color(outlook.refusal.is_none())),
        (None, Some(tower)) => (tower.kind, Color::WHITE),
        (None, None) => return,
    };
    gizmos.circle_2d(at, kind.stats().range * tile_side(&nav_grid), color.with_alpha(0.6)).resolution(64);
}
