//! The figures of the plugin as Bevy's diagnostics.

use crate::support::*;
use bevy::diagnostic::{DiagnosticPath, DiagnosticsStore};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::PathfindingDiagnosticsPlugin as Paths;
use bevy_tilepath::prelude::*;
use std::time::{Duration, Instant};

/// An app with an open map and diagnostics, in which everything runs in this schedule.
fn measured_map(schedule: impl ScheduleLabel + Clone, side: u32) -> App {
    let mut app = App::new();
    let grid = Grid::new(UVec2::splat(side), 1).unwrap();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .insert_resource(Time::<Fixed>::from_hz(5.0))
        .insert_resource(NavGrid::from_grid(grid, CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap()))
        .add_plugins((PathfindingPlugin::in_schedule(schedule), Paths));
    app
}

fn value(app: &App, path: &DiagnosticPath) -> f64 {
    let store = app.world().resource::<DiagnosticsStore>();
    store.get(path).and_then(|diagnostic| diagnostic.value()).unwrap_or_else(|| panic!("no value of {path}"))
}

fn measurements(app: &App, path: &DiagnosticPath) -> usize {
    app.world().resource::<DiagnosticsStore>().get(path).expect("not registered").history_len()
}

fn stats(app: &App) -> PathfindingStats {
    *app.world().resource::<PathfindingStats>()
}

/// Asserts that every count is what the last frame added to the totals, or what there is now.
fn assert_counts_of_frame(app: &App, before: PathfindingStats) {
    let now = stats(app);
    let expansions = now.expansions - before.expansions;
    for (path, expected) in [
        (Paths::REQUESTS, now.requests() - before.requests()),
        (Paths::SEARCHED, now.searches - before.searches),
        (Paths::SHARED, now.shared - before.shared),
        (Paths::REFUSED, now.refused - before.refused),
        (Paths::EXPANSIONS, expansions),
        (Paths::FIELDS, now.fields),
        (Paths::FIELD_BYTES, now.field_bytes),
        (Paths::FIELD_BUILDS, now.field_builds - before.field_builds),
        (Paths::FIELD_REPAIRS, now.field_repairs - before.field_repairs),
        (Paths::REPAIRED_CELLS, now.repaired_cells - before.repaired_cells),
    ] {
        assert_eq!(value(app, &path), expected as f64, "{path}");
    }
    let budget = app.world().resource::<PathfindingSettings>().expansions_per_frame;
    assert_eq!(value(app, &Paths::BUDGET_USED), expansions as f64 * 100.0 / f64::from(budget));
}

fn spawn_row(app: &mut App, y: i32, count: i32, to: IVec2) {
    for x in 0..count {
        app.world_mut().spawn(walker(middle(x, y), PathRequest::to_cell(to)));
    }
}

#[test]
fn counts_are_those_of_the_frame() {
    let mut app = measured_map(Update, 16);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 400;
    spawn_row(&mut app, 0, 3, cell(9, 9));
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_entity(gone)));
    app.update();
    // The first frame counts, too.
    assert_counts_of_frame(&app, PathfindingStats::default());
    assert_eq!([Paths::SEARCHED, Paths::REFUSED].map(|path| value(&app, &path)), [3.0, 1.0]);
    assert!(value(&app, &Paths::BUDGET_USED) > 0.0);

    let before = stats(&app);
    spawn_row(&mut app, 2, 12, cell(3, 12));
    app.update();
    assert_counts_of_frame(&app, before);
    let shared = [Paths::REQUESTS, Paths::SHARED, Paths::FIELD_BUILDS, Paths::FIELDS];
    assert_eq!(shared.map(|path| value(&app, &path)), [12.0, 12.0, 1.0, 1.0]);
    assert!(value(&app, &Paths::FIELD_BYTES) > 0.0);

    let before = stats(&app);
    app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().block(cell(3, 10));
    app.update();
    assert_counts_of_frame(&app, before);
    assert_eq!(value(&app, &Paths::FIELD_REPAIRS), 1.0);
    assert!(value(&app, &Paths::REPAIRED_CELLS) > 0.0);

    let before = stats(&app);
    app.update();
    assert_counts_of_frame(&app, before);
    assert_eq!([Paths::SHARED, Paths::FIELD_REPAIRS].map(|path| value(&app, &path)), [0.0, 0.0]);
}

#[test]
fn a_spent_budget_is_a_hundred_percent() {
    let mut app = measured_map(Update, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 500;
    app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(39, 39)).with_heuristic(Heuristic::Zero)));
    app.update();
    assert_eq!([Paths::EXPANSIONS, Paths::BUDGET_USED].map(|path| value(&app, &path)), [500.0, 100.0]);
    // Four frames for 1,600 cells.
    (0..3).for_each(|_| app.update());
    assert_eq!([Paths::EXPANSIONS, Paths::BUDGET_USED].map(|path| value(&app, &path)), [100.0, 20.0]);
}

#[test]
fn sets_take_time_and_together_no_more_than_the_frame() {
    let mut app = measured_map(Update, 200);
    for frame in 0..5 {
        spawn_row(&mut app, frame, 50, cell(199, 199));
        let start = Instant::now();
        app.update();
        let took = start.elapsed().as_secs_f64() * 1000.0;
        let times = Paths::SET_TIMES.map(|path| value(&app, &path));
        assert!(times.iter().all(|&time| time > 0.0), "{times:?}");
        let together = value(&app, &Paths::TIME);
        assert!((times.iter().sum::<f64>() - together).abs() < 1e-6, "{times:?} are {together}");
        assert!(together <= took, "{together} ms of {took} ms");
    }
}

