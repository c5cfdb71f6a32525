//! The keys: each does what a control does.

use crate::{
    action::{Action, Page, Play},
    board::Tool,
    files::FileName,
    window_state::CurrentPage,
};
use bevy::{
    input::{ButtonState, keyboard::KeyboardInput},
    prelude::*,
};

/// Turns keys into actions. While a file name is typed, they are letters.
pub fn press_keys(
    mut keys: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    name: Res<FileName>,
    page: Res<CurrentPage>,
    mut actions: MessageWriter<Action>,
) {
    let control = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for key in keys.read().filter(|key| key.state == ButtonState::Pressed) {
        let action = match (key.key_code, control) {
            (KeyCode::Escape, _) => Some(Action::CloseMenu),
            (KeyCode::Enter | KeyCode::NumpadEnter, _) if name.is_edited() => Some(Action::Load),
            _ if name.is_edited() => None,
            (KeyCode::KeyZ, true) if shift => Some(Action::Redo),
            (KeyCode::KeyZ, true) => Some(Action::Undo),
            (KeyCode::KeyY, true) => Some(Action::Redo),
            (KeyCode::KeyS, true) => Some(Action::Save),
            (KeyCode::KeyO, true) => Some(Action::EditFileName),
            (KeyCode::Tab, false) => Some(Action::Page(match page.0 {
                Page::Grid => Page::Graph,
                Page::Graph => Page::Grid,
            })),
            (code, false) => plain_key(code),
            _ => None,
        };
        if let Some(action) = action {
            actions.write(action);
        }
    }
}

fn plain_key(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Space => Action::Play(Play::Toggle),
        KeyCode::ArrowLeft => Action::Play(Play::Back),
        KeyCode::ArrowRight => Action::Play(Play::Forward),
        KeyCode::Home => Action::Play(Play::First),
        KeyCode::End => Action::Play(Play::Last),
        KeyCode::KeyF => Action::Fit,
        KeyCode::Equal | KeyCode::NumpadAdd => Action::Zoom(1.25),
        KeyCode::Minus | KeyCode::NumpadSubtract => Action::Zoom(0.8),
        KeyCode::KeyW => Action::Tool(Tool::Wall),
        KeyCode::KeyE => Action::Tool(Tool::Erase),
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
