//! Entities that are disabled for a while, components that somebody removes, and a plugin that is added twice.

use crate::support::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn a_disabled_obstacle_blocks_nothing_until_it_is_enabled() {
    let mut app = open_map(3, 1);
    let tower =
        app.world_mut().spawn((middle(1, 0), NavObstacle::default(), DangerSource::new(0.0, 2.0))).id();
    app.update();
    let seen = |app: &App| (nav(app).is_blocked(cell(1, 0)), nav(app).danger(cell(1, 0)));
    assert_eq!(seen(&app), (true, Some(2.0)));
    app.world_mut().entity_mut(tower).insert(Disabled);
    app.update();
    assert_eq!(seen(&app), (false, Some(0.0)));
    app.world_mut().entity_mut(tower).remove::<Disabled>();
    app.update();
    assert_eq!(seen(&app), (true, Some(2.0)));
    app.world_mut().entity_mut(tower).insert(Disabled);
    app.world_mut().entity_mut(tower).despawn();
    app.update();
    assert_eq!(seen(&app), (false, Some(0.0)));
}

#[test]
fn a_request_replaced_while_its_agent_is_disabled_is_answered_afterwards() {
    let mut app = open_map(9, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(Disabled);
    app.update();
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(3, 0)));
    app.update();
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    for _ in 0..60 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(3, 0));
}

#[test]
fn agents_enabled_on_another_map_find_their_paths_on_it() {
    for count in [1, 8] {
        let mut app = open_map(9, 3);
        let request = || PathRequest::to_cell(cell(8, 1));
        let agents: Vec<Entity> =
            (0..count).map(|_| app.world_mut().spawn(walker(middle(0, 1), request())).id()).collect();
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(result(&app, agents[0]).is_shared(), count > 1);
        agents.iter().for_each(|&agent| {
            app.world_mut().entity_mut(agent).insert(Disabled);
        });
        app.update();
        let mut maps = app.world_mut().query_filtered::<Entity, With<NavTilemap>>();
        let map = maps.single(app.world()).unwrap();
        app.world_mut().entity_mut(map).despawn();
        spawn_map(&mut app, &[[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0, 1, 1, 1, 1], [1; 10]]);
        app.update();
        agents.iter().for_each(|&agent| {
            app.world_mut().entity_mut(agent).remove::<Disabled>();
        });
        for _ in 0..120 {
            app.update();
            assert!(agents.iter().all(|&agent| !nav(&app).is_blocked(cell_of(&app, agent))));
        }
        assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell(8, 1)), "{count} agents");
    }
}

#[test]
fn a_result_that_somebody_removed_is_restored() {
    let mut app = open_map(9, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    app.update();
    app.world_mut().entity_mut(agent).remove::<PathResult>();
    for _ in 0..100 {
        app.update();
    }
    assert_eq!(cell_of(&app, agent), cell(8, 0));
}

#[test]
#[should_panic(expected = "already added")]
fn the_plugin_can_be_added_once_only() {
    app().add_plugins(PathfindingPlugin::in_schedule(FixedUpdate));
}

#[test]
fn an_agent_enabled_after_its_map_moved_keeps_its_speed_while_it_waits_for_an_answer() {
    let mut app = open_map(9, 3);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    for _ in 0..4 {
        app.update();
    }
    app.world_mut().entity_mut(agent).insert(Disabled);
    app.update();
    let mut maps = app.world_mut().query_filtered::<&mut Transform, With<NavTilemap>>();
    maps.single_mut(app.world_mut()).unwrap().translation.y = 3.0;
    app.update();
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    // Others come first, one in each frame.
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 1;
    for x in 0..9 {
        let request = PathRequest::to_cell(cell(x, 2)).with_inflation(2.0).with_priority(1);
        app.world_mut().spawn((middle(8 - x, 1), request));
    }
    for _ in 0..20 {
        let at = |app: &App| app.world().get::<Transform>(agent).unwrap().translation;
        let before = at(&app);
        app.update();
        // A tenth of a second at a tile a second.
        assert!(at(&app).distance(before) < TILE * 0.101, "{before} to {}", at(&app));
    }
}
