//! Agents in walls, and walls that are built on agents.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{
    prelude::*,
    tilepath::{Heuristic, NavMap},
};

fn edit(app: &mut App, edit: impl FnOnce(&mut NavMap)) {
    edit(app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap());
}

fn position(app: &App, agent: Entity) -> Vec2 {
    app.world().get::<Transform>(agent).unwrap().translation.truncate()
}

/// Runs frames until an agent is out of the wall; more than `frames` are a failure.
fn frames_until_free(app: &mut App, agent: Entity, frames: u32) -> u32 {
    let is_free = |app: &App| !nav(app).is_blocked(cell_of(app, agent));
    (0..frames)
        .find(|_| {
            app.update();
            is_free(app)
        })
        .expect("the agent is still in the wall")
}

#[test]
fn an_agent_in_a_closing_door_walks_out_and_then_fails() {
    let goals: [fn() -> PathRequest; 2] = [
        || PathRequest::to_cell(cell(4, 0)),   // in a wall
        || PathRequest::to_cell(cell(50, 50)), // outside
    ];
    for (nth, request) in goals.into_iter().enumerate() {
        let mut app = open_map(9, 3);
        edit(&mut app, |map| [0, 2].into_iter().for_each(|y| map.block(cell(4, y))));
        let agent = app.world_mut().spawn(walker(middle(4, 1), request())).id();
        edit(&mut app, |map| map.block(cell(4, 1)));
        let frames = frames_until_free(&mut app, agent, 20);
        assert!(failure(&app, agent).is_some(), "{nth}");
        for _ in 0..40 {
            app.update();
            assert!(!nav(&app).is_blocked(cell_of(&app, agent)), "{nth}: after {frames} frames");
        }
        let end = position(&app, agent);
        assert_eq!(end, middle(cell_of(&app, agent).x, 1).translation.truncate(), "{nth}: at a centre");
        assert!(failure(&app, agent).is_some(), "{nth}");
    }
}

#[test]
fn an_agent_in_a_closing_door_goes_on_at_the_side_of_its_goal() {
    for goal in [0, 8] {
        let mut app = open_map(9, 3);
        edit(&mut app, |map| [0, 2].into_iter().for_each(|y| map.block(cell(4, y))));
        let request = PathRequest::to_cell(cell(goal, 1));
        let agent = app.world_mut().spawn(walker(middle(4, 1), request)).id();
        app.update();
        edit(&mut app, |map| map.block(cell(4, 1)));
        frames_until_free(&mut app, agent, 20);
        for _ in 0..200 {
            app.update();
            assert!(!nav(&app).is_blocked(cell_of(&app, agent)) && failure(&app, agent).is_none(), "{goal}");
        }
        assert_eq!(cell_of(&app, agent), cell(goal, 1));
    }
}

#[test]
fn an_agent_where_every_cell_is_a_wall_stands_still_until_one_is_free() {
    let mut app = open_map(5, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(4, 0)))).id();
    edit(&mut app, |map| (0..5).for_each(|x| map.block(cell(x, 0))));
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(position(&app, agent), Vec2::ZERO);
    edit(&mut app, |map| map.unblock(cell(2, 0)));
    frames_until_free(&mut app, agent, 60);
}

#[test]
fn an_agent_whose_own_cell_is_freed_does_not_go_on_through_the_block() {
    for count in [1, 6] {
        let mut app = open_map(15, 15);
        let request = || PathRequest::to_cell(cell(14, 7));
        let agents: Vec<Entity> =
            (0..count).map(|_| app.world_mut().spawn(walker(middle(6, 7), request())).id()).collect();
        app.update();
        edit(&mut app, |map| {
            (5..10).flat_map(|y| (4..9).map(move |x| cell(x, y))).for_each(|cell| map.block(cell));
        });
        for _ in 0..3 {
            app.update();
        }
        let agent = agents[0];
        let here = cell_of(&app, agent);
        assert!(nav(&app).is_blocked(here));
        edit(&mut app, |map| map.unblock(here));
        for _ in 0..60 {
            app.update();
            assert_eq!(cell_of(&app, agent), here, "{count} agents: enclosed, so it stays");
        }
    }
}

#[test]
fn an_agent_walking_out_of_a_wall_chooses_its_exit_again_when_the_map_moves() {
    let mut app = open_map(30, 9);
    let request = || PathRequest::to_cell(cell(29, 4));
    let agents: Vec<Entity> =
        (0..6).map(|_| app.world_mut().spawn(walker(middle(4, 4), request())).id()).collect();
    app.update();
    edit(&mut app, |map| {
        (2..7).flat_map(|y| (2..7).map(move |x| cell(x, y))).for_each(|cell| map.block(cell));
    });
    app.update();
    app.update();
    // The map moves to the left, so that the agents are at its other end in the open.
    let geometry = CellGeometry::new(Vec2::new(-200.0, 0.0), Vec2::splat(TILE)).unwrap();
    let mut maps = app.world_mut().query_filtered::<&mut Transform, With<NavTilemap>>();
    maps.single_mut(app.world_mut()).unwrap().translation.x = -200.0;
    app.update();
    assert_eq!(nav(&app).geometry(), Some(&geometry));
    for _ in 0..120 {
        app.update();
        for &agent in &agents {
            assert!(!nav(&app).is_blocked(cell_of(&app, agent)));
        }
    }
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell(29, 4)));
}

