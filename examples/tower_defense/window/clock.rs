//! Pause, single steps and speed: the game's clock is Bevy's virtual time.

use crate::{
    game::Game,
    orders::{Order, Orders},
    virus::Fear,
};
use bevy::{app::RunFixedMainLoopSystems, prelude::*};

const SPEEDS: [f32; 4] = [0.5, 1.0, 2.0, 4.0];

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (pause_and_speed, fear_and_restart))
        .add_systems(RunFixedMainLoop, step.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop));
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

/// One tick while the clock stands: time enough for it is handed to the fixed clock.
fn step(keys: Res<ButtonInput<KeyCode>>, clock: Res<Time<Virtual>>, mut fixed: ResMut<Time<Fixed>>) {
    if clock.is_paused() && keys.just_pressed(KeyCode::KeyN) {
        let (tick, left) = (fixed.timestep(), fixed.overstep());
        fixed.accumulate_overstep(tick.saturating_sub(left));
    }
}

fn fear_and_restart(
    keys: Res<ButtonInput<KeyCode>>,
    fear: Res<Fear>,
    game: Res<Game>,
    mut orders: ResMut<Orders>,
    mut clock: ResMut<Time<Virtual>>,
) {
    if keys.any_just_pressed([KeyCode::BracketLeft, KeyCode::Comma]) {
        orders.give(Order::Fear(fear.stepped(false)));
    }
    if keys.any_just_pressed([KeyCode::BracketRight, KeyCode::Period]) {
        orders.give(Order::Fear(fear.stepped(true)));
    }
    if keys.just_pressed(KeyCode::KeyR) && *game != Game::default() {
        orders.give(Order::NewGame);
        clock.unpause();
    }
}
