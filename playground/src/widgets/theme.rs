//! What the look of feathers does not say: colours of texts, measures, and the font over pictures.

use bevy::{feathers::palette, prelude::*, text::FontSize};

pub const TEXT: Color = palette::WHITE;
pub const FAINT: Color = palette::LIGHT_GRAY_1;
pub const ACCENT: Color = Color::srgb(0.42, 0.76, 0.98);
pub const GOOD: Color = Color::srgb(0.55, 0.90, 0.65);
pub const BAD: Color = Color::srgb(1.0, 0.58, 0.42);

/// Between controls.
pub const GAP: f32 = 5.0;

/// The font of texts over pictures, in pixels.
#[must_use]
pub fn font(size: f32) -> TextFont {
    TextFont::from_font_size(FontSize::Px(size))
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
