//! The layout of the window: the bars above and below the board, and the depth of everything.

use bevy::prelude::*;
use kit::game_window::Height;

/// The height of the upper bar.
pub const TOP: f32 = 38.0;
/// The height of the lower bar.
pub const BOTTOM: Height = Height { wide: 92.0, narrow: 128.0 };

/// Depths: the tiles at 0, then what stands on them, then what must always be seen.
pub mod z {
    pub const RUBBLE: f32 = 1.0;
    pub const SITE: f32 = 2.0;
    pub const PATH: f32 = 3.0;
    pub const MARK: f32 = 4.0;
    pub const RING: f32 = 5.0;
    pub const UNIT: f32 = 6.0;
    pub const LOAD: f32 = 7.0;
    pub const SIGN: f32 = 8.0;
}

/// Where the board is in the window.
pub fn board_area(window: &Window) -> Rect {
    Rect::from_corners(Vec2::new(0.0, TOP), window.size() - Vec2::new(0.0, BOTTOM.of(window)))
}

/// Whether a point of the window is on the board, not on a bar.
pub fn is_on_board(window: &Window, at: Vec2) -> bool {
    at.y >= TOP && at.y < window.height() - BOTTOM.of(window)
}
