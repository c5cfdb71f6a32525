//! The layout of the window: a bar above and below, a panel on the left, and the map in the rest.

use bevy::math::{Rect, Vec2};

/// The heights of the bars and the width of the panel, in pixels.
pub const TOP: f32 = 56.0;
pub const BOTTOM: f32 = 28.0;
pub const PANEL: f32 = 196.0;
/// What stays free round the map.
const MARGIN: f32 = 14.0;

/// Where the map is in a window of this size.
pub fn map_area(window: Vec2) -> Rect {
    let area = Rect::from_corners(Vec2::new(PANEL, TOP), window - Vec2::new(0.0, BOTTOM));
    area.inflate(-MARGIN)
}
