//! The numbers of entities decide nothing.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{NavId, prelude::*};

/// A component of the game that changes the order in which queries find entities.
#[derive(Component)]
struct Decorated;

/// Makes the numbers of the entities that are spawned next other ones, in another order.
fn scramble(app: &mut App) {
    let world = app.world_mut();
    let gone: Vec<Entity> = (0..1000).map(|_| world.spawn_empty().id()).collect();
    let mut random = fastrand::Rng::with_seed(5);
    let mut left = gone;
    while !left.is_empty() {
        world.despawn(left.swap_remove(random.usize(..left.len())));
    }
}

/// The same game, with the same or other numbers of entities.
fn apps() -> [App; 2] {
    let [mut one, mut other] = [app(), app()];
    scramble(&mut other);
    for app in [&mut one, &mut other] {
        spawn_map(app, &[[1; 16]; 16]);
        app.update();
    }
    [one, other]
}

fn bits(app: &App, entities: &[Entity]) -> Vec<[u32; 2]> {
    let place = |&entity: &Entity| app.world().get::<Transform>(entity).unwrap().translation.truncate();
    entities.iter().map(place).map(|at| at.to_array().map(f32::to_bits)).collect()
}

#[test]
fn agents_with_obstacles_walk_alike_whatever_numbers_their_entities_have() {
    let [one, other] = apps().map(|mut app| {
        let mut random = fastrand::Rng::with_seed(11);
        let mut places = Vec::new();
        let units: Vec<Entity> = (0..24)
            .map(|nth| {
                let from = middle(random.i32(0..8), random.i32(0..3));
                let to = PathRequest::to_cell(cell(random.i32(0..16), random.i32(8..16)));
                let unit = app.world_mut().spawn((walker(from, to), NavObstacle::default())).id();
                if nth % 3 == 0 {
                    app.world_mut().spawn((ChildOf(unit), DangerSource::new(2.0, 1.0)));
                }
                unit
            })
            .collect();
        for _ in 0..150 {
            app.update();
            places.push((bits(&app, &units), nav(&app).map().unwrap().revision()));
        }
        places
    });
    let first = one.iter().zip(&other).position(|(one, other)| one != other);
    assert_eq!(first, None, "the first frame in which they differ");
}

#[test]
fn marks_are_edited_in_the_order_of_ids_whatever_order_queries_have() {
    let revisions = [0, 7].map(|decorated| {
        let mut app = open_map(9, 9);
        let towers: Vec<Entity> = (0..9)
            .map(|x| {
                let tower = (middle(x, 3), NavObstacle::default(), DangerSource::default());
                app.world_mut().spawn(tower).id()
            })
            .collect();
        app.world_mut().entity_mut(towers[decorated]).insert(Decorated);
        app.update();
        let mut transforms = app.world_mut().query_filtered::<&mut Transform, With<NavObstacle>>();
        transforms.iter_mut(app.world_mut()).for_each(|mut transform| transform.translation.y += TILE);
        app.update();
        let mut all = app.world_mut().query_filtered::<Entity, With<NavObstacle>>();
        let all: Vec<Entity> = all.iter(app.world()).collect();
        for tower in all {
            app.world_mut().despawn(tower);
        }
        app.update();
        nav(&app).map().unwrap().revision()
    });
    assert_eq!(revisions[0], revisions[1]);
}

