//! The bars above and below the board, and the banner at the end of a game.

mod banner;
mod hint;
mod stats;

use bevy::prelude::*;

/// The height of each bar.
const BAR_HEIGHT: f32 = 40.0;

pub fn plugin(app: &mut App) {
    app.add_plugins((stats::plugin, hint::plugin, banner::plugin));
}
