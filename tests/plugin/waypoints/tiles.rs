//! Agents that change between tiles and waypoints.

use super::site::*;
use crate::support::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn an_agent_changes_between_tiles_and_waypoints_and_back() {
    let mut app = open_map(12, 3);
    let all = [0.0, 50.0, 100.0].map(|x| spawn_waypoint(&mut app, Vec2::new(x, 20.0)));
    for pair in all.windows(2) {
        join(&mut app, pair[0], pair[1]);
    }
    let agent = app.world_mut().spawn((
        place(0.0, 0.0),
        PathRequest::to_entity(all[2]),
        PathFollower::with_speed(TILE),
    ));
    let agent = agent.id();
    app.update();
    let tiles = result(&app, agent).cells(nav(&app)).len();
    assert_eq!((tiles, path(&app, agent).len()), (11, 0));
    app.world_mut().entity_mut(agent).insert(OnWaypoints);
    app.update();
    assert_eq!((result(&app, agent).cells(nav(&app)).len(), path(&app, agent)), (0, &all[..]));
    update(&mut app, 30);
    assert_eq!(at(&app, agent).y, 20.0, "it is on the way along the links");
    app.world_mut().entity_mut(agent).remove::<OnWaypoints>();
    update(&mut app, 2);
    assert!(path(&app, agent).is_empty() && !result(&app, agent).cells(nav(&app)).is_empty());
    update(&mut app, 120);
    assert_eq!((cell_of(&app, agent), &diary(&app).reached), (cell(10, 2), &vec![agent]));
}

#[test]
fn agents_on_waypoints_do_not_mind_walls_nor_share_fields() {
    let mut app = open_map(12, 3);
    let all = [0.0, 110.0].map(|x| spawn_waypoint(&mut app, Vec2::new(x, 10.0)));
    join(&mut app, all[0], all[1]);
    let agents: Vec<Entity> =
        (0..20).map(|_| hiker(&mut app, [0.0, 10.0], PathRequest::to_entity(all[1]))).collect();
    let walls = (0..3).map(|y| app.world_mut().spawn((middle(5, y), NavObstacle::default())).id());
    let _walls: Vec<Entity> = walls.collect();
    update(&mut app, 150);
    assert_eq!(diary(&app).reached.len(), agents.len());
    assert!(diary(&app).failed.is_empty() && diary(&app).replanned.is_empty());
    let stats = app.world().resource::<PathfindingStats>();
    assert_eq!((stats.shared, stats.fields, stats.searches), (0, 0, 20));
}

#[test]
fn a_disabled_agent_waits_and_is_answered_when_it_is_enabled() {
    let (mut app, [a, b]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
    app.world_mut().entity_mut(agent).insert(Disabled);
    update(&mut app, 3);
    assert_eq!((at(&app, agent), result(&app, agent).status()), (Vec2::ZERO, PathStatus::Pending));
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    update(&mut app, 12);
    assert_eq!((&diary(&app).reached, path(&app, agent)), (&vec![agent], &[a, b][..]));
}

#[test]
fn a_request_that_is_removed_leaves_the_agent_where_it_is() {
    let (mut app, [.., z]) = line::<3>();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(z));
    update(&mut app, 5);
    app.world_mut().entity_mut(agent).remove::<PathRequest>();
    update(&mut app, 5);
    assert!(app.world().get::<PathResult>(agent).is_none());
    assert!(at(&app, agent).distance(Vec2::new(5.0, 0.0)) < 1e-5);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(z));
    update(&mut app, 16);
    assert_eq!((at(&app, agent), &diary(&app).reached), (Vec2::new(20.0, 0.0), &vec![agent]));
}
