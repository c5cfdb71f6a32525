//! Pause and speed by keys. The clock of an example is Bevy's virtual time.

use bevy::prelude::*;
use std::time::Duration;

const SPEEDS: [f32; 4] = [0.5, 1.0, 2.0, 4.0];
/// A frame never counts for more, so that a slow machine shows slow motion, not jumps.
const LONGEST_FRAME: Duration = Duration::from_millis(100);

/// Adds the keys of the clock, which are read in `set`.
pub fn plugin(app: &mut App, set: impl SystemSet) {
    app.add_systems(Startup, |mut clock: ResMut<Time<Virtual>>| clock.set_max_delta(LONGEST_FRAME))
        .add_systems(Update, pause_and_speed.in_set(set));
}

/// Pauses with Space; plus and minus change the speed.
pub fn pause_and_speed(keys: Res<ButtonInput<KeyCode>>, mut clock: ResMut<Time<Virtual>>) {
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

/// The speed as the HUD shows it.
pub fn speed_text(clock: &Time<Virtual>) -> String {
    if clock.is_paused() { "paused".to_string() } else { format!("{}x", clock.relative_speed()) }
}
