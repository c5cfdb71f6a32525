//! The layout of the window: a bar above and below, a panel on the left, the map in the rest, and the depth of everything.

use bevy::math::{Rect, Vec2};

/// The heights of the bars and the width of the panel, in pixels.
pub const TOP: f32 = 76.0;
pub const BOTTOM: f32 = 40.0;
pub const PANEL: f32 = 196.0;
/// What stays free round the map.
const MARGIN: f32 = 4.0;

/// Depths: the map, then what stands on it, then what must always be seen.
pub mod z {
    pub const GROUND: f32 = 0.0;
    pub const GLOW: f32 = 0.5;
    pub const PLACES: f32 = 4.0;
    pub const TOWER: f32 = 5.0;
    /// The shader of the discs has the same number.
    pub const DISCS: f32 = 6.0;
    pub const GHOST: f32 = 10.0;
}

/// Where the map is in a window of this size.
pub fn map_area(window: Vec2) -> Rect {
    let area = Rect::from_corners(Vec2::new(PANEL, TOP), window - Vec2::new(0.0, BOTTOM));
    area.inflate(-MARGIN)
}
