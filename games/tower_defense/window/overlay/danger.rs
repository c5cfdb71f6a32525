//! The danger of the cells: yellow, orange or red. Blocked cells are black.

use super::{
    super::layout::z,
    cells::{self, OnCell},
};
use crate::{board::Board, overlay::Overlay};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::overlays::Shown;

#[derive(Component, Clone)]
pub struct DangerCell;

/// The least danger of each colour, in tiles of detour, the worst first. Quieter than towers and viruses, which a player looks for.
pub const LEVELS: [(f32, Color); 3] = [
    (4.0, Color::srgba(0.90, 0.20, 0.20, 0.22)),
    (2.0, Color::srgba(0.95, 0.55, 0.15, 0.16)),
    (f32::MIN_POSITIVE, Color::srgba(0.95, 0.85, 0.30, 0.09)),
];
const BLOCKED: Color = Color::srgba(0.0, 0.0, 0.0, 0.30);

pub fn spawn(mut commands: Commands, assets: Res<AssetServer>, board: Res<Board>) {
    cells::spawn(&mut commands, &assets, &board, DangerCell, (0.0, z::DANGER));
}

pub fn show(
    shown: Res<Shown<Overlay>>,
    nav_grid: Res<NavGrid>,
    mut quads: Query<(&OnCell, &mut Sprite, &mut Visibility), With<DangerCell>>,
) {
    if !shown.is_changed() && !nav_grid.is_changed() {
        return;
    }
    for (&OnCell(cell), mut sprite, mut visibility) in &mut quads {
        let color = if !shown.contains(Overlay::Danger) {
            None
        } else if nav_grid.is_blocked(cell) {
            Some(BLOCKED)
        } else {
            nav_grid.danger(cell).and_then(color_of)
        };
        cells::paint(&mut sprite, &mut visibility, color);
    }
}

fn color_of(danger: f32) -> Option<Color> {
    LEVELS.into_iter().find(|&(from, _)| danger >= from).map(|(_, color)| color)
}
