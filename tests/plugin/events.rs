//! Events are sent when the state changes, and only then.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn an_agent_that_stays_in_range_of_a_moving_target_reaches_it_once() {
    let mut app = open_map(12, 3);
    let prey = app.world_mut().spawn(middle(6, 1)).id();
    let request = PathRequest::to_entity(prey).within(3.0);
    let agent = app.world_mut().spawn(walker(middle(4, 1), request)).id();
    for frame in 0..60 {
        *app.world_mut().get_mut::<Transform>(prey).unwrap() = middle(5 + frame % 3, 1);
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent]);
    // It leaves the range and comes back.
    *app.world_mut().get_mut::<Transform>(prey).unwrap() = middle(11, 1);
    for _ in 0..80 {
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent, agent]);
}

#[test]
fn the_same_request_inserted_in_every_frame_reaches_its_goal_once() {
    let mut app = open_map(5, 1);
    let request = || PathRequest::to_cell(cell(2, 0));
    let agent = app.world_mut().spawn(walker(middle(0, 0), request())).id();
    for _ in 0..60 {
        app.world_mut().entity_mut(agent).insert(request());
        app.update();
    }
    assert_eq!(diary(&app).reached, [agent]);
    // Another request is another order, even to where it stands.
    app.world_mut().entity_mut(agent).insert(PathRequest::to_position(Vec2::new(20.0, 0.0)));
    app.update();
    assert_eq!(diary(&app).reached, [agent, agent]);
}

#[test]
fn a_failure_is_sent_once_for_each_kind_of_reason() {
    let mut app = open_map(9, 5);
    (0..5).for_each(|y| {
        app.world_mut().spawn((middle(4, y), NavObstacle::default()));
    });
    let prey = app.world_mut().spawn(middle(7, 0)).id();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_entity(prey))).id();
    for frame in 0..400 {
        *app.world_mut().get_mut::<Transform>(prey).unwrap() = middle(7, frame / 20 % 5);
        app.update();
    }
    assert_eq!(diary(&app).failed.len(), 1, "{:?}", diary(&app).failed);
    assert!(
        matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { goal, .. })) if goal != cell(7, 0))
    );
    app.world_mut().entity_mut(prey).despawn();
    for _ in 0..100 {
        app.update();
    }
    let reasons: Vec<FailureReason> = diary(&app).failed.iter().map(|&(_, reason)| reason).collect();
    assert_eq!(reasons[1..], [FailureReason::GoalGone(prey)]);
}

#[test]
fn an_agent_whose_request_fails_has_not_arrived() {
    let mut app = open_map(5, 3);
    let prey = app.world_mut().spawn(middle(2, 1)).id();
    let agent = app.world_mut().spawn(walker(middle(2, 1), PathRequest::to_entity(prey))).id();
    app.update();
    app.update();
    assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
    app.world_mut().entity_mut(prey).despawn();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::GoalGone(prey)));
    assert!(!app.world().get::<PathFollower>(agent).unwrap().has_arrived());
}

#[test]
fn obstacles_and_danger_move_with_their_parent_in_the_same_frame() {
    let mut app = open_map(9, 3);
    let parent = app.world_mut().spawn(Transform::default()).id();
    app.world_mut().spawn((
        ChildOf(parent),
        middle(1, 1),
        NavObstacle::default(),
        DangerSource::new(0.0, 3.0),
    ));
    app.update();
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x = 40.0;
    app.update();
    assert!(nav(&app).is_blocked(cell(5, 1)) && !nav(&app).is_blocked(cell(1, 1)));
    assert_eq!((nav(&app).danger(cell(5, 1)), nav(&app).danger(cell(1, 1))), (Some(3.0), Some(0.0)));
}
