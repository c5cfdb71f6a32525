//! The layout of the window: the bars above and below the board, and the depth of everything.

use bevy::math::{Rect, UVec2, Vec2};

/// The board of 512 × 256 cells lies between two bars.
pub const WINDOW: UVec2 = UVec2::new(1280, 736);
/// The heights of the bars.
pub const TOP_BAR: f32 = 56.0;
pub const BOTTOM_BAR: f32 = 40.0;

/// Depths: the board, then what stands on it, then what must always be seen.
pub mod z {
    pub const GROUND: f32 = 0.0;
    pub const PLACES: f32 = 4.0;
    pub const TOWER: f32 = 5.0;
    /// The shader of the crowd has the same number.
    pub const CROWD: f32 = 6.0;
    pub const GHOST: f32 = 10.0;
}

/// Where the board is in a window of this size.
pub fn board_area(window: Vec2) -> Rect {
    Rect::from_corners(Vec2::new(0.0, TOP_BAR), window - Vec2::new(0.0, BOTTOM_BAR))
}
