//! Apps whose systems run one after another, for tests.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

/// Runs the systems of all schedules one after another: to wake threads takes longer than these systems take.
pub fn run_systems_in_turn(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}
