//! The same game in `Update` and in `FixedUpdate`, whose steps don't follow the frames that are drawn.

use crate::rollback::{
    library::assert_seen,
    rolled_back_game::{add_game, seen},
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::prelude::*;
use core::time::Duration;

const STEP: Duration = Duration::from_millis(50);

/// What was seen after each step of a game.
#[derive(Resource, Default)]
struct Diary(Vec<Vec<String>>);

fn look(world: &mut World) {
    let seen = seen(world);
    world.resource_mut::<Diary>().0.push(seen);
}

/// No time passes in the first frame of an app: the game begins after it.
fn app(seed: u64, is_fixed: bool, frame: Duration) -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .insert_resource(Time::<Fixed>::from_duration(STEP))
        .init_resource::<Diary>();
    app.update();
    if is_fixed {
        app.add_plugins(PathfindingPlugin::in_schedule(FixedUpdate)).add_systems(FixedLast, look);
        add_game(&mut app, seed, FixedUpdate);
    } else {
        app.add_plugins(PathfindingPlugin).add_systems(Last, look);
        add_game(&mut app, seed, Update);
    }
    app
}

#[test]
fn a_game_in_fixed_update_is_the_game_in_update() {
    for seed in 0..6 {
        let mut in_update = app(seed, false, STEP);
        // No step, one or two in a frame.
        let mut in_fixed_update = app(seed, true, Duration::from_millis([17, 83][seed as usize % 2]));
        let mut compared = 0;
        while compared < 300 {
            in_fixed_update.update();
            for seen in core::mem::take(&mut in_fixed_update.world_mut().resource_mut::<Diary>().0) {
                in_update.update();
                let expected = in_update.world_mut().resource_mut::<Diary>().0.pop().unwrap();
                assert_seen(&seen, &expected, &format!("seed {seed}, step {compared}"));
                compared += 1;
            }
        }
    }
}
