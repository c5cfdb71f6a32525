//! The colours of buttons: by what is set, what is possible, and where the pointer is.

use super::{button::ButtonLook, theme};
use crate::{controls::State, input::Target};
use bevy::prelude::*;

/// A button with what can be seen of it.
type Button = (
    Entity,
    &'static Target,
    &'static ButtonLook,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
    &'static Children,
);

/// Colours all buttons.
pub fn paint_buttons(
    state: State,
    mut buttons: Query<Button>,
    mut texts: Query<&mut TextColor, Without<crate::controls::Reading>>,
) {
    for (entity, target, look, mut fill, mut edge, children) in &mut buttons {
        let Target::Press(action) = target else { continue };
        let (is_on, is_possible) = (state.is_set(action), state.is_possible(action));
        let is_over = is_possible && state.pointer.over == Some(entity);
        match look {
            ButtonLook::Plain => {
                fill.set_if_neq(BackgroundColor(match (is_on, is_over) {
                    (false, false) => theme::BUTTON,
                    (false, true) => theme::BUTTON_OVER,
                    (true, false) => theme::BUTTON_ON,
                    (true, true) => theme::BUTTON_ON_OVER,
                }));
                for &child in children {
                    if let Ok(mut colour) = texts.get_mut(child)
                        && colour.0 != theme::FAINT
                    {
                        colour.set_if_neq(TextColor(if is_possible { theme::TEXT } else { theme::OFF }));
                    }
                }
            }
            ButtonLook::Swatch => {
                edge.set_if_neq(BorderColor::all(match (is_on, is_over) {
                    (true, _) => theme::TEXT,
                    (false, true) => theme::FAINT,
                    (false, false) => theme::PANEL,
                }));
            }
        }
    }
}
