//! The menus: title, menu of a game on hold, end of a game.

mod end;
mod panel;
mod pause;
mod title;

use super::{action::Action, button::Focus, screen::Screen};
use crate::records::note_end;
use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), (reset_focus, title::spawn))
        .add_systems(OnEnter(Screen::Menu), (reset_focus, pause::spawn))
        .add_systems(OnEnter(Screen::End), (reset_focus, note_end, end::spawn).chain())
        .add_systems(Update, (title::show_difficulty, panel::show_distance, keys));
}

fn reset_focus(mut focus: ResMut<Focus>) {
    focus.0 = 0;
}

/// The keys that open, close and leave screens.
fn keys(keys: Res<ButtonInput<KeyCode>>, screen: Res<State<Screen>>, mut actions: MessageWriter<Action>) {
    let escape = keys.just_pressed(KeyCode::Escape);
    let again = keys.just_pressed(KeyCode::KeyR);
    let action = match screen.get() {
        Screen::Title => keys.just_pressed(KeyCode::KeyD).then_some(Action::Demo),
        Screen::Play => escape.then_some(Action::OpenMenu),
        Screen::Menu if escape => Some(Action::Resume),
        Screen::End if escape => Some(Action::ToTitle),
        Screen::Menu | Screen::End => again.then_some(Action::Start),
        Screen::Demo => keys.get_just_pressed().next().map(|_| Action::ToTitle),
    };
    if let Some(action) = action {
        actions.write(action);
    }
}
