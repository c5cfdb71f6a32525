//! Agents walk.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn an_agent_walks_at_its_speed_and_arrives_once() {
    let mut app = open_map(8, 3);
    let agent = app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(3, 1)))).id();
    for _ in 0..10 {
        app.update();
    }
    let x = app.world().get::<Transform>(agent).unwrap().translation.x;
    assert!((x - TILE).abs() < 0.1, "a tile in a second, not {x}");
    for _ in 0..40 {
        app.update();
    }
    let end = app.world().get::<Transform>(agent).unwrap().translation;
    assert!(end.distance(middle(3, 1).translation) < 1e-3);
    assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn a_fast_agent_keeps_to_its_path_within_one_frame() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1, 1], [1, 0, 1], [1, 0, 1]]);
    let agent = app
        .world_mut()
        .spawn((middle(0, 0), PathRequest::to_cell(cell(2, 0)), PathFollower::with_speed(1e9)))
        .id();
    app.update();
    assert_eq!(cell_of(&app, agent), cell(2, 0));
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 7);
}

#[test]
fn terrain_slows_only_the_agents_that_are_set_so() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 3, 3, 1]]);
    let request = PathRequest::to_cell(cell(3, 0));
    let sure_footed = app.world_mut().spawn(walker(middle(0, 0), request.clone())).id();
    let slowed = app
        .world_mut()
        .spawn((middle(0, 0), request, PathFollower::with_speed(TILE).slowed_by_terrain()))
        .id();
    for _ in 0..35 {
        app.update();
    }
    let x = |agent| app.world().get::<Transform>(agent).unwrap().translation.x;
    assert!((x(sure_footed) - 30.0).abs() < 0.1);
    assert!((x(slowed) - 35.0 / 3.0).abs() < 0.1, "{}", x(slowed));
}

#[test]
fn depth_and_parents_are_respected() {
    let mut app = open_map(5, 1);
    let parent = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 5.0)).id();
    let start = Transform::from_xyz(-10.0, 0.0, 7.0);
    let agent =
        app.world_mut().spawn((walker(start, PathRequest::to_cell(cell(4, 0))), ChildOf(parent))).id();
    for _ in 0..60 {
        app.update();
    }
    let local = app.world().get::<Transform>(agent).unwrap().translation;
    assert!(local.distance(Vec3::new(30.0, 0.0, 7.0)) < 1e-3, "{local}");
}

#[test]
fn a_target_that_moves_is_followed() {
    let mut app = open_map(10, 10);
    let prey = app.world_mut().spawn(middle(5, 0)).id();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_entity(prey))).id();
    for _ in 0..80 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(5, 0));
    app.world_mut().entity_mut(prey).insert(middle(5, 6));
    for _ in 0..80 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(5, 6));
    assert_eq!(diary(&app).reached, [agent, agent]);
}

#[test]
fn an_agent_pushed_off_its_path_finds_another() {
    let mut app = open_map(10, 10);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(9, 0)))).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(middle(3, 9));
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app))[0], cell(3, 9));
    for _ in 0..150 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(9, 0));
}

#[test]
fn a_follower_may_be_given_after_the_answer() {
    let mut app = open_map(4, 1);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(3, 0)))).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(TILE));
    for _ in 0..40 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(3, 0));
}

#[test]
fn an_agent_that_has_arrived_gets_no_second_event_whatever_changes() {
    let mut app = open_map(6, 6);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(2, 0)))).id();
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent]);
    let _ = app.world_mut().resource_mut::<CostProfiles>().add(CostProfile::default());
    app.update();
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::Always;
    app.update();
    app.world_mut().spawn((middle(4, 4), DangerSource::new(5.0, 1.0)));
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn an_agent_pushed_from_its_goal_comes_back() {
    let mut app = open_map(6, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(1, 0)))).id();
    for _ in 0..20 {
        app.update();
    }
    app.world_mut().entity_mut(agent).insert(middle(5, 0));
    for _ in 0..60 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(1, 0));
    assert_eq!(diary(&app).reached, [agent, agent]);
}

#[test]
fn a_map_that_moves_with_its_agents_disturbs_nobody() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1; 9]]);
    let ship = app.world_mut().spawn(Transform::default()).id();
    app.world_mut().entity_mut(map).insert(ChildOf(ship));
    let passenger = walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)));
    let agent = app.world_mut().spawn((passenger, ChildOf(ship))).id();
    for _ in 0..100 {
        app.world_mut().get_mut::<Transform>(ship).unwrap().translation.x += 0.5;
        app.update();
    }
    let local = app.world().get::<Transform>(agent).unwrap().translation;
    assert!(local.distance(middle(8, 0).translation) < 1.0, "{local}");
    assert_eq!(diary(&app).reached, [agent]);
}
