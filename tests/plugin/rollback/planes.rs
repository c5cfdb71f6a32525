//! The same game in x/y and in x/z, bit for bit.

use crate::rollback::{
    library::{Game, Play, assert_rolls_back, assert_seen},
    rolled_back_game::{CarriedBy, Drift, Script, add_game, seen},
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::prelude::*;
use core::time::Duration;

/// A game in `Update`, or in `FixedUpdate`, one step a frame.
fn app(seed: u64, plane: Plane, is_fixed: bool) -> App {
    let step = Duration::from_millis(50);
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(step))
        .insert_resource(Time::<Fixed>::from_duration(step))
        .insert_resource(PathfindingSettings { plane, ..default() });
    app.update();
    if is_fixed {
        app.add_plugins(PathfindingPlugin::in_schedule(FixedUpdate));
        add_game(&mut app, seed, FixedUpdate);
    } else {
        app.add_plugins(PathfindingPlugin);
        add_game(&mut app, seed, Update);
    }
    app
}

#[test]
fn a_game_in_x_z_is_the_game_in_x_y() {
    for seed in 0..8 {
        let is_fixed = seed % 3 == 2;
        let [mut flat, mut deep] = [Plane::Xy, Plane::Xz].map(|plane| app(seed, plane, is_fixed));
        for frame in 0..300 {
            flat.update();
            deep.update();
            let [expected, seen] = [&mut flat, &mut deep].map(|app| seen(app.world_mut()));
            assert_seen(&seen, &expected, &format!("seed {seed}, frame {frame}"));
        }
        let mut agents = deep.world_mut().query_filtered::<&Transform, With<PathFollower>>();
        let places: Vec<Vec3> = agents.iter(deep.world()).map(|at| at.translation).collect();
        assert!(places.iter().any(|at| at.z != 0.0) && places.iter().all(|at| at.y == 0.0));
    }
}

#[test]
fn a_game_in_x_z_that_goes_back_is_the_game_that_never_does() {
    let game = |seed| {
        let mut game = Game::new()
            .component::<Drift>()
            .component::<CarriedBy>()
            .resource::<Script>()
            .resource::<CostProfiles>()
            .resource::<PathfindingSettings>()
            .resource::<Congestion>();
        game.app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
        add_game(&mut game.app, seed, Play);
        game.app.finish();
        game.app.cleanup();
        game
    };
    for seed in 0..2 {
        assert_rolls_back(&format!("seed {seed}"), || game(seed), seen, 8, 150);
    }
}
