//! What a game can do wrong, and how the plugin answers.

use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// Spawns an agent with a request on an open 4 × 4 map with a wall at (2, 2), and returns the failure.
fn ask(from: Transform, request: PathRequest) -> Option<FailureReason> {
    let mut app = open_map(4, 4);
    app.world_mut().spawn((middle(2, 2), NavObstacle::default()));
    let agent = app.world_mut().spawn((from, request)).id();
    app.update();
    app.update();
    let found = failure(&app, agent);
    assert_eq!(
        diary(&app).failed.first().map(|&(_, reason)| format!("{reason:?}")),
        found.map(|it| format!("{it:?}"))
    );
    found
}

#[test]
fn invalid_places_fail_with_their_value() {
    let home = middle(0, 0);
    let to = |x, y| PathRequest::to_cell(cell(x, y));
    assert_eq!(ask(middle(-3, 0), to(1, 1)), Some(FailureReason::Path(PathError::StartOutside(cell(-3, 0)))));
    assert_eq!(ask(middle(2, 2), to(1, 1)), Some(FailureReason::Path(PathError::StartBlocked(cell(2, 2)))));
    assert_eq!(ask(home, to(4, 0)), Some(FailureReason::Path(PathError::GoalOutside(cell(4, 0)))));
    assert_eq!(ask(home, to(2, 2)), Some(FailureReason::Path(PathError::GoalBlocked(cell(2, 2)))));
    assert_eq!(ask(home, to(0, 0)), None, "start = goal is a path of one cell");
    let infinite = Transform::from_xyz(f32::INFINITY, 0.0, 0.0);
    assert!(matches!(ask(infinite, to(1, 1)), Some(FailureReason::StartNotFinite(_))));
    let nan = PathRequest::to_position(Vec2::new(f32::NAN, 0.0));
    let failure = ask(home, nan).unwrap();
    assert!(matches!(failure, FailureReason::GoalNotFinite(_)) && failure.to_string().contains("NaN"));
    let far = PathRequest::to_position(Vec2::splat(f32::MAX));
    assert_eq!(ask(home, far), Some(FailureReason::Path(PathError::GoalOutside(IVec2::MAX))));
}

#[test]
fn invalid_numbers_fail_with_their_value() {
    let home = middle(0, 0);
    let request = PathRequest::to_cell(cell(3, 3));
    assert_eq!(
        ask(home, request.clone().within(-2.0)),
        Some(FailureReason::Path(PathError::InvalidRange(-2.0)))
    );
    assert_eq!(
        ask(home, request.clone().with_inflation(0.5)),
        Some(FailureReason::Path(PathError::InvalidInflation(0.5)))
    );
    assert_eq!(
        ask(home, request.clone().with_danger_aversion(-1.0)),
        Some(FailureReason::Aversion(InvalidAversion(-1.0)))
    );
    assert!(matches!(
        ask(home, request.clone().with_danger_aversion(f32::NAN)),
        Some(FailureReason::Aversion(InvalidAversion(value))) if value.is_nan()
    ));
    assert_eq!(
        ask(home, request.with_max_expansions(1)),
        Some(FailureReason::Path(PathError::ExpansionLimit(1)))
    );
    assert_eq!(
        ask(home, PathRequest::to_nearest::<Entity>([])),
        Some(FailureReason::Path(PathError::NoGoal))
    );
    let foreign = CostProfiles::default().add(CostProfile::default());
    let unknown = PathRequest::to_cell(cell(1, 1)).with_profile(foreign);
    assert_eq!(ask(home, unknown), Some(FailureReason::UnknownProfile(foreign)));
}

#[test]
fn a_path_too_costly_to_represent_fails() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[9; 40]]);
    let dear = CostProfile::blocked().with_cost(9, u16::MAX);
    let profile = app.world_mut().resource_mut::<CostProfiles>().add(dear);
    let agent =
        app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(39, 0)).with_profile(profile))).id();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::Path(PathError::TooCostly)));
    app.world_mut().entity_mut(map).despawn();
}

#[test]
fn without_a_map_every_request_waits_with_a_reason() {
    let mut app = app();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(1, 0)))).id();
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(diary(&app).failed, [(agent, FailureReason::NoMap)]);
    let map = spawn_map(&mut app, &[[1, 1]]);
    for _ in 0..60 {
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent]);
    app.world_mut().entity_mut(map).despawn();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::NoMap));
}

#[test]
fn invalid_maps_are_left_out() {
    for size in [TilemapSize::new(0, 0), TilemapSize::new(0, 5), TilemapSize::new(u32::MAX, u32::MAX)] {
        let mut app = app();
        app.world_mut().spawn(map_bundle(1, 1)).insert(size);
        app.update();
        assert!(nav(&app).map().is_none());
    }
    for broken in [Transform::from_scale(Vec3::ZERO), Transform::from_xyz(f32::NAN, 0.0, 0.0)] {
        let mut app = app();
        app.world_mut().spawn(map_bundle(2, 2)).insert(broken);
        app.update();
        assert!(nav(&app).map().is_none());
    }
    let mut app = app();
    app.world_mut().spawn(map_bundle(2, 2)).insert(TilemapGridSize::new(0.0, f32::NAN));
    app.update();
    assert!(nav(&app).map().is_none());
}

