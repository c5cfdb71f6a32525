//! The screens of the window, when one follows another by itself, and the bars that only the game has.

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

/// A bar of the game, hidden while the title or the demo is shown.
#[derive(Component)]
pub struct GameBar;

/// Adds the screens. The clock stands still in the menu only; Space holds it in the game.
pub fn plugin(app: &mut App, first: Screen) {
    app.insert_state(first)
        .add_systems(OnEnter(Screen::Menu), |mut clock: ResMut<Time<Virtual>>| clock.pause())
        .add_systems(OnExit(Screen::Menu), |mut clock: ResMut<Time<Virtual>>| clock.unpause())
        .add_systems(OnExit(Screen::Play), |mut clock: ResMut<Time<Virtual>>| clock.set_relative_speed(1.0))
        .add_systems(Update, show_bars.run_if(state_changed::<Screen>))
        .add_systems(Update, end_game.run_if(in_state(Screen::Play)))
        .add_systems(Update, follow_script.run_if(in_state(Screen::End)));
}

fn show_bars(screen: Res<State<Screen>>, mut bars: Query<&mut Visibility, With<GameBar>>) {
    let is_game = matches!(screen.get(), Screen::Play | Screen::Menu | Screen::End);
    for mut visibility in &mut bars {
        visibility.set_if_neq(if is_game { Visibility::Inherited } else { Visibility::Hidden });
    }
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
