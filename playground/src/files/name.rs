//! The field with the name of the file.

use crate::action::Action;
use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
    },
    prelude::*,
};

/// The name of the file to load or save, and whether one types it.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct FileName {
    text: String,
    is_edited: bool,
}

impl Default for FileName {
    fn default() -> Self {
        Self { text: "board.txt".into(), is_edited: false }
    }
}

impl FileName {
    /// Longer names than this are cut off.
    const LONGEST: usize = 400;

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.is_edited
    }

    /// Shows another name.
    pub fn set(&mut self, text: String) {
        self.text = text;
        self.is_edited = false;
    }

    fn type_text(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.text.len() < Self::LONGEST {
                self.text.push(letter);
            }
        }
    }
}

/// Types into the field. Enter loads the file (see [`press_keys`](crate::input::press_keys)), Escape leaves the field, and so does a press
/// elsewhere.
pub fn edit(
    mut actions: MessageReader<Action>,
    mut keys: MessageReader<KeyboardInput>,
    mut name: ResMut<FileName>,
) {
    let mut next = name.clone();
    for key in keys.read().filter(|key| name.is_edited && key.state == ButtonState::Pressed) {
        match &key.logical_key {
            Key::Backspace => drop(next.text.pop()),
            Key::Delete => next.text.clear(),
            _ => next.type_text(key.text.as_deref().unwrap_or("")),
        }
    }
    for action in actions.read() {
        match action {
            Action::EditFileName => next.is_edited = true,
            Action::CloseMenu | Action::Menu(_) | Action::Load | Action::Save => next.is_edited = false,
            _ => {}
        }
    }
    name.set_if_neq(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_left_out_and_long_names_cut_off() {
        let mut name = FileName::default();
        name.set(String::new());
        name.type_text("a\n\u{8}\u{e9}");
        assert_eq!(name.text(), "a\u{e9}");
        name.type_text(&"x".repeat(5000));
        assert!(name.text().len() <= FileName::LONGEST);
    }
}
