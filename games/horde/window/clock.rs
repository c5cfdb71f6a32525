//! The clock of the horde: its keys, and the longest frame.

use crate::rules::HordeSystems;
use bevy::prelude::*;
use kit::clock::pause_and_speed;
use std::time::Duration;

/// A frame never counts for more, so that a slow machine shows slow motion, not jumps.
const LONGEST_FRAME: Duration = Duration::from_millis(100);

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut clock: ResMut<Time<Virtual>>| clock.set_max_delta(LONGEST_FRAME))
        .add_systems(Update, pause_and_speed.in_set(HordeSystems::Input));
}
