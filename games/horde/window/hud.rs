//! The bars above and below the board.

mod hint;
mod lower_bar;
mod numbers;
mod rates;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((rates::plugin, numbers::plugin, hint::plugin));
}
