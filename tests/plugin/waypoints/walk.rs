//! Agents that walk along links.

use super::site::*;
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn an_agent_walks_every_link_at_constant_speed_and_stops_at_the_end() {
    // Legs of 5, 2.5 and 0.25 units; 0.7 units in a frame.
    let (mut app, [a, b, c, d]) = waypoints([[0.0, 0.0], [3.0, 4.0], [3.0, 6.5], [3.25, 6.5]]);
    for (from, to) in [(a, b), (b, c), (c, d)] {
        join(&mut app, from, to);
    }
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(d));
    app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 7.0;
    // How far along the path a position is.
    let along = |at: Vec2| match at {
        at if at.x < 3.0 => at.length(),
        at if at.x == 3.0 => at.y + 1.0,
        at => at.x + 4.5,
    };
    for frame in 1..=20 {
        app.update();
        let walked = along(at(&app, agent));
        assert!((walked - (frame as f32 * 0.7).min(7.75)).abs() < 1e-4, "frame {frame}: {walked}");
    }
    assert_eq!(at(&app, agent), Vec2::new(3.25, 6.5));
    let follower = app.world().get::<PathFollower>(agent).unwrap();
    assert!(follower.has_arrived() && follower.next_index() == 4);
    assert_eq!((&diary(&app).reached, &diary(&app).replanned), (&vec![agent], &vec![]));
}

#[test]
fn an_agent_first_walks_straight_to_the_nearest_waypoint() {
    let (mut app, [a, b]) = line();
    let agent = hiker(&mut app, [3.0, 4.0], PathRequest::to_entity(b));
    app.update();
    assert!(at(&app, agent).distance(Vec2::new(3.0, 4.0) * 0.8) < 1e-5);
    update(&mut app, 4);
    assert_eq!((at(&app, agent), path(&app, agent)), (Vec2::ZERO, &[a, b][..]));
    update(&mut app, 10);
    assert_eq!((at(&app, agent), &diary(&app).reached), (Vec2::new(10.0, 0.0), &vec![agent]));
}

#[test]
fn speeds_that_are_none_let_the_agent_stand() {
    let (mut app, [_, b]) = line();
    let agent = hiker(&mut app, [1.0, 0.0], PathRequest::to_entity(b));
    for speed in [0.0, -3.0, f32::NAN] {
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = speed;
        update(&mut app, 3);
        assert_eq!(at(&app, agent), Vec2::X);
    }
    app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = f32::INFINITY;
    app.update();
    assert_eq!(at(&app, agent), Vec2::new(10.0, 0.0));
}

#[test]
fn an_agent_with_a_parent_walks_in_the_world() {
    let (mut app, [.., z]) = line::<4>();
    let parent = Transform::from_xyz(5.0, 5.0, 2.0)
        .with_rotation(Quat::from_rotation_z(1.0))
        .with_scale(Vec3::new(2.0, 2.0, 1.0));
    let parent = app.world_mut().spawn(parent).id();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(z));
    app.world_mut().entity_mut(agent).insert(ChildOf(parent));
    let in_world = |app: &mut App| {
        let parent = *app.world().get::<Transform>(parent).unwrap();
        parent.transform_point(app.world().get::<Transform>(agent).unwrap().translation)
    };
    let mut last = in_world(&mut app);
    for _ in 0..60 {
        app.update();
        let now = in_world(&mut app);
        assert!(now.distance(last) < 1.0 + 1e-4);
        last = now;
    }
    assert!(last.distance(Vec3::new(30.0, 0.0, 2.0)) < 1e-4, "{last}");
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn an_agent_follows_waypoints_that_move() {
    let (mut app, [_, lift]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(lift));
    for frame in 0..60 {
        let y = (frame as f32 * 0.1).sin() * 3.0;
        app.world_mut().entity_mut(lift).insert(place(10.0, y));
        app.update();
    }
    assert!(at(&app, agent).distance(at(&app, lift)) < 1e-5, "it stays on the lift");
    assert_eq!(diary(&app).reached, [agent], "and arrives once");
    assert_eq!(path(&app, agent), [lift], "what is behind it is no part of the path any more");
}

#[test]
fn the_same_request_again_is_no_second_arrival() {
    let (mut app, [.., z]) = line::<3>();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(z));
    update(&mut app, 30);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(z));
    update(&mut app, 5);
    assert_eq!(diary(&app).reached, [agent]);
    assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
}
