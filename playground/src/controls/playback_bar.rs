//! The bars at the bottom: playback and the status line.

use super::{pane_column::line, readings::Reading, top_bar::bar};
use crate::{
    action::{Action, Play, Slider},
    widgets::{button, caption, slider, with},
};
use bevy::{
    feathers::{
        constants::{fonts, size},
        font_styles::InheritableFont,
        theme::{ThemeBackgroundColor, ThemedText},
        tokens,
    },
    prelude::*,
    text::{FontWeight, LineBreak},
};

/// The bar with the steps.
pub fn bar_of_steps() -> impl Scene {
    bsn! {
        bar()
        Children [
            icon("\u{25ae}\u{25c4}", Play::First, "Back to the beginning of the search or the game. Home."),
            icon("\u{25c4}\u{25ae}", Play::Back, "One expansion or frame back. Left arrow."),
            (
                icon("", Play::Toggle, "Plays the search expansion by expansion, the game frame by frame, or pauses. Space.")
                Children [(Text ThemedText with(Reading::Play))]
            ),
            icon("\u{25ae}\u{25ba}", Play::Forward, "One expansion or frame on. Right arrow."),
            icon("\u{25ba}\u{25ae}", Play::Last, "To the end of the search or the game. End."),
            (
                slider(Slider::Step, 1.0, "Drag to any step of the searches, or to any frame of the game.")
                Node { flex_grow: 1.0 }
            ),
            caption("Speed"),
            (slider(Slider::Speed, 0.05, "Expansions or frames per second.") Node { flex_grow: 0.0, flex_basis: px(120) }),
        ]
    }
}

/// A button with a sign of the monospaced font.
fn icon(sign: &'static str, play: Play, hint: &'static str) -> impl Scene {
    bsn! {
        button(sign, Action::Play(play), hint)
        Node { width: px(34), padding: {UiRect::ZERO} }
        InheritableFont { font: fonts::MONO, font_size: size::MEDIUM_FONT, weight: FontWeight::NORMAL }
    }
}

/// The status line.
pub fn status_line() -> impl Scene {
    bsn! {
        Node {
            width: percent(100), height: px(22), padding: {UiRect::horizontal(px(8))},
            justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center,
            column_gap: px(12), overflow: {Overflow::clip()}, flex_shrink: 0.0,
        }
        ThemeBackgroundColor(tokens::WINDOW_BG)
        Children [
            (
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), overflow: {Overflow::clip()} }
                Children [(line(Reading::Status) TextLayout { linebreak: LineBreak::NoWrap })]
            ),
            (line(Reading::Cell) TextLayout { linebreak: LineBreak::NoWrap }),
        ]
    }
}
