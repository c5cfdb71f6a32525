//! The bars above and below the board.

mod figures;
pub mod hint;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((figures::plugin, hint::plugin));
}
