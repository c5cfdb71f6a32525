//! Colours, fonts and measures of the interface.

use bevy::{prelude::*, text::FontSize};

/// Behind everything.
pub const GROUND: Color = Color::srgb(0.075, 0.085, 0.105);
/// Behind bars and columns.
pub const PANEL: Color = Color::srgb(0.115, 0.130, 0.160);
pub const EDGE: Color = Color::srgb(0.22, 0.25, 0.30);
pub const BUTTON: Color = Color::srgb(0.185, 0.210, 0.255);
pub const BUTTON_OVER: Color = Color::srgb(0.255, 0.290, 0.350);
/// A button whose value is set.
pub const BUTTON_ON: Color = Color::srgb(0.10, 0.40, 0.62);
pub const BUTTON_ON_OVER: Color = Color::srgb(0.13, 0.47, 0.72);
pub const TEXT: Color = Color::srgb(0.93, 0.95, 0.97);
pub const FAINT: Color = Color::srgb(0.66, 0.71, 0.77);
/// The text of a button that does nothing now.
pub const OFF: Color = Color::srgb(0.42, 0.46, 0.52);
pub const ACCENT: Color = Color::srgb(0.42, 0.76, 0.98);
pub const GOOD: Color = Color::srgb(0.55, 0.90, 0.65);
pub const BAD: Color = Color::srgb(1.0, 0.58, 0.42);

/// The size of most texts, in pixels.
pub const SIZE: f32 = 13.0;
/// The height of a button.
pub const HEIGHT: f32 = 25.0;
/// Between controls.
pub const GAP: f32 = 5.0;

/// The font of all texts, in pixels.
#[must_use]
pub fn font(size: f32) -> TextFont {
    TextFont::from_font_size(FontSize::Px(size))
}

/// One of two panes side by side.
pub fn pane_column() -> impl Bundle {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        height: percent(100),
        border: UiRect::left(px(1)),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    (node, BorderColor::all(EDGE))
}

/// A disc with an edge over a picture, not shown yet.
pub fn disc() -> Node {
    Node {
        position_type: PositionType::Absolute,
        border: UiRect::all(px(2)),
        border_radius: BorderRadius::MAX,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..default()
    }
}
