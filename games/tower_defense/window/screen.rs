//! The screens of the window, and when one follows another by itself.

use crate::game::{Game, Phase};
use bevy::prelude::*;

/// What the window shows over the board.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// A script plays behind the title.
    #[default]
    Title,
    Play,
    /// The menu over a game that is on hold.
    Menu,
    /// The figures of a game that is over.
    End,
    /// The demo plays by itself.
    Demo,
}

/// Adds the screens. The clock stands still in the menu only; Space holds it in the game.
pub fn plugin(app: &mut App, first: Screen) {
    app.insert_state(first)
        .add_systems(OnEnter(Screen::Menu), |mut clock: ResMut<Time<Virtual>>| clock.pause())
        .add_systems(OnExit(Screen::Menu), |mut clock: ResMut<Time<Virtual>>| clock.unpause())
        .add_systems(OnExit(Screen::Play), |mut clock: ResMut<Time<Virtual>>| clock.set_relative_speed(1.0))
        .add_systems(Update, end_game.run_if(in_state(Screen::Play)))
        .add_systems(Update, follow_script.run_if(in_state(Screen::End)));
}

fn end_game(game: Res<Game>, mut next: ResMut<NextState<Screen>>) {
    if game.is_changed() && matches!(game.phase, Phase::Won | Phase::Lost) {
        next.set(Screen::End);
    }
}

/// A script that plays in the window begins its next game by itself.
fn follow_script(game: Res<Game>, mut next: ResMut<NextState<Screen>>) {
    if game.phase == Phase::Running {
        next.set(Screen::Play);
    }
}