#[test]
fn of_two_maps_with_cells_of_different_size_the_older_is_used() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1]]);
    let other = spawn_map(&mut app, &[[1, 1, 1]]);
    app.world_mut().entity_mut(other).insert(TilemapGridSize::new(3.0, 3.0));
    app.update();
    assert_eq!(nav(&app).size(), UVec2::new(2, 1));
}

#[test]
fn tiles_beyond_the_edge_of_their_map_are_left_out() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1], [1, 1]]);
    spawn_tile(&mut app, map, 2, 0, 0);
    spawn_tile(&mut app, map, 0, u32::MAX, 0);
    app.update();
    assert_eq!(nav(&app).map().unwrap().grid().classes(), [1, 1, 1, 1]);
}

#[test]
fn a_target_despawned_during_the_walk_fails_the_request_and_the_agent_stops() {
    let mut app = open_map(9, 1);
    let prey = app.world_mut().spawn(middle(8, 0)).id();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_entity(prey))).id();
    app.update();
    app.world_mut().entity_mut(prey).despawn();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::GoalGone(prey)));
    let stopped = cell_of(&app, agent);
    (0..20).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), stopped);
}

#[test]
fn agents_and_targets_despawned_while_their_search_is_parked_do_no_harm() {
    let mut app = open_map(40, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 50;
    let prey = app.world_mut().spawn(middle(39, 39)).id();
    let request = || PathRequest::to_entity(prey).with_heuristic(Heuristic::Zero);
    let [gone, cancelled, left] =
        [(); 3].map(|()| app.world_mut().spawn(walker(middle(0, 0), request())).id());
    app.update();
    app.world_mut().entity_mut(gone).despawn();
    app.update();
    app.world_mut().entity_mut(cancelled).remove::<PathRequest>();
    app.update();
    app.world_mut().entity_mut(prey).despawn();
    (0..60).for_each(|_| app.update());
    assert_eq!(failure(&app, left), Some(FailureReason::GoalGone(prey)));
}

#[test]
fn a_request_without_transform_fails() {
    let mut app = open_map(3, 3);
    let agent = app.world_mut().spawn(PathRequest::to_cell(cell(1, 1))).id();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::NoTransform));
    app.world_mut().entity_mut(agent).insert(middle(0, 0));
    (0..10).for_each(|_| app.update());
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}

#[test]
fn invalid_obstacles_and_danger_leave_no_mark() {
    let mut app = open_map(5, 5);
    let nowhere = Transform::from_xyz(f32::NAN, 0.0, 0.0);
    app.world_mut().spawn((nowhere, NavObstacle::default(), DangerSource::new(2.0, 2.0)));
    app.world_mut().spawn((middle(1, 1), NavObstacle::circle(f32::NAN)));
    app.world_mut().spawn((middle(1, 1), DangerSource::new(-1.0, 2.0)));
    app.world_mut().spawn((middle(1, 1), DangerSource::new(2.0, f32::NAN)));
    app.world_mut().spawn((middle(1, 1), DangerSource::new(2.0, 2.0).on_layer(1000)));
    let lost = app.world_mut().spawn((middle(3, 3), NavObstacle::default())).id();
    app.update();
    let all = |app: &App, x, y| (nav(app).is_blocked(cell(x, y)), nav(app).danger(cell(x, y)));
    assert_eq!(all(&app, 1, 1), (false, Some(0.0)));
    assert_eq!(all(&app, 3, 3), (true, Some(0.0)));
    app.world_mut().entity_mut(lost).insert(nowhere);
    app.update();
    assert_eq!(all(&app, 3, 3), (false, Some(0.0)), "an obstacle without a valid place leaves its old one");
}

#[test]
fn agents_whose_speed_is_not_positive_stand_still() {
    for speed in [f32::NAN, -5.0, 0.0, f32::NEG_INFINITY] {
        let mut app = open_map(5, 1);
        let agent = app
            .world_mut()
            .spawn((middle(0, 0), PathRequest::to_cell(cell(4, 0)), PathFollower::with_speed(speed)))
            .id();
        (0..5).for_each(|_| app.update());
        assert_eq!(app.world().get::<Transform>(agent), Some(&middle(0, 0)));
    }
}

#[test]
fn an_agent_switched_off_while_it_waits_is_answered_when_it_is_switched_on() {
    use bevy::ecs::entity_disabling::Disabled;
    let mut app = open_map(9, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    app.world_mut().entity_mut(agent).insert(Disabled);
    (0..3).for_each(|_| app.update());
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    (0..3).for_each(|_| app.update());
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}
