//! The layout of the window: the bars above and below the board, and the depth of everything.

use bevy::prelude::*;

pub const WINDOW: UVec2 = UVec2::new(1280, 720);
/// The least size at which everything is seen.
pub const LEAST: UVec2 = UVec2::new(800, 600);
/// The height of the upper bar.
pub const TOP: f32 = 38.0;
/// A window below this width has a lower bar with room for more lines, and fewer figures.
const WIDE: f32 = 1150.0;

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

/// Shown in wide windows only.
#[derive(Component)]
pub struct WideOnly;

/// The bar below the board, whose height depends on the window.
#[derive(Component)]
pub struct LowerBar;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, fit_bars);
}

/// Whether there is room for everything.
pub fn is_wide(window: &Window) -> bool {
    window.width() >= WIDE
}

/// The height of the lower bar.
pub fn bottom(window: &Window) -> f32 {
    if is_wide(window) { 92.0 } else { 128.0 }
}

/// Where the board is in the window.
pub fn board_area(window: &Window) -> Rect {
    Rect::from_corners(Vec2::new(0.0, TOP), window.size() - Vec2::new(0.0, bottom(window)))
}

/// Whether a point of the window is on the board, not on a bar.
pub fn is_on_board(window: &Window, at: Vec2) -> bool {
    at.y >= TOP && at.y < window.height() - bottom(window)
}

fn fit_bars(
    window: Single<&Window>,
    mut wide_only: Query<&mut Node, With<WideOnly>>,
    mut bars: Query<&mut Node, (With<LowerBar>, Without<WideOnly>)>,
) {
    let display = if is_wide(&window) { Display::DEFAULT } else { Display::None };
    for mut node in &mut wide_only {
        if node.display != display {
            node.display = display;
        }
    }
    for mut node in &mut bars {
        let height = px(bottom(&window));
        if node.height != height {
            node.height = height;
        }
    }
}
