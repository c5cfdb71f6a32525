//! The look of the HUD: bars above and below the board, with texts in rows.

use bevy::{prelude::*, text::FontSize};
use std::ops::DerefMut;

/// Behind bars and panels.
pub const BACKGROUND: Color = Color::srgb(0.05, 0.07, 0.10);
/// The edge of bars and panels.
pub const EDGE: Color = Color::srgb(0.16, 0.30, 0.36);
/// Text that says what a value is.
pub const LABEL: Color = Color::srgb(0.45, 0.60, 0.66);
/// Text of a value.
pub const VALUE: Color = Color::srgb(0.92, 0.97, 1.0);
/// What is chosen or new.
pub const ACCENT: Color = Color::srgb(0.35, 0.90, 1.0);
/// Good news.
pub const GOOD: Color = Color::srgb(0.45, 1.0, 0.55);
/// Bad news.
pub const BAD: Color = Color::srgb(1.0, 0.45, 0.40);

/// The bar above the board, to be filled with [`row`]s.
pub fn top_bar(height: f32) -> impl Bundle {
    bar(Node { top: px(0), height: px(height), border: UiRect::bottom(px(1)), ..default() })
}

/// The bar below the board, to be filled with [`row`]s.
pub fn bottom_bar(height: f32) -> impl Bundle {
    bar(Node { bottom: px(0), height: px(height), border: UiRect::top(px(1)), ..default() })
}

/// A bar as wide as the window, with its rows one above the other.
fn bar(node: Node) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        padding: UiRect::horizontal(px(14)),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceEvenly,
        ..node
    };
    (node, BackgroundColor(BACKGROUND), BorderColor::all(EDGE))
}

/// A row of a bar. Its contents are spread over the whole width.
pub fn row(bar: Entity) -> impl Bundle {
    let node = Node {
        width: percent(100),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        ..default()
    };
    (ChildOf(bar), node)
}

/// A text in one line.
pub fn text(words: impl Into<String>, size: f32, color: Color) -> impl Bundle {
    (Text::new(words), font(size), TextColor(color), TextLayout::no_wrap())
}

/// A label, and behind it a value: a [`TextSpan`] with this marker, in a font one pixel larger.
pub fn figure(label: &str, marker: impl Component, size: f32) -> impl Bundle {
    let value = (marker, TextSpan::default(), font(size + 1.0), TextColor(VALUE));
    (text(format!("{label} "), size, LABEL), children![value])
}

/// The font of all texts, in pixels.
pub fn font(size: f32) -> TextFont {
    TextFont::from_font_size(FontSize::Px(size))
}

/// Writes a text that has changed. One that has not is not laid out again.
pub fn write<T: DerefMut<Target = String>>(text: &mut Mut<T>, new: impl AsRef<str>) {
    if text.as_str() != new.as_ref() {
        new.as_ref().clone_into(text);
    }
}

/// Writes a text, and colours it.
pub fn say<T: DerefMut<Target = String>>(
    (text, text_color): (&mut Mut<T>, &mut Mut<TextColor>),
    (color, words): (Color, impl AsRef<str>),
) {
    write(text, words);
    text_color.set_if_neq(TextColor(color));
}

/// A text without the one letter of the plugin's sentences that the font lacks.
pub fn in_font(text: &impl ToString) -> String {
    text.to_string().replace('µ', "u")
}
