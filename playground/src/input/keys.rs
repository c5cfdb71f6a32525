//! The keys: each does what a control does.

use crate::{
    action::{Action, Page, Play},
    board::{Tool, Ways},
};
use bevy::{
    input::{ButtonState, keyboard::KeyboardInput},
    input_focus::{FocusedInput, InputFocus},
    prelude::*,
    text::EditableText,
    window::PrimaryWindow,
};

/// Listens to the keys that the focused control does not use. Such keys reach the window.
pub fn listen(mut commands: Commands, window: Single<Entity, With<PrimaryWindow>>) {
    commands.entity(*window).observe(press_key);
}

/// Turns a key into an action. While a name is typed, letters are letters.
fn press_key(
    key: On<FocusedInput<KeyboardInput>>,
    held: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut actions: MessageWriter<Action>,
) {
    if key.input.state == ButtonState::Released {
        return;
    }
    let control = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let is_typing = focus.get().is_some_and(|node| fields.contains(node));
    let action = match (key.input.key_code, control) {
        (KeyCode::F1, _) => Action::Page(Page::Grid),
        (KeyCode::F2, _) => Action::Page(Page::Graph),
        (KeyCode::F3, _) => Action::Page(Page::Replay),
        (KeyCode::KeyS, true) => Action::Save,
        (KeyCode::KeyO, true) => Action::NameFile,
        _ if is_typing => return,
        (KeyCode::KeyZ, true) if shift => Action::Redo,
        (KeyCode::KeyZ, true) => Action::Undo,
        (KeyCode::KeyY, true) => Action::Redo,
        (code, false) => match plain_key(code) {
            Some(action) => action,
            None => return,
        },
        _ => return,
    };
    actions.write(action);
}

fn plain_key(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Space => Action::Play(Play::Toggle),
        KeyCode::ArrowLeft => Action::Play(Play::Back),
        KeyCode::ArrowRight => Action::Play(Play::Forward),
        KeyCode::Home => Action::Play(Play::First),
        KeyCode::End => Action::Play(Play::Last),
        KeyCode::KeyF => Action::Fit,
        KeyCode::KeyN => Action::ToggleNumbers,
        KeyCode::Equal | KeyCode::NumpadAdd => Action::Zoom(1.25),
        KeyCode::Minus | KeyCode::NumpadSubtract => Action::Zoom(0.8),
        KeyCode::KeyW => Action::Tool(Tool::Wall),
        KeyCode::KeyE => Action::Tool(Tool::Erase),
        KeyCode::KeyL => Action::Tool(Tool::Link(Ways::Both)),
        KeyCode::KeyO => Action::Tool(Tool::Link(Ways::One)),
        KeyCode::KeyX => Action::Tool(Tool::EdgeWall(Ways::Both)),
        KeyCode::KeyC => Action::Tool(Tool::EdgeWall(Ways::One)),
        KeyCode::KeyD => Action::Tool(Tool::Danger(4)),
        KeyCode::KeyS => Action::Tool(Tool::Start),
        KeyCode::KeyG => Action::Tool(Tool::Goal),
        KeyCode::KeyA => Action::Tool(Tool::Soldier),
        _ => Action::Tool(Tool::Terrain(digit(code)?)),
    })
}

/// The digit of a key, 1 to 9.
fn digit(code: KeyCode) -> Option<u8> {
    const DIGITS: [KeyCode; 9] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
        KeyCode::Digit9,
    ];
    DIGITS.iter().position(|&key| key == code).map(|index| index as u8 + 1)
}
