//! The layout of the window: the bars above and below the board, the board between them, and the depth of everything.

use crate::board::Board;
use bevy::prelude::*;
use kit::{
    camera::{Eye, scales},
    game_window::Height,
};

/// The height of the upper bar.
pub const TOP: f32 = 40.0;
/// The height of the lower bar.
pub const BOTTOM: Height = Height { wide: 88.0, narrow: 108.0 };
/// How much of the frame of the board the bars may hide, in tiles.
const HIDDEN: f32 = 0.75;

/// The order of what the HUD draws.
pub const PORTALS: i32 = -2;
pub const MENU: i32 = 10;

/// Depths: the board at 0 and 1, overlays, then what stands on the board, then what must always be seen.
pub mod z {
    pub const DANGER: f32 = 2.0;
    pub const SEARCH: f32 = 3.0;
    pub const PLACES: f32 = 4.0;
    pub const NUMBERS: f32 = 4.5;
    pub const TOWER: f32 = 5.0;
    pub const VIRUS: f32 = 6.0;
    pub const BULLET: f32 = 7.0;
    pub const BAR: f32 = 8.0;
    pub const GHOST: f32 = 10.0;
}

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    })
    .add_systems(Update, fit_board);
}

/// Fits the board between the bars.
fn fit_board(window: Single<&Window>, board: Res<Board>, eye: Single<Eye, With<Camera2d>>) {
    let mut eye = eye.into_inner();
    let area = Rect::from_corners(Vec2::new(0.0, TOP), window.size() - Vec2::new(0.0, BOTTOM.of(&window)));
    let needed = board.extent() - Vec2::new(0.0, 2.0 * HIDDEN * board.tile.y);
    eye.set_scale(scales(needed, area).max_element());
    eye.confine(Rect::from_center_size(Vec2::ZERO, needed), area, window.size());
}
