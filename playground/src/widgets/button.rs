//! Buttons.

use super::theme;
use crate::action::Action;
use bevy::{
    ecs::template::template,
    feathers::{
        constants::{fonts, size},
        controls::FeathersButton,
        cursor::EntityCursor,
        focus::FocusIndicator,
        theme::ThemedText,
    },
    input_focus::tab_navigation::TabIndex,
    picking::hover::Hovered,
    prelude::*,
    text::{FontSourceTemplate, LineBreak},
    ui_widgets::{Activate, Button},
    window::SystemCursorIcon,
};

/// What a button or a line of a menu asks for, one after the other.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Does(pub Vec<Action>);

/// What the status line says while the pointer is over a control, or the control has the keys.
#[derive(Component, Clone, Debug)]
pub struct Hint(pub String);

/// Marks a button in a colour of the board, which is framed while its value is set.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct Swatched;

/// A component that is known when the scene is made.
pub fn with(component: impl Component + Clone) -> impl Scene {
    template(move |_| Ok(component.clone()))
}

/// A button with a word. Further entries may change it.
pub fn button(text: impl Into<String>, action: Action, hint: impl Into<String>) -> impl Scene {
    let (text, does, hint) = (text.into(), Does(vec![action]), Hint(hint.into()));
    bsn! {
        @FeathersButton {
            @caption: bsn! { Text(text) ThemedText TextLayout { linebreak: LineBreak::NoWrap } }
        }
        Node { flex_shrink: 0.0 }
        with(does)
        with(hint)
    }
}

/// A button in a colour of the board.
pub fn swatch_button(
    text: impl Into<String>,
    colour: Srgba,
    action: Action,
    hint: impl Into<String>,
) -> impl Scene {
    let (text, does, hint) = (text.into(), Does(vec![action]), Hint(hint.into()));
    let ink = if colour.luminance() > 0.35 { Color::BLACK } else { Color::WHITE };
    bsn! {
        Node {
            height: px(22), flex_grow: 1.0, border: px(2), border_radius: {BorderRadius::all(px(4))},
            align_items: AlignItems::Center, justify_content: JustifyContent::Center,
        }
        Button
        Swatched
        Hovered
        EntityCursor::System(SystemCursorIcon::Pointer)
        TabIndex(0)
        FocusIndicator
        BackgroundColor({Color::from(colour)})
        BorderColor
        with(does)
        with(hint)
        Children [(plain(text) TextColor(ink))]
    }
}

/// Asks for what a control that is pressed stands for, by pointer or key.
pub fn activate(press: On<Activate>, controls: Query<&Does>, mut actions: MessageWriter<Action>) {
    if let Ok(does) = controls.get(press.entity) {
        actions.write_batch(does.0.iter().cloned());
    }
}

/// A text by itself: what is not on a button inherits no font.
pub fn plain(text: impl Into<String>) -> impl Scene {
    let text = text.into();
    bsn! {
        Text(text)
        TextFont { font: FontSourceTemplate::Handle(fonts::REGULAR), font_size: size::COMPACT_FONT }
        TextLayout { linebreak: LineBreak::NoWrap }
    }
}

/// A small heading.
pub fn caption(text: impl Into<String>) -> impl Scene {
    bsn! { plain(text) TextColor(theme::FAINT) }
}
