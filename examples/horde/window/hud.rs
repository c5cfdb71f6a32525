//! The bars above and below the board.

mod hint;
mod numbers;
mod rates;

use bevy::{prelude::*, text::FontSize};

/// The heights of the bars.
pub const TOP: f32 = 56.0;
pub const BOTTOM: f32 = 40.0;
const BACKGROUND: Color = Color::srgb(0.05, 0.07, 0.10);
const EDGE: Color = Color::srgb(0.16, 0.30, 0.36);
const LABEL: Color = Color::srgb(0.45, 0.60, 0.66);
const VALUE: Color = Color::srgb(0.92, 0.97, 1.0);
const ACCENT: Color = Color::srgb(0.35, 0.90, 1.0);
const GOOD: Color = Color::srgb(0.45, 1.0, 0.55);
const BAD: Color = Color::srgb(1.0, 0.45, 0.40);

pub fn plugin(app: &mut App) {
    app.add_plugins((rates::plugin, numbers::plugin, hint::plugin));
}

/// A bar over the whole width, its line to the side of the board, with rows one above the other.
fn bar(top: bool) -> (Node, BackgroundColor, BorderColor) {
    let line = if top { UiRect::bottom(px(1)) } else { UiRect::top(px(1)) };
    let node = Node {
        position_type: PositionType::Absolute,
        top: if top { px(0) } else { Val::Auto },
        bottom: if top { Val::Auto } else { px(0) },
        width: percent(100),
        height: px(if top { TOP } else { BOTTOM }),
        padding: UiRect::horizontal(px(14)),
        border: line,
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceEvenly,
        ..default()
    };
    (node, BackgroundColor(BACKGROUND), BorderColor::all(EDGE))
}

/// A row of a bar, what is in it spread over the whole width.
fn row(bar: Entity) -> impl Bundle {
    let node = Node { width: percent(100), justify_content: JustifyContent::SpaceBetween, ..default() };
    (ChildOf(bar), node)
}

fn font(size: f32) -> TextFont {
    TextFont::from_font_size(FontSize::Px(size))
}

/// Writes only what is new, so that no text is laid out without need.
fn write(text: &mut Mut<TextSpan>, new: String) {
    if text.0 != new {
        text.0 = new;
    }
}
