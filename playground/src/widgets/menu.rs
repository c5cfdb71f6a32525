//! Menus that drop down from their buttons.

use super::{
    button::{Does, Hint, caption, with},
    theme,
};
use crate::action::Action;
use bevy::{
    feathers::{
        controls::{FeathersMenu, FeathersMenuButton, FeathersMenuItem, FeathersMenuPopup},
        theme::ThemedText,
    },
    prelude::*,
    text::LineBreak,
    ui_widgets::popover::{Popover, PopoverAlign, PopoverPlacement, PopoverSide},
};

/// The dot before a line whose value is set.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct Mark;

/// One line of a menu.
#[derive(Clone, PartialEq, Debug)]
pub struct MenuItem {
    pub name: String,
    pub does: Vec<Action>,
    pub hint: String,
}

impl MenuItem {
    /// A line that does one thing.
    pub fn new(name: impl Into<String>, action: Action, hint: impl Into<String>) -> Self {
        Self { name: name.into(), does: vec![action], hint: hint.into() }
    }
}

/// A button with a word, a text that `value` marks, and the lines that drop down from it.
pub fn menu(
    text: &'static str,
    id: impl Component + Clone,
    value: impl Component + Clone,
    hint: &'static str,
    items: Vec<MenuItem>,
) -> impl Scene {
    let lines: Vec<_> = items.into_iter().map(line).collect();
    let display = if text.is_empty() { Display::None } else { Display::Flex };
    let positions: Vec<PopoverPlacement> = [PopoverSide::Bottom, PopoverSide::Top]
        .into_iter()
        .flat_map(|side| [PopoverAlign::Start, PopoverAlign::End].map(|align| (side, align)))
        .map(|(side, align)| PopoverPlacement { side, align, gap: 2.0 })
        .collect();
    let hint = Hint(hint.into());
    bsn! {
        @FeathersMenu
        Node { flex_shrink: 0.0 }
        Children [
            (
                @FeathersMenuButton {
                    @caption: {bsn_list![
                        (caption(text) Node { display: display }),
                        (Text ThemedText with(value) TextLayout { linebreak: LineBreak::NoWrap }),
                    ]}
                }
                Node { column_gap: px(theme::GAP) }
                with(id)
                with(hint)
            ),
            (
                @FeathersMenuPopup
                Popover { positions: positions, window_margin: 2.0 }
                Children [{lines}]
            ),
        ]
    }
}

fn line(MenuItem { name, does, hint }: MenuItem) -> impl Scene {
    let (does, hint) = (Does(does), Hint(hint));
    bsn! {
        @FeathersMenuItem {
            @caption: {bsn_list![
                (Node { width: px(10) } Text("\u{2022}") ThemedText Mark Visibility::Hidden),
                (Text(name) ThemedText TextLayout { linebreak: LineBreak::NoWrap }),
            ]}
        }
        with(does)
        with(hint)
    }
}