#[test]
fn paths_over_waypoints_are_alike_whatever_numbers_their_entities_have() {
    let paths = apps().map(|mut app| {
        let world = app.world_mut();
        // Many paths from one corner to the other cost the same.
        let waypoints: Vec<Entity> =
            (0..64).map(|nth| world.spawn((middle(nth % 8, nth / 8), Waypoint)).id()).collect();
        for (nth, &waypoint) in waypoints.iter().enumerate() {
            let right = (nth % 8 < 7).then(|| waypoints[nth + 1]);
            let up = waypoints.get(nth + 8).copied();
            world.entity_mut(waypoint).insert(WaypointLinks::to(right.into_iter().chain(up)));
        }
        let request = PathRequest::to_entity(waypoints[63]);
        let agent = world.spawn((middle(0, 0), OnWaypoints, request)).id();
        app.update();
        let number = |entity: &Entity| waypoints.iter().position(|waypoint| waypoint == entity).unwrap();
        let path: Vec<usize> = result(&app, agent).waypoint_entities().iter().map(number).collect();
        // The numbers of nodes break ties.
        let graph = app.world().resource::<WaypointGraph>();
        let nodes: Vec<_> = waypoints.iter().map(|&waypoint| graph.node(waypoint)).collect();
        (path, nodes)
    });
    assert_eq!(paths[0].0.len(), 15);
    assert_eq!(paths[0], paths[1]);
}

#[test]
fn layers_at_one_height_are_in_the_order_in_which_they_came() {
    for mut app in apps() {
        app.insert_resource(LayerRule::Top);
        for texture in 3..7 {
            let layer = app.world_mut().spawn(map_bundle(16, 16)).id();
            spawn_tile(&mut app, layer, 2, 2, texture);
        }
        app.update();
        assert_eq!(nav(&app).class(cell(2, 2)), Some(6));
    }
}

#[test]
fn a_number_is_given_once_and_one_that_the_game_inserts_is_kept() {
    let mut app = App::new();
    let early = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(1, 0)))).id();
    assert_eq!(app.world().get::<NavId>(early).unwrap().get(), 0, "there is no plugin yet");
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
    let number = |app: &App, entity| app.world().get::<NavId>(entity).unwrap().get();
    let target = app.world_mut().spawn(Transform::default()).id();
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_entity(target))).id();
    let tower = app.world_mut().spawn(NavObstacle::default()).id();
    assert_eq!([early, agent, target, tower].map(|entity| number(&app, entity)), [1, 2, 3, 4]);
    let saved = *app.world().get::<NavId>(tower).unwrap();
    app.world_mut().despawn(tower);
    app.world_mut().entity_mut(agent).insert((NavObstacle::default(), DangerSource::default()));
    let newcomer = app.world_mut().spawn(Waypoint).id();
    let loaded = app.world_mut().spawn((saved, NavObstacle::default())).id();
    assert_eq!([agent, newcomer, loaded].map(|entity| number(&app, entity)), [2, 5, 4]);
    let copy = app.world_mut().entity_mut(agent).clone_and_spawn();
    assert_eq!(number(&app, copy), 6, "a copy is another entity");
}

#[test]
fn an_entity_with_the_number_of_another_gets_a_new_one() {
    let mut app = app();
    let number = |app: &App, entity| app.world().get::<NavId>(entity).unwrap().get();
    let tower = app.world_mut().spawn(NavObstacle::default()).id();
    let saved = *app.world().get::<NavId>(tower).unwrap();
    // A scene that is spawned twice.
    let [copy, again] = [(); 2].map(|()| app.world_mut().spawn((saved, NavObstacle::default())).id());
    assert_eq!([tower, copy, again].map(|entity| number(&app, entity)), [1, 2, 3]);
    // The same number on the same entity is no mistake, and a number whose entity is gone is free.
    app.world_mut().entity_mut(tower).insert(saved);
    assert_eq!(number(&app, tower), 1);
    app.world_mut().despawn(tower);
    let loaded = app.world_mut().spawn(saved).id();
    assert_eq!(number(&app, loaded), 1);
    app.world_mut().entity_mut(loaded).remove::<NavId>();
    let other = app.world_mut().spawn(saved).id();
    assert_eq!(number(&app, other), 1);
}

#[test]
fn old_entities_with_one_number_get_two() {
    let mut known = app();
    let tower = known.world_mut().spawn(NavObstacle::default()).id();
    let saved = *known.world().get::<NavId>(tower).unwrap();
    let mut app = App::new();
    let old = [(); 2].map(|()| app.world_mut().spawn(saved).id());
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
    assert_eq!(old.map(|entity| app.world().get::<NavId>(entity).unwrap().get()), [1, 2]);
}
