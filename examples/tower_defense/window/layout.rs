//! The layout of the window: the bars above and below the board, and the depth of everything.

use bevy::math::UVec2;

/// The board of 1280 × 640 lies between two bars.
pub const WINDOW: UVec2 = UVec2::new(1280, 720);
/// The height of each bar.
pub const BAR: f32 = 40.0;

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
