//! The keys of the game's clock: pause, speed and single steps; and those of fear.

use super::screen::Screen;
use crate::{
    orders::{Order, Orders},
    virus::Fear,
};
use bevy::{app::RunFixedMainLoopSystems, prelude::*};
use kit::clock::pause_and_speed;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (pause_and_speed, fear).run_if(in_state(Screen::Play))).add_systems(
        RunFixedMainLoop,
        step.run_if(in_state(Screen::Play)).in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
}

/// Runs one tick while the clock is paused, by adding just enough time to the fixed clock.
fn step(keys: Res<ButtonInput<KeyCode>>, clock: Res<Time<Virtual>>, mut fixed: ResMut<Time<Fixed>>) {
    if clock.is_paused() && keys.just_pressed(KeyCode::KeyN) {
        let (tick, left) = (fixed.timestep(), fixed.overstep());
        fixed.accumulate_overstep(tick.saturating_sub(left));
    }
}

fn fear(keys: Res<ButtonInput<KeyCode>>, fear: Res<Fear>, mut orders: ResMut<Orders>) {
    if keys.any_just_pressed([KeyCode::BracketLeft, KeyCode::Comma]) {
        orders.give(Order::Fear(fear.stepped(false)));
    }
    if keys.any_just_pressed([KeyCode::BracketRight, KeyCode::Period]) {
        orders.give(Order::Fear(fear.stepped(true)));
    }
}
