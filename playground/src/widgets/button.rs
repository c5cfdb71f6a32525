//! Buttons: bundles to be spawned as children of a bar.

use super::{
    icons::{Icon, Icons},
    theme,
};
use crate::{
    action::{Action, Menu},
    controls::Reading,
    input::Target,
};
use bevy::prelude::*;
use std::borrow::Cow;

/// What the status line says while the pointer is over a control.
#[derive(Component, Clone, Debug)]
pub struct Hint(pub Cow<'static, str>);

/// How a button looks by itself.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ButtonLook {
    #[default]
    Plain,
    /// It shows a colour of the board, and is framed while its value is set.
    Swatch,
}

fn node() -> Node {
    Node {
        height: px(theme::HEIGHT),
        padding: UiRect::horizontal(px(8)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        column_gap: px(5),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        flex_shrink: 0.0,
        ..default()
    }
}

fn frame(action: Action, hint: impl Into<Cow<'static, str>>) -> impl Bundle {
    (
        Target::Press(action),
        Hint(hint.into()),
        ButtonLook::Plain,
        BackgroundColor(theme::BUTTON),
        BorderColor::all(theme::EDGE),
    )
}

fn label(text: impl Into<String>) -> impl Bundle {
    (Text::new(text), theme::font(theme::SIZE), TextColor(theme::TEXT), TextLayout::no_wrap())
}

/// A button with a word.
pub fn button(text: impl Into<String>, action: Action, hint: impl Into<Cow<'static, str>>) -> impl Bundle {
    (node(), frame(action, hint), children![label(text)])
}

/// A button with an icon.
pub fn icon_button(icons: &Icons, icon: Icon, action: Action, hint: &'static str) -> impl Bundle {
    let picture = (ImageNode::new(icons.of(icon)), Node { width: px(16), height: px(16), ..default() });
    let node = Node { width: px(30), padding: UiRect::ZERO, ..node() };
    (node, frame(action, hint), children![picture])
}

/// A button that opens a menu: a caption if there is one, the value that is set, and a caret.
pub fn menu_button(icons: &Icons, text: &'static str, menu: Menu, hint: &'static str) -> impl Bundle {
    let caret = (
        ImageNode::new(icons.of(Icon::Caret)).with_color(theme::FAINT),
        Node { width: px(10), height: px(10), ..default() },
    );
    let display = if text.is_empty() { Display::None } else { Display::Flex };
    let caption = (
        Text::new(text),
        theme::font(theme::SIZE),
        TextColor(theme::FAINT),
        TextLayout::no_wrap(),
        Node { display, ..default() },
    );
    let children = children![caption, (Reading::Menu(menu), label("")), caret];
    (node(), frame(Action::Menu(menu), hint), children)
}

/// A button in a colour of the board.
pub fn swatch_button(
    text: impl Into<String>,
    colour: Srgba,
    action: Action,
    hint: impl Into<Cow<'static, str>>,
) -> impl Bundle {
    let ink = if colour.luminance() > 0.35 { Color::BLACK } else { Color::WHITE };
    let node =
        Node { padding: UiRect::ZERO, border: UiRect::all(px(2)), flex_grow: 1.0, height: px(22), ..node() };
    (
        node,
        (Target::Press(action), Hint(hint.into()), ButtonLook::Swatch),
        (BackgroundColor(colour.into()), BorderColor::all(theme::PANEL)),
        children![(Text::new(text), theme::font(theme::SIZE), TextColor(ink), TextLayout::no_wrap())],
    )
}

/// A small heading.
pub fn caption(text: impl Into<String>) -> impl Bundle {
    (Text::new(text), theme::font(11.0), TextColor(theme::FAINT), TextLayout::no_wrap())
}
