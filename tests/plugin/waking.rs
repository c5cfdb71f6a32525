//! Agents that were cut off go on in the frame in which a way opens, however long they would have waited.

use crate::{
    support::*,
    waypoints::site::{hiker, join, line, part},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Failed requests wait for a thousand seconds.
fn wait_for_ever(app: &mut App) {
    let mut settings = app.world_mut().resource_mut::<PathfindingSettings>();
    (settings.retry_delay_secs, settings.max_retry_delay_secs) = (1000.0, 1000.0);
}

/// Two rooms and a wall between them.
fn rooms() -> App {
    let mut app = open_map(11, 7);
    wait_for_ever(&mut app);
    for y in 0..7 {
        set_class(&mut app, cell(5, y), 0);
    }
    app
}

fn set_class(app: &mut App, at: IVec2, class: u8) {
    let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
    nav_grid.map_mut().unwrap().set_terrain(at, class).unwrap();
}

fn status(app: &App, agent: Entity) -> PathStatus {
    result(app, agent).status()
}

#[test]
fn a_request_that_failed_is_answered_in_the_frame_in_which_its_door_opens() {
    let target = |app: &mut App| app.world_mut().spawn(middle(9, 3)).id();
    let to_cell = || PathRequest::to_cell(cell(9, 3));
    let requests: [&dyn Fn(&mut App) -> PathRequest; 5] = [
        &|_| to_cell(),
        &|app| PathRequest::to_entity(target(app)),
        &|_| to_cell().within(2.0),
        &|_| to_cell().with_danger_aversion(3.0),
        &|_| PathRequest::to_nearest([cell(9, 3), cell(10, 0)]),
    ];
    for (number, request) in requests.into_iter().enumerate() {
        for (walks, blocks) in [(true, false), (false, false), (true, true)] {
            let mut app = rooms();
            let request = request(&mut app);
            let agent = app.world_mut().spawn((middle(1, 3), request)).id();
            if walks {
                app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(TILE));
            }
            if blocks {
                app.world_mut().entity_mut(agent).insert(NavObstacle::rect(Vec2::new(1.0, 2.0)));
            }
            (0..10).for_each(|_| app.update());
            let what = format!("request {number}, walks: {walks}, blocks: {blocks}");
            assert!(
                matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))),
                "{what}"
            );
            // These edits open nothing for the agent.
            set_class(&mut app, cell(5, 3), 9);
            set_class(&mut app, cell(6, 3), 0);
            set_class(&mut app, cell(6, 2), 0);
            set_class(&mut app, cell(6, 4), 0);
            app.update();
            assert!(failure(&app, agent).is_some(), "{what}");
            set_class(&mut app, cell(6, 3), 1);
            app.update();
            assert_eq!(status(&app, agent), PathStatus::Found, "{what}");
        }
    }
}

#[test]
fn a_partial_path_becomes_a_whole_one_in_the_frame_in_which_its_door_opens() {
    let mut app = rooms();
    let request = PathRequest::to_cell(cell(9, 3)).allow_partial();
    let agent = app.world_mut().spawn(walker(middle(1, 3), request)).id();
    (0..60).for_each(|_| app.update());
    assert_eq!((status(&app, agent), cell_of(&app, agent)), (PathStatus::Partial, cell(4, 3)));
    set_class(&mut app, cell(5, 0), 1);
    app.update();
    assert_eq!(status(&app, agent), PathStatus::Found);
}

#[test]
fn a_goal_that_is_dug_out_is_walked_to_at_once() {
    let mut app = open_map(9, 3);
    wait_for_ever(&mut app);
    set_class(&mut app, cell(7, 1), 0);
    let agent = app.world_mut().spawn(walker(middle(1, 1), PathRequest::to_cell(cell(7, 1)))).id();
    (0..5).for_each(|_| app.update());
    assert_eq!(failure(&app, agent), Some(FailureReason::Path(PathError::GoalBlocked(cell(7, 1)))));
    set_class(&mut app, cell(7, 1), 1);
    app.update();
    assert_eq!(status(&app, agent), PathStatus::Found);
}

#[test]
fn an_obstacle_in_the_door_that_becomes_the_agents_own_opens_it_at_once() {
    let mut app = rooms();
    set_class(&mut app, cell(5, 3), 1);
    let tower = app.world_mut().spawn((middle(5, 3), NavObstacle::default())).id();
    let agent = app.world_mut().spawn((middle(1, 3), PathRequest::to_cell(cell(9, 3)))).id();
    (0..3).for_each(|_| app.update());
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    app.world_mut().entity_mut(tower).insert((middle(4, 0), ChildOf(agent)));
    app.update();
    assert!(nav(&app).is_blocked(cell(5, 3)));
    assert_eq!(status(&app, agent), PathStatus::Found);
}

#[test]
fn edits_elsewhere_wake_none_of_a_thousand_agents_that_are_cut_off() {
    let mut app = rooms();
    let request = || PathRequest::to_cell(cell(9, 3));
    let agents: Vec<Entity> =
        (0..1000).map(|y| app.world_mut().spawn(walker(middle(1, y % 7), request())).id()).collect();
    (0..3).for_each(|_| app.update());
    let asked = |app: &App| app.world().resource::<PathfindingStats>().requests();
    let before = asked(&app);
    for frame in 0..50 {
        // A wall in the room of the goal comes and goes.
        set_class(&mut app, cell(8, 5), frame % 2);
        app.update();
    }
    assert_eq!(asked(&app), before);
    set_class(&mut app, cell(5, 6), 1);
    app.update();
    assert!(agents.iter().all(|&agent| status(&app, agent) == PathStatus::Found));
}

#[test]
fn agents_on_waypoints_go_on_in_the_frame_in_which_a_link_leads_on() {
    for partial in [false, true] {
        let (mut app, all) = line::<5>();
        wait_for_ever(&mut app);
        part(&mut app, all[2], all[3]);
        let mut request = PathRequest::to_entity(all[4]);
        if partial {
            request = request.allow_partial();
        }
        let agent = hiker(&mut app, [0.0, 0.0], request);
        (0..30).for_each(|_| app.update());
        assert_ne!(status(&app, agent), PathStatus::Found);
        let asked = |app: &App| app.world().resource::<PathfindingStats>().requests();
        let before = asked(&app);
        // A link that does not help, because both its ends are on one side of the gap.
        join(&mut app, all[0], all[2]);
        app.update();
        assert_eq!(asked(&app), before, "partial: {partial}");
        join(&mut app, all[1], all[3]);
        app.update();
        assert_eq!(status(&app, agent), PathStatus::Found, "partial: {partial}");
    }
}
