//! The bars above and below the board, and the banner at the end of a game.

mod banner;
mod hint;
mod stats;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((stats::plugin, hint::plugin, banner::plugin));
}
