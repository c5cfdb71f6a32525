//! The window of a game: a bar above the board and one below it, and room for all of it in wide windows only.

use bevy::{prelude::*, window::WindowResizeConstraints};

/// The size of the window unless `--size` says otherwise.
pub const WINDOW: UVec2 = UVec2::new(1280, 720);
/// The least size at which everything is seen.
pub const LEAST: UVec2 = UVec2::new(800, 600);
/// A window below this width has a lower bar with room for more lines, and fewer figures.
const WIDE: f32 = 1150.0;

/// The height of the lower bar in wide windows and in others, in pixels.
#[derive(Clone, Copy)]
pub struct Height {
    /// In a wide window.
    pub wide: f32,
    /// In a narrower window.
    pub narrow: f32,
}

impl Height {
    /// The height in this window.
    pub fn of(self, window: &Window) -> f32 {
        if is_wide(window) { self.wide } else { self.narrow }
    }
}

/// Shown in wide windows only, and only while it is wanted.
#[derive(Component, PartialEq)]
pub struct WideOnly {
    /// Whether a wide window shows it now.
    pub wanted: bool,
}

/// The bar below the board, whose height depends on the window.
#[derive(Component)]
pub struct LowerBar(pub Height);

/// Keeps what is shown in step with the width of the window.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, fit_bars);
}

/// A window with this title and size.
pub fn window(title: &str, size: Option<UVec2>) -> Window {
    let least = LEAST.as_vec2();
    Window {
        title: title.into(),
        resolution: size.unwrap_or(WINDOW).into(),
        resize_constraints: WindowResizeConstraints { min_width: least.x, min_height: least.y, ..default() },
        ..default()
    }
}

/// Whether there is room for everything.
fn is_wide(window: &Window) -> bool {
    window.width() >= WIDE
}

fn fit_bars(
    window: Single<&Window>,
    mut wide_only: Query<(&mut Node, &WideOnly)>,
    mut bars: Query<(&mut Node, &LowerBar), Without<WideOnly>>,
) {
    for (mut node, &WideOnly { wanted }) in &mut wide_only {
        let display = if wanted && is_wide(&window) { Display::DEFAULT } else { Display::None };
        if node.display != display {
            node.display = display;
        }
    }
    for (mut node, bar) in &mut bars {
        let height = px(bar.0.of(&window));
        if node.height != height {
            node.height = height;
        }
    }
}
