//! Where the plugin runs.

use crate::support::*;
use bevy::app::TaskPoolPlugin;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::bevy_version::OnInsert;
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

/// A game's own system that moves entities, edits the map and changes settings.
fn steer(
    mut transforms: Query<&mut Transform>,
    mut map: ResMut<NavGrid>,
    mut settings: ResMut<PathfindingSettings>,
    mut commands: Commands,
) {
    transforms.iter_mut().for_each(|mut transform| transform.translation.z = 1.0);
    map.set_changed();
    settings.set_changed();
    commands.spawn_empty();
}

/// A game's own system that reads where agents are, and moves something there.
fn follow(agents: Query<&PathResult>, mut transforms: Query<&mut Transform>, map: Res<NavGrid>) {
    if agents.iter().any(|result| !result.cells(&map).is_empty()) {
        transforms.iter_mut().for_each(|mut transform| transform.translation.z = 2.0);
    }
}

/// An app with everything that adds systems to this schedule, and a game's systems where the documentation tells to put them.
fn ordered_app(schedule: impl ScheduleLabel + Clone) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::in_schedule(schedule.clone()),
        PathfindingDiagnosticsPlugin,
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
    .insert_resource(Congestion::default())
    .insert_resource(SearchTrace::default())
    .add_systems(
        schedule.clone(),
        (
            steer.before(PathfindingSystems::SyncGrid),
            follow.after(PathfindingSystems::FollowPath).before(TransformSystems::Propagate),
        ),
    )
    .edit_schedule(schedule, |schedule| {
        schedule
            .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    });
    app
}

/// Whether the order of two conflicting systems of a schedule is undefined.
fn is_ambiguous(app: &mut App, schedule: impl ScheduleLabel) -> bool {
    app.world_mut().schedule_scope(schedule, |world, schedule| schedule.initialize(world).is_err())
}

#[test]
fn the_order_of_the_systems_is_defined_in_every_schedule() {
    fn check(schedule: impl ScheduleLabel + Clone) {
        let mut app = ordered_app(schedule.clone());
        assert!(!is_ambiguous(&mut app, schedule.clone()), "{schedule:?}");
        spawn_map(&mut app, &[[1; 12]; 3]);
        let crowd = (walker(middle(0, 0), PathRequest::to_cell(cell(11, 0))), CrowdAgent::default());
        let agents = [
            app.world_mut().spawn(crowd).id(),
            app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(11, 1)))).id(),
        ];
        (0..10).for_each(|_| app.update());
        assert!(agents.iter().all(|&agent| result(&app, agent).has_path()), "{schedule:?}");
        // A system without an order is found.
        app.add_systems(schedule.clone(), |mut transforms: Query<&mut Transform, With<PathFollower>>| {
            transforms.iter_mut().for_each(|mut transform| transform.translation.z = 2.0);
        });
        assert!(is_ambiguous(&mut app, schedule.clone()), "{schedule:?}");
    }
    check(Update);
    check(FixedUpdate);
    check(PostUpdate);
}

#[test]
fn in_post_update_agents_are_drawn_where_they_have_walked() {
    for is_first in [true, false] {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
        let plugin = PathfindingPlugin::in_schedule(PostUpdate);
        if is_first {
            app.add_plugins((plugin, TransformPlugin));
        } else {
            app.add_plugins((TransformPlugin, plugin));
        }
        spawn_map(&mut app, &[[1; 12]; 3]);
        let crowd = (walker(middle(0, 0), PathRequest::to_cell(cell(11, 0))), CrowdAgent::default());
        let agents = [
            app.world_mut().spawn(crowd).id(),
            app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(11, 1)))).id(),
        ];
        for frame in 0..10 {
            app.update();
            for agent in agents {
                let place = app.world().get::<Transform>(agent).unwrap().translation;
                let drawn = app.world().get::<GlobalTransform>(agent).unwrap().translation();
                assert_eq!(drawn, place, "frame {frame}");
            }
        }
        assert!(agents.iter().all(|&agent| cell_of(&app, agent).x == 1));
    }
}

#[test]
fn without_a_clock_nothing_runs() {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TransformPlugin,
        PathfindingPlugin,
        PathfindingDiagnosticsPlugin,
    ));
    app.finish();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(2, 0)))).id();
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
}

#[test]
fn an_observer_may_despawn_agents_while_the_plugin_is_added() {
    let mut app = App::new();
    let agents =
        [0, 1].map(|y| app.world_mut().spawn(walker(middle(0, y), PathRequest::to_cell(cell(2, y)))).id());
    app.add_plugins((MinimalPlugins, TransformPlugin));
    app.add_observer(move |insert: OnInsert<PathFollower>, mut commands: Commands| {
        agents
            .into_iter()
            .filter(|&agent| agent != insert.entity)
            .for_each(|agent| commands.entity(agent).despawn());
    });
    app.add_plugins(PathfindingPlugin);
    app.update();
    assert_eq!(
        agents
            .map(|agent| app.world().get_entity(agent).is_ok())
            .into_iter()
            .filter(|&is_left| is_left)
            .count(),
        1
    );
}

#[test]
fn waits_go_on_when_the_clock_begins_again() {
    let mut app = open_map(5, 3);
    let mut settings = app.world_mut().resource_mut::<PathfindingSettings>();
    (settings.retry_delay_secs, settings.max_retry_delay_secs) = (1.0, 1.0);
    (0..200).for_each(|_| app.update());
    // A wall between the agent and its target.
    let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
    let map = nav_grid.map_mut().unwrap();
    (0..3).for_each(|y| map.block(cell(3, y)));
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(4, 1)))).id();
    app.update();
    assert!(failure(&app, agent).is_some());
    let answers = |app: &App| app.world().resource::<PathfindingStats>().requests();
    let before = answers(&app);
    app.insert_resource(Time::<Virtual>::default());
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(1, 1);
    (0..5).for_each(|_| app.update());
    assert!(app.world().resource::<Time>().elapsed_secs() < 1.0);
    assert_eq!(answers(&app), before, "half a second of the wait is over");
    (0..10).for_each(|_| app.update());
    assert_eq!(answers(&app), before + 1);
}
