//! The example `save_and_load` without a window.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::NavId;
use core::time::Duration;
use std::collections::BTreeMap;

#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/save_and_load.rs"]
mod save_and_load;

use save_and_load::{Guard, gate, load, save};

fn game() -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .add_plugins(save_and_load::game);
    app.update();
    app
}

/// Where the guards are, by their ids.
fn places(app: &mut App) -> BTreeMap<NavId, Vec3> {
    let mut guards = app.world_mut().query_filtered::<(&NavId, &Transform), With<Guard>>();
    guards.iter(app.world()).map(|(&id, place)| (id, place.translation)).collect()
}

fn run<M>(app: &mut App, system: impl IntoSystem<(), Result, M> + 'static) {
    app.world_mut().run_system_cached(system).expect("a system").expect("done");
}

#[test]
fn a_loaded_game_walks_on_as_the_first_one_did() {
    let mut app = game();
    (0..300).for_each(|_| app.update());
    run(&mut app, gate);
    (0..30).for_each(|_| app.update());
    run(&mut app, save);
    let saved = places(&mut app);
    assert_eq!(saved.len(), 72);
    let first: Vec<_> = (0..1200)
        .map(|_| {
            app.update();
            places(&mut app)
        })
        .collect();
    let has_moved = |id, place: Vec3| first.iter().any(|frame| frame[id].distance(place) > 200.0);
    let moved = saved.iter().filter(|(id, place)| has_moved(*id, **place)).count();
    assert!(moved > 40, "{moved} went far");
    for _ in 0..2 {
        // What is done in between is gone.
        run(&mut app, gate);
        app.update();
        run(&mut app, load);
        assert_eq!(places(&mut app), saved);
        for (nth, frame) in first.iter().enumerate() {
            app.update();
            assert!(places(&mut app) == *frame, "frame {nth}");
        }
    }
}
