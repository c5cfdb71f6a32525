//! Where everything is in the window: a board for each player, and under each board a strip of its rollbacks.

use crate::board::{self, TILE};
use bevy::prelude::*;
use kit::{
    camera::{Eye, scales},
    game_window::WINDOW,
};

/// The height of the bar above the boards, in pixels of a wide window.
pub const TOP: f32 = 84.0;
/// The height of the bar below them.
pub const BOTTOM: f32 = 66.0;
/// The size of a board.
pub const BOARD: Vec2 = Vec2::new(board::SIZE.x as f32 * TILE, board::SIZE.y as f32 * TILE);
/// The height of a strip.
pub const STRIP: f32 = 36.0;
/// Around and between boards.
const GAP: f32 = 9.0;

/// The colours of the players.
pub const COLORS: [Color; 2] = [Color::srgb(0.30, 0.80, 1.0), Color::srgb(1.0, 0.72, 0.25)];

pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, fit_window);
}

/// The middle of the board of a player. In the game of a player it is at the origin.
pub fn middle(player: usize) -> Vec2 {
    let aside = (BOARD.x + GAP) / 2.0;
    Vec2::new(if player == 0 { -aside } else { aside }, STRIP / 2.0 + GAP / 2.0)
}

/// The strip of a player.
pub fn strip(player: usize) -> Rect {
    let bottom = middle(player) - Vec2::new(0.0, BOARD.y / 2.0 + GAP + STRIP / 2.0);
    Rect::from_center_size(bottom, Vec2::new(BOARD.x, STRIP))
}

/// The player whose board contains a point of the window's world, and the tile.
pub fn tile_at(at: Vec2) -> Option<(usize, IVec2)> {
    [0, 1].into_iter().find_map(|player| {
        let cell = board::geometry().cell_at(at - middle(player))?;
        let is_on_board = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(board::SIZE.as_ivec2()).all();
        is_on_board.then_some((player, cell))
    })
}

/// Shows both boards between the bars, whose texts are smaller in a narrow window.
fn fit_window(window: Single<&Window>, eye: Single<Eye, With<Camera2d>>, mut ui_scale: ResMut<UiScale>) {
    let scale = (window.width() / WINDOW.x as f32).min(1.0);
    if ui_scale.0 != scale {
        ui_scale.0 = scale;
    }
    let mut eye = eye.into_inner();
    let extent = Vec2::new(2.0 * BOARD.x + 3.0 * GAP, BOARD.y + STRIP + 3.0 * GAP);
    let area =
        Rect::from_corners(Vec2::new(0.0, TOP * scale), window.size() - Vec2::new(0.0, BOTTOM * scale));
    eye.set_scale(scales(extent, area).max_element());
    eye.confine(Rect::from_center_size(Vec2::ZERO, extent), area, window.size());
}
