//! Agents whose path changes under way.

use super::site::*;
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Two ways from the left to the right: 20 units over the top, 60 below.
fn ring() -> (App, [Entity; 4]) {
    let (mut app, [left, top, right, below]) =
        waypoints([[0.0, 0.0], [10.0, 0.0], [20.0, 0.0], [10.0, -28.28]]);
    for (a, b) in [(left, top), (top, right), (left, below), (below, right)] {
        join(&mut app, a, b);
    }
    app.update();
    (app, [left, top, right, below])
}

#[test]
fn a_link_that_goes_or_comes_replans_the_paths_that_it_concerns() {
    let (mut app, [left, top, right, below]) = ring();
    let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(right));
    let other = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(below));
    app.update();
    part(&mut app, top, right);
    app.update();
    assert_eq!(path(&app, agent), [left, below, right]);
    join(&mut app, top, right);
    app.update();
    assert_eq!(path(&app, agent), [left, top, right]);
    assert_eq!(diary(&app).replanned, [agent, agent]);
    assert_eq!(path(&app, other), [left, below]);
    assert_eq!(app.world().resource::<PathfindingStats>().searches, 4, "nothing was searched for the other");
}

#[test]
fn a_waypoint_that_moves_or_goes_replans() {
    let (mut app, [left, top, right, below]) = ring();
    let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(right));
    app.update();
    app.world_mut().entity_mut(top).insert(place(10.0, 90.0));
    app.update();
    assert_eq!(path(&app, agent), [left, below, right]);
    app.world_mut().entity_mut(below).despawn();
    app.update();
    assert_eq!(path(&app, agent), [left, top, right]);
    app.world_mut().entity_mut(right).despawn();
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::GoalGone(right)));
    assert_eq!(diary(&app).failed, [(agent, FailureReason::GoalGone(right))]);
}

#[test]
fn a_request_that_failed_is_answered_when_a_link_makes_it_possible() {
    let (mut app, [a, b]) = waypoints([[0.0, 0.0], [10.0, 0.0]]);
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
    update(&mut app, 30);
    let reason = FailureReason::NoLinks { start: a, goal: b };
    assert_eq!((failure(&app, agent), diary(&app).failed.len()), (Some(reason), 1));
    assert_eq!(app.world().resource::<PathfindingStats>().searches, 1, "nothing changed since");
    join(&mut app, a, b);
    update(&mut app, 60);
    assert_eq!((&diary(&app).found, &diary(&app).reached), (&vec![agent], &vec![agent]));
}

#[test]
fn an_agent_between_two_waypoints_turns_back_where_that_is_cheaper() {
    let (mut app, [a, b, c]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(c));
    update(&mut app, 4);
    assert!(at(&app, agent).distance(Vec2::new(4.0, 0.0)) < 1e-5);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(a));
    app.update();
    assert_eq!(path(&app, agent), [a]);
    assert!(at(&app, agent).distance(Vec2::new(3.0, 0.0)) < 1e-5, "it turns at once");
    // And again: onward to the next one.
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(b));
    update(&mut app, 7);
    assert_eq!((path(&app, agent), at(&app, agent)), (&[b][..], Vec2::new(10.0, 0.0)));
    // A one-way link leaves no choice but its end.
    command(&mut app, |commands| {
        commands.entity(c).unlink(b);
    });
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(c));
    update(&mut app, 2);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(b));
    app.update();
    assert_eq!(failure(&app, agent), Some(FailureReason::NoLinks { start: c, goal: b }));
}

#[test]
fn an_agent_whose_link_goes_walks_to_the_nearer_end() {
    for (frames, nearer) in [(4, 0), (6, 1)] {
        let (mut app, [left, top, right, below]) = ring();
        let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(right));
        update(&mut app, frames);
        part(&mut app, left, top);
        app.update();
        let expected = [vec![left, below, right], vec![top, right]];
        assert_eq!(path(&app, agent), expected[nearer], "after {frames} frames");
        update(&mut app, 80);
        assert_eq!((at(&app, agent), &diary(&app).reached), (at(&app, right), &vec![agent]));
    }
}

#[test]
fn an_agent_is_not_replanned_by_what_cannot_concern_it() {
    let (mut app, all) = line::<6>();
    let far =
        [spawn_waypoint(&mut app, Vec2::new(0.0, 900.0)), spawn_waypoint(&mut app, Vec2::new(50.0, 900.0))];
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[5]));
    update(&mut app, 3);
    let searches = |app: &App| app.world().resource::<PathfindingStats>().searches;
    assert_eq!(searches(&app), 1);
    for _ in 0..5 {
        join(&mut app, far[0], far[1]);
        app.update();
        part(&mut app, far[0], far[1]);
        app.update();
    }
    part(&mut app, all[0], all[1]);
    update(&mut app, 60);
    assert_eq!((searches(&app), &diary(&app).reached), (1, &vec![agent]));
}

#[test]
fn an_agent_that_is_pushed_walks_on_or_is_replanned_from_where_it_is() {
    let (mut app, all) = line::<6>();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[5]));
    update(&mut app, 3);
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation.y = 2.0;
    update(&mut app, 2);
    assert_eq!(app.world().resource::<PathfindingStats>().searches, 1, "it is still beside its link");
    assert!(at(&app, agent).y < 2.0, "and walks to the next waypoint");
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation = Vec3::new(41.0, 1.0, 0.0);
    app.update();
    assert_eq!(path(&app, agent), &all[4..]);
    assert!(diary(&app).replanned.is_empty(), "what is left of the path is the same");
    update(&mut app, 15);
    assert_eq!(diary(&app).reached, [agent]);
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation = Vec3::new(1.0, 0.0, 0.0);
    app.update();
    assert_eq!(
        (path(&app, agent), &diary(&app).replanned),
        (&all[1..], &vec![agent]),
        "it goes on along the link on which it was put"
    );
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation.x = f32::NAN;
    app.update();
    assert!(matches!(failure(&app, agent), Some(FailureReason::StartNotFinite(_))));
}

#[test]
fn a_path_begins_at_the_nearest_waypoint_when_that_of_the_agent_moved_away() {
    let (mut app, [a, b]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
    update(&mut app, 15);
    assert_eq!((at(&app, agent), &diary(&app).reached), (at(&app, b), &vec![agent]));
    part(&mut app, a, b);
    app.world_mut().entity_mut(b).insert(place(500.0, 0.0));
    app.update();
    assert_eq!(diary(&app).reached, [agent], "an agent that has arrived stays where it is");
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(a));
    app.update();
    assert_eq!((failure(&app, agent), path(&app, agent)), (None, &[a][..]));
    update(&mut app, 15);
    assert_eq!((at(&app, agent), &diary(&app).reached), (at(&app, a), &vec![agent, agent]));
}
