//! Agents that the game moves itself, by `PathSteering`.

use crate::{
    support::*,
    waypoints::site::{hiker, line},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const SPEED: f32 = 30.0;

/// Moves agents as `PathSteering` says, this fast.
#[derive(Resource, Clone, Copy)]
struct Obedience(f32);

fn drive(mut agents: Query<(&mut Transform, &PathSteering)>, time: Res<Time>, obedience: Res<Obedience>) {
    for (mut transform, steering) in &mut agents {
        transform.translation += steering.velocity.extend(0.0) * time.delta_secs() * obedience.0;
    }
}

fn driven(mut app: App, obedience: f32) -> App {
    app.insert_resource(Obedience(obedience));
    app.add_systems(Update, drive.after(PathfindingSystems::FollowPath));
    app
}

fn at(app: &App, agent: Entity) -> Vec2 {
    app.world().get::<Transform>(agent).unwrap().translation.truncate()
}

fn steering(app: &App, agent: Entity) -> PathSteering {
    *app.world().get::<PathSteering>(agent).unwrap()
}

fn has_arrived(app: &App, agent: Entity) -> bool {
    app.world().get::<PathFollower>(agent).unwrap().has_arrived()
}

/// Six agents with one goal, alone or in a crowd.
fn herd(app: &mut App, in_crowd: bool) -> Vec<Entity> {
    let spawn = |y: i32| {
        let at = Transform::from_xyz(0.0, y as f32 * TILE, 7.0);
        let walk = (PathRequest::to_cell(IVec2::new(15, 3)), PathFollower::with_speed(SPEED));
        let agent = app.world_mut().spawn((at, walk, PathSteering::default())).id();
        if in_crowd {
            app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
        }
        agent
    };
    (0..6).map(spawn).collect()
}

#[test]
fn agents_of_every_kind_arrive_if_the_game_moves_them() {
    for (in_crowd, obedience) in [false, true].into_iter().flat_map(|is| [1.0, 0.6].map(|by| (is, by))) {
        let mut app = driven(open_map(17, 7), obedience);
        let agents = herd(&mut app, in_crowd);
        let mut frames = 0;
        while frames < 250 && !agents.iter().all(|&agent| has_arrived(&app, agent)) {
            let before: Vec<Vec2> = agents.iter().map(|&agent| at(&app, agent)).collect();
            app.update();
            frames += 1;
            for (&agent, before) in agents.iter().zip(before) {
                let PathSteering { velocity, facing, .. } = steering(&app, agent);
                assert!(velocity.length() <= SPEED * 1.001, "{velocity}");
                assert!(velocity == Vec2::ZERO || facing.distance(velocity.normalize()) < 1e-3);
                let moved = at(&app, agent) - before;
                assert!(
                    moved.distance(velocity * 0.1 * obedience) < 1e-3,
                    "the plugin moved {agent} by {moved}"
                );
            }
        }
        let most = 60.0 / obedience;
        assert!(frames as f32 <= most, "crowd {in_crowd}, {obedience}: {frames} frames");
        let reached = app.world().resource::<Diary>().reached.len();
        assert_eq!(reached, 6, "crowd {in_crowd}, {obedience}: the goal is reached once by each");
        // An agent that has arrived stands.
        (0..20).for_each(|_| app.update());
        for &agent in &agents {
            let steering = steering(&app, agent);
            assert!(steering.velocity.length() < 1e-3, "crowd {in_crowd}, {obedience}: {steering:?}");
            assert_eq!(app.world().get::<Transform>(agent).unwrap().translation.z, 7.0);
        }
    }
}

#[test]
fn an_agent_on_waypoints_is_steered_too() {
    let (app, waypoints) = line::<5>();
    let mut app = driven(app, 1.0);
    let goal = Vec2::new(40.0, 0.0);
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(waypoints[4]));
    app.world_mut().entity_mut(agent).insert(PathSteering::default());
    let mut frames = 0;
    while frames < 600 && !has_arrived(&app, agent) {
        app.update();
        frames += 1;
    }
    assert!(has_arrived(&app, agent) && at(&app, agent).distance(goal) < 1e-2, "{}", at(&app, agent));
}

#[test]
fn the_velocity_stops_where_a_wall_was_built_and_the_plugin_moves_the_agent_again_without_the_component() {
    let mut app = driven(open_map(9, 1), 1.0);
    let walk =
        (PathRequest::to_cell(IVec2::new(8, 0)), PathFollower::with_speed(SPEED), PathSteering::default());
    let agent = app.world_mut().spawn((Transform::default(), walk)).id();
    (0..8).for_each(|_| app.update());
    let was_at = at(&app, agent).x;
    // The distance was measured before the last step.
    let left = steering(&app, agent).distance_left - (8.0 * TILE - was_at);
    assert!(was_at > TILE && (left - SPEED * 0.1).abs() < 1e-2, "at {was_at}, {left}");
    let wall =
        app.world_mut().spawn((NavObstacle::default(), Transform::from_xyz(6.0 * TILE, 0.0, 0.0))).id();
    (0..30).for_each(|_| app.update());
    assert!(at(&app, agent).x < 5.5 * TILE, "{}", at(&app, agent));
    assert_eq!(steering(&app, agent).velocity, Vec2::ZERO);
    app.world_mut().despawn(wall);
    app.world_mut().entity_mut(agent).remove::<PathSteering>();
    (0..60).for_each(|_| app.update());
    assert!(has_arrived(&app, agent) && at(&app, agent) == Vec2::new(8.0 * TILE, 0.0), "{}", at(&app, agent));
}

#[test]
fn a_child_is_steered_by_its_place_in_the_world() {
    for in_crowd in [false, true] {
        let mut app = driven(open_map(12, 3), 1.0);
        let parent = app.world_mut().spawn(Transform::from_xyz(20.0, 0.0, 0.0)).id();
        let walk = (PathRequest::to_cell(IVec2::new(9, 0)), PathFollower::with_speed(SPEED));
        let agent = app
            .world_mut()
            .spawn((Transform::default(), walk, PathSteering::default(), ChildOf(parent)))
            .id();
        if in_crowd {
            app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
        }
        (0..40).for_each(|_| app.update());
        // The centre of cell (9, 0) is at 90, and the parent at 20.
        assert!(
            at(&app, agent).distance(Vec2::new(70.0, 0.0)) < 0.1,
            "crowd {in_crowd}: {}",
            at(&app, agent)
        );
    }
}
