//! The bars above and below the board, and what is written on the board.

mod calling;
mod caption;
mod hint;
mod portals;
mod stats;
mod towers;
mod why;

use super::screen::Screen;
use bevy::prelude::*;

/// A bar of the game, hidden while the title or the demo is shown.
#[derive(Component)]
pub struct GameBar;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        stats::plugin,
        hint::plugin,
        towers::plugin,
        why::plugin,
        calling::plugin,
        portals::plugin,
        caption::plugin,
    ))
    .add_systems(Update, show_bars.run_if(state_changed::<Screen>));
}

fn show_bars(screen: Res<State<Screen>>, mut bars: Query<&mut Visibility, With<GameBar>>) {
    let is_game = matches!(screen.get(), Screen::Play | Screen::Menu | Screen::End);
    for mut visibility in &mut bars {
        visibility.set_if_neq(if is_game { Visibility::Inherited } else { Visibility::Hidden });
    }
}
