//! Pause and speed: the clock of the horde is Bevy's virtual time.

use crate::rules::HordeSystems;
use bevy::prelude::*;
use std::time::Duration;

const SPEEDS: [f32; 4] = [0.5, 1.0, 2.0, 4.0];
/// A frame never counts for more, so that a slow machine shows slow motion, not leaps.
const LONGEST_FRAME: Duration = Duration::from_millis(100);

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut clock: ResMut<Time<Virtual>>| clock.set_max_delta(LONGEST_FRAME))
        .add_systems(Update, pause_and_speed.in_set(HordeSystems::Input));
}

fn pause_and_speed(keys: Res<ButtonInput<KeyCode>>, mut clock: ResMut<Time<Virtual>>) {
    if keys.just_pressed(KeyCode::Space) {
        clock.toggle();
    }
    let speed = clock.relative_speed();
    let next = if keys.any_just_pressed([KeyCode::Equal, KeyCode::NumpadAdd]) {
        SPEEDS.into_iter().find(|&faster| faster > speed)
    } else if keys.any_just_pressed([KeyCode::Minus, KeyCode::NumpadSubtract]) {
        SPEEDS.into_iter().rfind(|&slower| slower < speed)
    } else {
        None
    };
    if let Some(next) = next {
        clock.set_relative_speed(next);
    }
}
