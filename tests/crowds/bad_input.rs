//! Bad input follows the documented rules: nothing panics, and nobody is ever in a wall.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::bevy_version::OnRemove;
use bevy_tilepath::prelude::*;
use std::collections::HashSet;

#[test]
fn agents_spawned_on_one_cell_get_cells_of_their_own() {
    let mut scene = Scene::open(10, 10);
    for _ in 0..30 {
        scene.spawn_idle([5, 5], 3.0);
    }
    scene.run(1);
    let cells: HashSet<IVec2> = scene.agents.iter().map(|&agent| scene.cell(agent)).collect();
    assert_eq!(cells.len(), 30);
    assert!(cells.iter().all(|cell| cell.distance_squared(IVec2::splat(5)) <= 18));
}

#[test]
fn agents_beyond_the_number_of_cells_stand_still_until_there_is_room() {
    let mut scene = Scene::open(4, 4);
    for nth in 0..20 {
        scene.spawn_idle([nth % 4, nth / 4 % 4], 3.0);
    }
    for _ in 0..150 {
        scene.app.update();
        scene.check(0.0);
    }
    let outside: Vec<Entity> = scene.diary().stuck.iter().map(|stuck| stuck.entity).collect();
    assert_eq!(outside.len(), 4);
    assert!(scene.diary().stuck.iter().all(|stuck| stuck.reason == StuckReason::NoRoom));
    for agent in scene.agents.clone().into_iter().filter(|agent| !outside.contains(agent)).take(4) {
        scene.app.world_mut().despawn(agent);
    }
    for _ in 0..30 {
        scene.app.update();
    }
    scene.run(5);
}

#[test]
fn speeds_of_all_kinds_move_nobody_too_far() {
    for speed in [f32::INFINITY, f32::MAX, 1e9, f32::MIN_POSITIVE, 1e-9] {
        let mut scene = Scene::open(30, 30);
        for nth in 0..20 {
            let agent = scene.spawn([nth, 0], 1.0, PathRequest::to_cell(IVec2::new(29 - nth, 29)));
            scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = speed;
        }
        scene.run(60);
        let arrived = scene.agents.iter().all(|&agent| scene.has_arrived(agent));
        assert_eq!(arrived, speed > 1.0, "{speed}");
    }
}

#[test]
fn teleports_follow_the_cell_in_which_the_agent_is_put() {
    let mut scene = Scene::of_rows(&["..........", ".###......", ".###......", ".........."]);
    let agent = scene.spawn([0, 0], 3.0, PathRequest::to_cell(IVec2::new(9, 0)));
    let other = scene.spawn_idle([5, 3], 3.0);
    scene.run(7);
    // Onto another agent: the nearest cell with room.
    let at = scene.centre(IVec2::new(5, 3));
    scene.insert(agent, at);
    scene.run(1);
    assert_eq!(scene.cell(other), IVec2::new(5, 3));
    assert!(scene.cell(agent).distance_squared(IVec2::new(5, 3)) <= 2);
    // Into a wall: out of it at once.
    let at = scene.centre(IVec2::new(2, 1));
    scene.insert(agent, at);
    scene.run(1);
    // Within its cell: it goes on from there.
    let at = scene.at(agent) + Vec2::new(2.0, 0.0);
    scene.insert(agent, Transform::from_translation(at.extend(0.0)));
    scene.run(1);
    assert!(scene.at(agent).distance(at) < 3.0);
    scene.insert(agent, Transform::from_xyz(f32::NAN, 0.0, 0.0));
    scene.app.update();
    // Off the map it takes no part.
    scene.insert(agent, Transform::from_xyz(-500.0, 0.0, 0.0));
    scene.app.update();
    scene.app.update();
    assert_eq!(scene.at(agent).x, -500.0);
    let at = scene.centre(IVec2::new(4, 0));
    scene.insert(agent, at);
    scene.app.world_mut().entity_mut(other).despawn();
    scene.agents.retain(|&agent| agent != other);
    scene.run(1);
    scene.run_to_end(100);
}

