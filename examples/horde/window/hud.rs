//! The bars above and below the board.

mod hint;
mod numbers;
mod rates;

use bevy::prelude::*;

/// The heights of the bars.
pub const TOP: f32 = 56.0;
pub const BOTTOM: f32 = 40.0;

pub fn plugin(app: &mut App) {
    app.add_plugins((rates::plugin, numbers::plugin, hint::plugin));
}
