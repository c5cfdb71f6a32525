//! Where the plugin runs.

use crate::support::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::prelude::*;
use std::time::Duration;

#[test]
fn in_a_fixed_schedule_agents_walk_by_its_clock() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin::in_schedule(FixedUpdate)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)))
        .insert_resource(Time::<Fixed>::from_hz(50.0));
    spawn_map(&mut app, &[[1; 12]]);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(11, 0)))).id();
    // No time passes in the first update.
    (0..21).for_each(|_| app.update());
    let x = app.world().get::<Transform>(agent).unwrap().translation.x;
    assert!((x - 4.0 * TILE).abs() < 0.5, "{x}");
}

#[test]
fn settings_and_grid_inserted_before_the_plugin_are_kept() {
    let mut app = App::new();
    let grid = Grid::new(UVec2::new(3, 3), 1).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(PathfindingSettings { diagonals: DiagonalRule::Never, ..default() })
        .insert_resource(NavGrid::from_grid(grid, geometry))
        .add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(2, 2)))).id();
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 5);
}

/// Equal inputs give equal frames: the same crowd under the same edits, twice, bit by bit.
#[test]
fn the_same_game_twice_is_the_same_game() {
    let play = || {
        let mut random = fastrand::Rng::with_seed(23);
        let mut app = open_map(24, 24);
        app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 500;
        let agents: Vec<Entity> = (0..40)
            .map(|_| {
                let from = middle(random.i32(0..24), random.i32(0..24));
                let to = PathRequest::to_cell(cell(random.i32(0..24), random.i32(0..24)));
                app.world_mut().spawn(walker(from, to)).id()
            })
            .collect();
        for _ in 0..120 {
            let at = middle(random.i32(0..24), random.i32(0..24));
            app.world_mut().spawn((at, DangerSource::new(random.f32() * 3.0, random.f32() * 4.0)));
            app.update();
        }
        let place = |&agent: &Entity| app.world().get::<Transform>(agent).unwrap().translation.to_array();
        agents.iter().map(place).map(|at| at.map(f32::to_bits)).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}
