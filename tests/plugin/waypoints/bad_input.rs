//! Bad input ends in a typed failure or in a rule that the docs name, never in a panic.

use super::site::*;
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn without_waypoints_a_request_fails_until_there_are_some() {
    let mut app = app();
    let target = app.world_mut().spawn(place(10.0, 0.0)).id();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(target));
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::NoWaypoints));
    let all = [0.0, 10.0].map(|x| spawn_waypoint(&mut app, Vec2::new(x, 0.0)));
    join(&mut app, all[0], all[1]);
    update(&mut app, 30);
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn what_a_graph_does_not_have_is_refused_by_name() {
    let (mut app, [a, _]) = line();
    let mut fails = |request: PathRequest| {
        let agent = asker(&mut app, [0.0, 0.0], request);
        app.update();
        failure(&app, agent)
    };
    assert_eq!(fails(PathRequest::to_cell(cell(3, 4))), Some(FailureReason::CellOverWaypoints(cell(3, 4))));
    assert_eq!(fails(PathRequest::to_entity(a).within(2.0)), Some(FailureReason::RangeOverWaypoints(2.0)));
    assert!(matches!(
        fails(PathRequest::to_entity(a).within(f32::NAN)),
        Some(FailureReason::RangeOverWaypoints(range)) if range.is_nan()
    ));
    assert_eq!(fails(PathRequest::to_nearest::<Entity>([])), Some(FailureReason::Path(PathError::NoGoal)));
    assert_eq!(
        fails(PathRequest::to_entity(Entity::PLACEHOLDER)),
        Some(FailureReason::GoalGone(Entity::PLACEHOLDER))
    );
    assert!(matches!(fails(PathRequest::to_position(Vec2::NAN)), Some(FailureReason::GoalNotFinite(_))));
    let agent = app.world_mut().spawn((OnWaypoints, PathRequest::to_entity(a))).id();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::NoTransform));
}

#[test]
fn targets_that_are_gone_count_only_if_all_are() {
    let (mut app, [a, b]) = line();
    let request = PathRequest::to_nearest([Entity::PLACEHOLDER, b]);
    let agent = asker(&mut app, [0.0, 0.0], request);
    app.update();
    assert_eq!(path(&app, agent), [a, b]);
}

#[test]
fn a_waypoint_without_a_finite_position_is_no_part_of_the_graph() {
    let (mut app, [a, b, c]) = line();
    for x in [f32::NAN, f32::INFINITY] {
        app.world_mut().entity_mut(b).insert(place(x, 0.0));
        let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(c));
        let lost = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
        app.update();
        assert!(!graph(&app).contains(b));
        assert_eq!(failure(&app, agent), Some(FailureReason::NoLinks { start: a, goal: c }));
        assert!(matches!(failure(&app, lost), Some(FailureReason::GoalNotFinite(_))));
        app.world_mut().entity_mut(b).insert(place(10.0, 0.0));
        update(&mut app, 50);
        assert_eq!((path(&app, agent).len(), path(&app, lost).len()), (3, 2));
    }
    app.world_mut().entity_mut(b).remove::<Transform>();
    update(&mut app, 2);
    assert!(!graph(&app).contains(b));
    app.world_mut().entity_mut(b).insert(place(10.0, 0.0));
    app.update();
    assert!(graph(&app).contains(b));
}

#[test]
fn links_to_nowhere_to_oneself_and_with_bad_costs_are_left_out() {
    let (mut app, [a, b, c]) = waypoints([[0.0, 0.0], [10.0, 0.0], [20.0, 0.0]]);
    let stone = app.world_mut().spawn(place(5.0, 5.0)).id();
    command(&mut app, |commands| {
        commands.entity(a).link_to(Entity::PLACEHOLDER).link_to(stone).link_to(a).link_to_at_cost(b, -1.0);
        commands
            .entity(b)
            .link_to_at_cost(c, f32::NAN)
            .link_to_at_cost(a, 1.0e30)
            .link_both_ways(Entity::PLACEHOLDER);
        commands.entity(Entity::PLACEHOLDER).link_to(a).unlink(b);
    });
    app.update();
    assert!([a, b, c].iter().all(|&waypoint| graph(&app).links(waypoint).count() == 0));
    // A stone that becomes a waypoint is linked at once.
    app.world_mut().entity_mut(stone).insert(Waypoint);
    app.update();
    assert_eq!(graph(&app).links(a).map(|(to, _)| to).collect::<Vec<_>>(), [stone]);
}

#[test]
fn far_waypoints_are_too_costly_and_named_so() {
    let (mut app, [a, b, c]) = waypoints([[0.0, 0.0], [600_000.0, 0.0], [1_200_000.0, 0.0]]);
    join(&mut app, a, b);
    join(&mut app, b, c);
    let near = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
    let far = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(c));
    app.update();
    assert_eq!(
        (cost(&app, near), failure(&app, far)),
        (600_000.0, Some(FailureReason::Path(PathError::TooCostly)))
    );
}

#[test]
fn a_graph_that_vanishes_under_walking_agents_does_no_harm() {
    let (mut app, all) = line::<6>();
    let agents: Vec<Entity> =
        all.map(|target| hiker(&mut app, [22.0, 0.0], PathRequest::to_entity(target))).into();
    update(&mut app, 4);
    for &waypoint in &all {
        app.world_mut().entity_mut(waypoint).despawn();
        update(&mut app, 3);
    }
    assert!(graph(&app).is_empty());
    update(&mut app, 50);
    assert!(agents.iter().all(|&agent| failure(&app, agent) == Some(FailureReason::NoWaypoints)));
    for &agent in &agents {
        app.world_mut().entity_mut(agent).despawn();
    }
    app.update();
}