/// Blocks the thread, as work does.
fn sleep(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

#[test]
fn what_a_game_does_between_the_sets_is_not_their_time_but_what_their_events_do_is() {
    use PathfindingSystems::{FollowPath, Search, SyncGrid, UpdateFields};
    let mut app = measured_map(Update, 8);
    app.add_systems(
        Update,
        (
            (|| sleep(200)).before(SyncGrid),
            (|| sleep(200)).after(SyncGrid).before(UpdateFields),
            (|| sleep(200)).after(UpdateFields).before(Search),
            (|| sleep(200)).after(Search).before(FollowPath),
            (|| sleep(200)).after(FollowPath),
        ),
    );
    app.update();
    assert!(value(&app, &Paths::TIME) < 200.0, "{} ms", value(&app, &Paths::TIME));
    app.add_observer(|_: On<PathFound>| sleep(200));
    app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(5, 5))));
    app.update();
    assert!(value(&app, &Paths::FOLLOW_PATH_TIME) >= 200.0, "the observers of its events are part of a set");
}

#[test]
fn a_frame_without_a_run_of_the_plugin_leaves_no_measurement() {
    let mut app = measured_map(FixedUpdate, 8);
    app.update();
    spawn_row(&mut app, 0, 2, cell(5, 5));
    // 200 ms make a fixed step, 100 ms pass in a frame.
    (0..6).for_each(|_| app.update());
    assert_eq!(measurements(&app, &Paths::TIME), 3);
    assert_eq!(measurements(&app, &Paths::REQUESTS), 3);
    let store = app.world().resource::<DiagnosticsStore>();
    let requests: Vec<f64> = store.get(&Paths::REQUESTS).unwrap().values().copied().collect();
    assert_eq!(requests, [2.0, 0.0, 0.0]);
}

#[test]
fn a_set_that_the_game_skips_has_no_time() {
    let mut app = measured_map(Update, 8);
    app.configure_sets(Update, PathfindingSystems::FollowPath.run_if(|| false));
    app.update();
    assert_eq!(measurements(&app, &Paths::SEARCH_TIME), 1);
    assert_eq!(measurements(&app, &Paths::FOLLOW_PATH_TIME), 0);
    spawn_row(&mut app, 0, 2, cell(5, 5));
    app.update();
    assert_eq!(value(&app, &Paths::SEARCHED), 2.0, "the counts of the others are there");
}

#[test]
fn a_paused_plugin_measures_nothing_and_then_only_what_is_new() {
    #[derive(Resource, PartialEq)]
    struct Runs(bool);
    let mut app = measured_map(Update, 8);
    app.insert_resource(Runs(false));
    for set in [
        PathfindingSystems::SyncGrid,
        PathfindingSystems::UpdateFields,
        PathfindingSystems::Search,
        PathfindingSystems::FollowPath,
    ] {
        app.configure_sets(Update, set.run_if(resource_equals(Runs(true))));
    }
    spawn_row(&mut app, 0, 2, cell(5, 5));
    app.update();
    assert_eq!(measurements(&app, &Paths::TIME), 0);
    app.insert_resource(Runs(true));
    app.update();
    assert_eq!((measurements(&app, &Paths::TIME), value(&app, &Paths::SEARCHED)), (1, 2.0));
}

#[test]
fn agents_walk_as_they_do_without_diagnostics() {
    let play = |measured: bool| {
        let mut app = open_map(16, 16);
        if measured {
            app.add_plugins(Paths);
        }
        spawn_row(&mut app, 0, 12, cell(12, 12));
        spawn_row(&mut app, 1, 2, cell(3, 14));
        let mut places = Vec::new();
        for frame in 0..40 {
            if frame % 8 == 0 {
                let mut nav = app.world_mut().resource_mut::<NavGrid>();
                nav.map_mut().unwrap().block(cell(frame / 4, 6));
            }
            app.update();
            let mut agents = app.world_mut().query_filtered::<(Entity, &Transform), With<PathFollower>>();
            let agents = agents.iter(app.world()).map(|(agent, at)| (agent, at.translation.to_array()));
            // In what order a query finds them depends on what else there is in the app.
            let mut agents: Vec<_> = agents.collect();
            agents.sort_unstable_by_key(|&(agent, _)| agent);
            places.extend(agents.into_iter().map(|(_, at)| at));
        }
        (places, stats(&app))
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn without_the_store_nothing_is_recorded_and_nothing_panics() {
    let mut app = measured_map(Update, 8);
    app.world_mut().remove_resource::<DiagnosticsStore>();
    spawn_row(&mut app, 0, 2, cell(5, 5));
    (0..3).for_each(|_| app.update());
    assert_eq!(stats(&app).searches, 2);
}

#[test]
#[should_panic(expected = "add PathfindingPlugin before it")]
fn without_the_plugin_building_fails() {
    App::new().add_plugins((MinimalPlugins, Paths, PathfindingPlugin));
}

#[test]
#[should_panic(expected = "already added")]
fn added_twice_building_fails() {
    measured_map(Update, 8).add_plugins(Paths);
}