#[test]
fn agents_may_be_despawned_and_moved_about_at_any_time() {
    let mut scene = Scene::open(24, 24);
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..80 {
        let [x, y, to_x, to_y] = core::array::from_fn(|_| random.i32(0..24));
        scene.spawn([x, y], 4.0, PathRequest::to_cell(IVec2::new(to_x, to_y)));
    }
    for _ in 0..300 {
        let nth = random.usize(0..scene.agents.len());
        let [x, y] = core::array::from_fn(|_| random.i32(0..24));
        match random.u8(0..6) {
            0 => {
                let agent = scene.agents.swap_remove(nth);
                scene.app.world_mut().despawn(agent);
                scene.spawn([x, y], 4.0, PathRequest::to_cell(IVec2::new(y, x)));
            }
            1 => {
                let at = scene.centre(IVec2::new(x, y));
                scene.insert(scene.agents[nth], at);
            }
            2 => scene.insert(scene.agents[nth], PathRequest::to_cell(IVec2::new(x, y))),
            3 => {
                scene.app.world_mut().entity_mut(scene.agents[nth]).remove::<PathRequest>();
            }
            _ => {}
        }
        scene.run(1);
    }
}

#[test]
fn an_agent_that_is_or_carries_an_obstacle_loses_occupies() {
    let mut scene = Scene::open(12, 12);
    let tower = scene.spawn([2, 2], 3.0, PathRequest::to_cell(IVec2::new(9, 2)));
    scene.insert(tower, NavObstacle::default());
    let carrier = scene.spawn([2, 6], 3.0, PathRequest::to_cell(IVec2::new(9, 6)));
    scene.app.world_mut().entity_mut(carrier).with_child((Transform::default(), NavObstacle::default()));
    (0..120).for_each(|_| scene.app.update());
    for agent in [tower, carrier] {
        assert!(scene.app.world().get::<CrowdAgent>(agent).is_none());
        assert!(scene.has_arrived(agent), "it walks as before");
    }
}

#[test]
fn an_agent_on_a_goal_field_that_is_moved_off_the_map_is_told_why_it_has_no_path() {
    for geometry in geometries() {
        for is_child in [false, true] {
            let mut scene = Scene::new(geometry, Grid::new(UVec2::new(12, 12), 1).unwrap());
            for nth in 0..12 {
                scene.spawn([nth, 0], 3.0, PathRequest::to_cell(IVec2::new(6, 10)));
            }
            let agent = scene.agents[3];
            if is_child {
                let parent = scene.app.world_mut().spawn(Transform::default()).id();
                scene.insert(agent, ChildOf(parent));
            }
            scene.run(10);
            let is_shared = scene.app.world().get::<PathResult>(agent).unwrap().is_shared();
            assert!(is_shared, "they share a goal field");
            let away = scene.centre(IVec2::new(40, 6));
            scene.insert(agent, away);
            // The agent is in no cell.
            (0..3).for_each(|_| scene.app.update());
            let result = scene.app.world().get::<PathResult>(agent).unwrap();
            let expected = FailureReason::Path(PathError::StartOutside(IVec2::new(40, 6)));
            assert_eq!(result.failure(), Some(expected), "{:?}", geometry.shape());
            let told = scene.diary().failed.iter().filter(|failed| failed.entity == agent).count();
            assert_eq!(told, 1, "{:?}", geometry.shape());
            assert_eq!(scene.at(agent), away.translation.truncate(), "it stands where it was put");
            // Back on the map it goes on.
            let back = scene.centre(IVec2::new(11, 11));
            scene.insert(agent, back);
            scene.run_to_end(400);
        }
    }
}

#[test]
fn agents_with_obstacles_leave_their_crowd_in_the_order_of_their_ids() {
    #[derive(Resource, Default)]
    struct Left(Vec<Entity>);
    #[derive(Component)]
    struct Other;
    let mut scene = Scene::open(10, 10);
    let world = scene.app.world_mut();
    world.init_resource::<Left>();
    world.add_observer(|left: OnRemove<CrowdAgent>, mut list: ResMut<Left>| list.0.push(left.entity));
    let agent = (Transform::default(), PathFollower::with_speed(1.0), CrowdAgent::default());
    // Queries find agents of the first kind first.
    let first_kind = world.spawn((agent.clone(), NavObstacle::default())).id();
    world.spawn((agent.clone(), NavObstacle::default(), Other));
    scene.app.update();
    let world = scene.app.world_mut();
    world.despawn(first_kind);
    let agents = [
        world.spawn((agent.clone(), NavObstacle::default(), Other)).id(),
        world.spawn((agent, NavObstacle::default())).id(),
    ];
    world.resource_mut::<Left>().0.clear();
    scene.app.update();
    assert_eq!(scene.app.world().resource::<Left>().0, agents);
}
