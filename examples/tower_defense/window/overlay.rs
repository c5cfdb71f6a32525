//! Overlays over the board: the danger, the last search, and its numbers. Each can be shown beside the others.

mod cells;
mod danger;
mod last_search;
mod numbers;
mod search;

use crate::{
    overlay::Overlay,
    shared::overlays::{Shown, toggle},
};
use bevy::prelude::*;

/// Adds the overlays. Some are shown from the start.
pub fn plugin(app: &mut App, shown: Shown<Overlay>) {
    let read = (toggle::<Overlay>, last_search::pick_agent, last_search::watch, last_search::update);
    let show = (danger::show, search::show, numbers::show, search::mark_agent);
    app.insert_resource(shown)
        .init_resource::<last_search::LastSearch>()
        .add_systems(Update, (read.chain(), show).chain())
        .add_systems(Startup, (danger::spawn, search::spawn, numbers::spawn));
}
