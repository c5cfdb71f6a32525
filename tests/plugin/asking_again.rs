//! Requests and followers that are inserted again, and public resources that are gone for a while.

use crate::{
    support::*,
    waypoints::site::{hiker, line},
};
use bevy::prelude::*;
use bevy_tilepath::bevy_version::OnInsert;
use bevy_tilepath::prelude::*;

fn asked(app: &App) -> u64 {
    app.world().resource::<PathfindingStats>().requests()
}

fn events(app: &App) -> [usize; 4] {
    let diary = diary(app);
    [diary.found.len(), diary.replanned.len(), diary.failed.len(), diary.reached.len()]
}

/// Inserts the same request in every frame.
fn ask_in_every_frame(app: &mut App, agents: &[(Entity, PathRequest)], frames: usize) {
    for _ in 0..frames {
        for (agent, request) in agents {
            app.world_mut().entity_mut(*agent).insert(request.clone());
        }
        app.update();
    }
}

#[test]
fn an_equal_request_costs_no_search_and_sends_no_event() {
    for count in [1, 8] {
        let mut app = open_map(12, 8);
        let request = PathRequest::to_cell(cell(11, 3));
        let spawn = |y: i32| walker(middle(0, y), request.clone());
        let agents: Vec<(Entity, PathRequest)> =
            (0..count).map(|y| (app.world_mut().spawn(spawn(y)).id(), request.clone())).collect();
        (0..3).for_each(|_| app.update());
        let before = asked(&app);
        ask_in_every_frame(&mut app, &agents, 400);
        assert_eq!(asked(&app), before, "{count} agents");
        assert_eq!(events(&app), [count as usize, 0, 0, count as usize], "{count} agents");
        assert!(agents.iter().all(|(agent, _)| cell_of(&app, *agent) == cell(11, 3)));
    }
}

#[test]
fn an_equal_request_over_waypoints_costs_no_search_and_sends_no_event() {
    let (mut app, all) = line::<4>();
    let request = PathRequest::to_entity(all[3]);
    let agent = hiker(&mut app, [0.0, 0.0], request.clone());
    app.update();
    let before = asked(&app);
    ask_in_every_frame(&mut app, &[(agent, request)], 100);
    assert_eq!((asked(&app), events(&app)), (before, [1, 0, 0, 1]));
}

#[test]
fn an_equal_request_that_failed_is_searched_again_at_once_if_anything_changed() {
    let mut app = app();
    app.world_mut().resource_mut::<PathfindingSettings>().retry_delay_secs = 1000.0;
    app.world_mut().resource_mut::<PathfindingSettings>().max_retry_delay_secs = 1000.0;
    spawn_map(&mut app, &[[1, 0, 1, 1]]);
    let request = PathRequest::to_cell(cell(3, 0));
    let agent = app.world_mut().spawn(walker(middle(0, 0), request.clone())).id();
    (0..3).for_each(|_| app.update());
    let before = asked(&app);
    ask_in_every_frame(&mut app, &[(agent, request.clone())], 50);
    assert_eq!((asked(&app), events(&app)), (before, [0, 0, 1, 0]), "nothing has changed");
    let other = app.world_mut().spawn(walker(middle(0, 0), request.clone())).id();
    app.update();
    *app.world_mut().get_mut::<Transform>(other).unwrap() = middle(2, 0);
    app.update();
    assert!(failure(&app, other).is_some(), "it waits");
    ask_in_every_frame(&mut app, &[(other, request)], 1);
    assert_eq!(result(&app, other).status(), PathStatus::Found);
}

#[test]
fn an_equal_request_of_an_agent_without_a_follower_is_answered_from_where_it_is_now() {
    let mut app = open_map(12, 8);
    let request = PathRequest::to_cell(cell(11, 3));
    let agents: Vec<Entity> =
        (0..2).map(|y| app.world_mut().spawn((middle(0, y), request.clone())).id()).collect();
    app.update();
    let before = asked(&app);
    *app.world_mut().get_mut::<Transform>(agents[0]).unwrap() = middle(1, 0);
    let both: Vec<_> = agents.iter().map(|&agent| (agent, request.clone())).collect();
    ask_in_every_frame(&mut app, &both, 20);
    assert_eq!(asked(&app), before + 1, "once for the one that moved");
    assert_eq!(result(&app, agents[0]).cells(nav(&app))[0], cell(1, 0));
    assert_eq!(diary(&app).found.len(), 2);
}

