//! Overlays over the board: the danger, the last search and its numbers, the paths of the next wave and of all viruses. Each can be shown beside the others.

mod cells;
mod danger;
mod last_search;
mod next_wave;
mod numbers;
mod paths;
mod search;

pub use danger::LEVELS;
pub use last_search::is_for_developers;

use crate::overlay::Overlay;
use bevy::prelude::*;
use kit::overlays::{Shown, toggle};

/// Adds the overlays. Some are shown from the start.
pub fn plugin(app: &mut App, shown: Shown<Overlay>) {
    let read = (toggle::<Overlay>, last_search::pick_agent, last_search::watch, last_search::update);
    let show = (danger::show, search::show, numbers::show, search::mark_agent);
    app.insert_resource(shown)
        .init_resource::<last_search::LastSearch>()
        .init_resource::<next_wave::Forecast>()
        .add_systems(Update, (read.chain(), show).chain())
        .add_systems(
            Update,
            (next_wave::update, next_wave::draw.run_if(next_wave::is_shown), paths::draw).chain(),
        )
        .add_systems(Startup, (danger::spawn, search::spawn, numbers::spawn));
}
