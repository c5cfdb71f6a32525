//! The field with the name of the file to load or save.

use crate::action::Action;
use bevy::{
    ecs::system::SystemParam,
    input::{ButtonState, keyboard::KeyboardInput},
    input_focus::{FocusCause, FocusedInput, InputFocus},
    prelude::*,
    text::{EditableText, TextEdit},
};

/// Marks the field.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NameField;

/// The name that stands in the field.
#[derive(SystemParam)]
pub struct FileName<'w, 's> {
    field: Query<'w, 's, (Entity, &'static mut EditableText), With<NameField>>,
    focus: ResMut<'w, InputFocus>,
}

impl FileName<'_, '_> {
    #[must_use]
    pub fn text(&self) -> String {
        self.field.single().map_or(String::new(), |(_, field)| field.value().to_string())
    }

    /// Shows another name.
    pub fn set(&mut self, name: &str) {
        if let Ok((_, mut field)) = self.field.single_mut() {
            field.editor_mut().set_text(name);
            field.queue_edit(TextEdit::TextEnd(false));
        }
    }

    /// Gives the keys to the field, which has its name replaced by what is typed.
    pub fn edit(&mut self) {
        if let Ok((node, mut field)) = self.field.single_mut() {
            self.focus.set(node, FocusCause::Navigated);
            field.queue_edit(TextEdit::SelectAll);
        }
    }
}

/// Writes the first name.
pub fn name_first(mut name: FileName) {
    name.set("board.txt");
}

/// Enter loads the file, Escape leaves the field.
pub fn leave_name(
    key: On<FocusedInput<KeyboardInput>>,
    mut focus: ResMut<InputFocus>,
    mut actions: MessageWriter<Action>,
) {
    match key.input.key_code {
        _ if key.input.state == ButtonState::Released => {}
        KeyCode::Enter | KeyCode::NumpadEnter => {
            focus.clear();
            actions.write(Action::Load);
        }
        KeyCode::Escape => focus.clear(),
        _ => {}
    }
}
