//! The keys of the game's clock: pause, speed and single steps; and those of fear and a new game.

use crate::{
    game::Game,
    orders::{Order, Orders},
    shared::clock::pause_and_speed,
    virus::Fear,
};
use bevy::{app::RunFixedMainLoopSystems, prelude::*};

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (pause_and_speed, fear_and_restart))
        .add_systems(RunFixedMainLoop, step.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop));
}

/// Runs one tick while the clock is paused, by adding just enough time to the fixed clock.
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