fn move_map(app: &mut App, by: Vec2) {
    let mut maps = app.world_mut().query_filtered::<&mut Transform, With<NavTilemap>>();
    maps.single_mut(app.world_mut()).unwrap().translation += by.extend(0.0);
}

/// Runs a frame and returns how far an agent went.
fn distance_of_a_frame(app: &mut App, agent: Entity) -> f32 {
    let before = position(app, agent);
    app.update();
    position(app, agent).distance(before)
}

#[test]
fn an_agent_on_its_way_out_of_a_wall_keeps_its_speed_when_the_map_moves() {
    let mut app = open_map(9, 1);
    // Its target is gone, so it has no path.
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().entity_mut(gone).despawn();
    edit(&mut app, |map| map.block(cell(4, 0)));
    let agent = app.world_mut().spawn(walker(middle(4, 0), PathRequest::to_entity(gone))).id();
    frames_until_free(&mut app, agent, 20);
    move_map(&mut app, Vec2::new(0.0, 3.0));
    for _ in 0..12 {
        let distance = distance_of_a_frame(&mut app, agent);
        assert!(distance < TILE * 0.101, "{distance} units in a tenth of a second");
    }
}

#[test]
fn an_agent_on_its_way_out_of_a_wall_stops_when_the_map_moves_away_from_it() {
    let mut app = open_map(9, 1);
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().entity_mut(gone).despawn();
    edit(&mut app, |map| map.block(cell(4, 0)));
    let agent = app.world_mut().spawn(walker(middle(4, 0), PathRequest::to_entity(gone))).id();
    app.update();
    app.update();
    move_map(&mut app, Vec2::new(0.0, 50.0));
    app.update();
    for _ in 0..12 {
        assert_eq!(distance_of_a_frame(&mut app, agent), 0.0);
    }
}

#[test]
fn an_agent_beside_the_line_of_its_diagonal_step_does_not_cut_through_a_new_wall() {
    let mut app = open_map(4, 4);
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::Always;
    // Low in its cell, so that its line to the next centre passes through the cell on the right.
    let low = Transform::from_xyz(2.0, -4.5, 0.0);
    let agent = app.world_mut().spawn(walker(low, PathRequest::to_cell(cell(3, 3)))).id();
    app.update();
    edit(&mut app, |map| map.block(cell(1, 0)));
    run_outside_walls(&mut app, agent, 60);
    assert_eq!(cell_of(&app, agent), cell(3, 3));
}

#[test]
fn an_agent_that_has_arrived_walks_out_of_a_wall_before_its_search_is_due() {
    let mut app = open_map(30, 30);
    let agent = app.world_mut().spawn(walker(middle(20, 4), PathRequest::to_cell(cell(22, 4)))).id();
    for _ in 0..40 {
        app.update();
    }
    assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
    // The budget is spent on others for a long time.
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 1;
    for nth in 0..60 {
        let request = PathRequest::to_cell(cell(29, 29)).with_priority(1).with_heuristic(Heuristic::Zero);
        app.world_mut().spawn((middle(nth % 30, 0), request));
    }
    edit(&mut app, |map| map.block(cell(22, 4)));
    app.update();
    assert_ne!(position(&app, agent), middle(22, 4).translation.truncate(), "it sets out in the same frame");
    frames_until_free(&mut app, agent, 10);
    run_outside_walls(&mut app, agent, 30);
}

#[test]
fn an_agent_pushed_into_a_wall_while_its_search_is_under_way_leaves_it_where_it_is() {
    let start = || {
        let mut app = open_map(30, 3);
        app.insert_resource(PathfindingSettings { expansions_per_frame: 2, ..default() });
        edit(&mut app, |map| (0..30).for_each(|x| map.block(cell(x, 1))));
        let request = PathRequest::to_cell(cell(29, 0)).with_heuristic(Heuristic::Zero);
        let agent = app.world_mut().spawn(walker(middle(0, 0), request)).id();
        (app, agent)
    };
    let frames_until_found = |app: &mut App, agent| {
        let is_pending =
            |app: &App| app.world().get::<PathResult>(agent).unwrap().status() == PathStatus::Pending;
        (0..100)
            .take_while(|_| {
                app.update();
                is_pending(app)
            })
            .count()
    };
    let (mut app, agent) = start();
    let frames = frames_until_found(&mut app, agent);
    let (mut app, agent) = start();
    // It has no time to walk out before the answer comes, which is for the cell where it was.
    (0..frames).for_each(|_| app.update());
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(20, 1);
    assert_eq!(frames_until_found(&mut app, agent), 0);
    for _ in 0..200 {
        app.update();
        let here = cell_of(&app, agent);
        assert!(here == cell(20, 1) || !nav(&app).is_blocked(here), "in the wall {here}");
    }
    assert_eq!(cell_of(&app, agent), cell(29, 0));
}
