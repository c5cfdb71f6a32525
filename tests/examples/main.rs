//! The small examples without a window: each does what its first line says.

#![expect(clippy::duplicate_mod, reason = "all examples share one look")]

mod a;
mod b;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// An app without a window and without input that plays an example, sixty frames a second. Its map and its agents are there.
fn app(game: fn(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .init_resource::<ButtonInput<KeyCode>>()
        .add_plugins(game);
    app.update();
    app
}

/// Runs frames until `holds` returns true. Panics if that takes longer than `seconds`.
fn run_until(app: &mut App, seconds: u32, mut holds: impl FnMut(&mut App) -> bool) {
    for _ in 0..60 * seconds {
        if holds(app) {
            return;
        }
        app.update();
    }
    assert!(holds(app), "not within {seconds} seconds");
}

/// Presses a key for one frame.
fn press(app: &mut App, key: KeyCode) {
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
    app.update();
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
}

/// The only entity with a component.
fn only<T: Component>(app: &mut App) -> Entity {
    app.world_mut().query_filtered::<Entity, With<T>>().single(app.world()).expect("exactly one")
}

/// The cell in which an entity is.
fn cell_of(app: &App, entity: Entity) -> IVec2 {
    let at = app.world().get::<Transform>(entity).expect("a place").translation.truncate();
    app.world().resource::<NavGrid>().cell_at(at).expect("a cell of the map")
}

/// Whether a follower is at its goal.
fn has_arrived(app: &App, agent: Entity) -> bool {
    app.world().get::<PathFollower>(agent).expect("a follower").has_arrived()
}
