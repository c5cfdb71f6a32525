//! The figures that the plugin keeps of its own work.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn stats(app: &App) -> PathfindingStats {
    *app.world().resource::<PathfindingStats>()
}

fn spawn_row(app: &mut App, y: i32, count: i32, to: IVec2) {
    for x in 0..count {
        app.world_mut().spawn(walker(middle(x, y), PathRequest::to_cell(to)));
    }
}

fn block(app: &mut App, at: IVec2) {
    app.world_mut().resource_mut::<NavGrid>().map_mut().expect("no map").block(at);
}

#[test]
fn requests_are_counted_by_how_they_were_answered() {
    let mut app = open_map(16, 16);
    assert_eq!(stats(&app), PathfindingStats::default(), "nothing was asked yet");
    spawn_row(&mut app, 0, 3, cell(9, 9));
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_entity(gone)));
    app.update();
    let few = stats(&app);
    assert_eq!((few.searches, few.refused, few.shared, few.requests()), (3, 1, 0, 4));
    assert!(few.expansions >= 3, "{few:?}");
    spawn_row(&mut app, 2, 12, cell(3, 12));
    app.update();
    let many = stats(&app);
    assert_eq!((many.searches, many.shared, many.field_builds), (3, 12, 1), "{many:?}");
}

#[test]
fn a_field_is_repaired_where_the_map_changes_and_a_far_corner_costs_little() {
    let mut app = open_map(16, 16);
    spawn_row(&mut app, 0, 12, cell(15, 8));
    app.update();
    let before = stats(&app);
    assert_eq!((before.field_builds, before.field_repairs, before.repaired_cells), (1, 0, 0));
    block(&mut app, cell(0, 15));
    app.update();
    let corner = stats(&app);
    assert_eq!((corner.field_builds, corner.field_repairs), (1, 1));
    assert!(corner.repaired_cells <= 2, "only the corner itself: {corner:?}");
    block(&mut app, cell(13, 8));
    app.update();
    let near = stats(&app);
    assert_eq!((near.field_builds, near.field_repairs), (1, 2));
    assert!(near.repaired_cells > corner.repaired_cells, "cells behind the wall have another cost: {near:?}");
}

#[test]
fn what_is_not_asked_again_is_not_counted_again() {
    let mut app = open_map(16, 16);
    spawn_row(&mut app, 0, 2, cell(9, 9));
    spawn_row(&mut app, 1, 12, cell(3, 12));
    app.update();
    let asked = stats(&app);
    (0..30).for_each(|_| app.update());
    assert_eq!(stats(&app), asked);
}

#[test]
fn totals_that_a_game_has_raised_stop_at_their_maximum() {
    let mut app = open_map(16, 16);
    app.add_plugins(PathfindingDiagnosticsPlugin);
    app.insert_resource(PathfindingStats {
        searches: u64::MAX,
        expansions: u64::MAX,
        refused: u64::MAX - 1,
        shared: u64::MAX,
        field_builds: u64::MAX,
        field_repairs: u64::MAX,
        repaired_cells: u64::MAX,
        ..default()
    });
    spawn_row(&mut app, 0, 3, cell(9, 9));
    spawn_row(&mut app, 2, 12, cell(15, 8));
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_entity(gone)));
    app.update();
    block(&mut app, cell(13, 8));
    app.update();
    let PathfindingStats { searches, expansions, refused, shared, field_builds, .. } = stats(&app);
    assert_eq!([searches, expansions, refused, shared, field_builds], [u64::MAX; 5]);
    assert_eq!([stats(&app).field_repairs, stats(&app).repaired_cells], [u64::MAX; 2]);
    assert_eq!(stats(&app).requests(), u64::MAX);
}