#[test]
fn another_request_is_a_new_one() {
    let mut app = open_map(12, 8);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(11, 3)))).id();
    app.update();
    let others = [
        PathRequest::to_cell(cell(11, 4)),
        PathRequest::to_cell(cell(11, 4)).with_max_expansions(5000),
        PathRequest::to_cell(cell(11, 4)).allow_partial(),
    ];
    for (number, request) in others.into_iter().enumerate() {
        app.world_mut().entity_mut(agent).insert(request);
        app.update();
        assert_eq!(diary(&app).found.len(), number + 2);
    }
}

#[test]
fn a_follower_inserted_again_at_the_goal_arrives_again() {
    for count in [1, 8] {
        let mut app = open_map(12, 8);
        let request = PathRequest::to_cell(cell(3, 3)).within(3.0);
        let spawn = |y: i32| walker(middle(0, y), request.clone());
        let agents: Vec<Entity> = (0..count).map(|y| app.world_mut().spawn(spawn(y)).id()).collect();
        (0..100).for_each(|_| app.update());
        let agent = agents[0];
        let reached = |app: &App| diary(app).reached.iter().filter(|&&other| other == agent).count();
        let has_arrived = |app: &App| app.world().get::<PathFollower>(agent).unwrap().has_arrived();
        assert_eq!((reached(&app), has_arrived(&app)), (1, true));
        app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(2.0 * TILE));
        assert!(!has_arrived(&app));
        (0..20).for_each(|_| app.update());
        assert_eq!((reached(&app), has_arrived(&app)), (2, true), "{count} agents");
    }
}

#[test]
fn a_follower_inserted_again_at_the_last_waypoint_arrives_again() {
    let (mut app, all) = line::<3>();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[2]));
    (0..30).for_each(|_| app.update());
    assert_eq!(diary(&app).reached, [agent]);
    app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(5.0));
    (0..5).for_each(|_| app.update());
    assert_eq!(diary(&app).reached, [agent, agent]);
}

/// Takes a resource away for some frames, in which agents come, go and ask, and puts it back.
fn without<R: Resource>() {
    let mut app = app();
    app.add_plugins(PathfindingDiagnosticsPlugin);
    spawn_map(&mut app, &[[1; 9], [1; 9]]);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    let despawned = app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(8, 1)))).id();
    app.update();
    let removed = app.world_mut().remove_resource::<R>().unwrap();
    (0..3).for_each(|_| app.update());
    app.world_mut().entity_mut(despawned).despawn();
    app.world_mut().spawn((middle(4, 0), NavObstacle::default()));
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(8, 1)));
    let late = app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(7, 1)))).id();
    let tile = tile_at(&mut app, 6, 0);
    app.world_mut().entity_mut(tile).despawn();
    (0..3).for_each(|_| app.update());
    app.insert_resource(removed);
    run_outside_walls(&mut app, agent, 150);
    assert_eq!((cell_of(&app, agent), cell_of(&app, late)), (cell(8, 1), cell(7, 1)));
    assert!(nav(&app).is_blocked(cell(4, 0)) && nav(&app).is_blocked(cell(6, 0)));
}

#[test]
fn public_resources_may_be_gone_for_a_while() {
    without::<NavGrid>();
    without::<CostProfiles>();
    without::<PathfindingSettings>();
    without::<PathfindingStats>();
    without::<WaypointGraph>();
    without::<LayerRule>();
}

#[test]
fn a_public_resource_may_be_removed_between_two_systems_of_a_set() {
    let mut app = open_map(5, 5);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(4, 0)))).id();
    app.update();
    app.add_observer(|_: OnInsert<PathResult>, mut commands: Commands| commands.remove_resource::<NavGrid>());
    // The plugin inserts a new one before it answers requests.
    app.world_mut().entity_mut(agent).remove::<PathResult>();
    app.update();
    assert!(!app.world().contains_resource::<NavGrid>());
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
}

/// A game's own system that asks the plugin.
fn ask(mut check: PlacementCheck, mut explain: Explain, agents: Query<Entity, With<PathRequest>>) {
    let _ = check.check(&[cell(1, 1)], &[]);
    agents.iter().for_each(|agent| {
        let _ = explain.agent(agent).to_string();
    });
}

#[test]
fn a_game_may_ask_while_the_grid_is_gone() {
    let mut app = open_map(5, 5);
    app.add_systems(Update, ask.after(PathfindingSystems::FollowPath));
    app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(4, 0))));
    (0..3).for_each(|_| app.update());
    app.world_mut().remove_resource::<NavGrid>();
    app.world_mut().remove_resource::<CostProfiles>();
    (0..3).for_each(|_| app.update());
}
