//! Agents that share a field walk.

use crate::{
    crowd::{CORRIDOR, Crowd, rough_grid},
    support::*,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn agents_on_a_field_walk_like_those_on_paths_of_their_own() {
    let walk = |max_field_bytes| {
        let mut crowd = Crowd::on_rows(&CORRIDOR);
        crowd.settings().max_field_bytes = max_field_bytes;
        for x in 0..9 {
            let agent = crowd.spawn(cell(x, 0), &PathRequest::to_cell(cell(8, 6)));
            let mut follower = PathFollower::with_speed(TILE * (0.3 + x as f32));
            follower.slowed_by_terrain = x % 2 == 0;
            crowd.app.world_mut().entity_mut(agent).insert(follower);
        }
        let places = |_| {
            crowd.app.update();
            crowd.agents.iter().map(|&agent| crowd.place(agent)).collect::<Vec<_>>()
        };
        let places: Vec<Vec<Vec2>> = (0..400).map(places).collect();
        (places, crowd.shared(), diary(&crowd.app).reached.clone())
    };
    let (with, shared, reached) = walk(usize::MAX);
    let (without, none, reached_alone) = walk(0);
    assert_eq!((shared, none), (9, 0));
    assert_eq!(reached.len(), 8, "the slowest is still walking");
    assert_eq!(reached, reached_alone);
    for (frame, (with, without)) in with.iter().zip(&without).enumerate() {
        for (nth, (one, other)) in with.iter().zip(without).enumerate() {
            assert!(one.distance(*other) < 0.02, "agent {nth} in frame {frame}: {one} and {other}");
        }
    }
}

#[test]
fn the_path_begins_where_the_agent_is_and_its_follower_counts_from_there() {
    let mut crowd = Crowd::on_rows(&CORRIDOR);
    let agents = [0; 5].map(|_| crowd.spawn(cell(0, 0), &PathRequest::to_cell(cell(8, 0))));
    crowd.run(13);
    let found = result(&crowd.app, agents[0]);
    let path = found.cells(nav(&crowd.app));
    let follower = || crowd.app.world().get::<PathFollower>(agents[0]).unwrap();
    assert_eq!((path[0], path.len()), (cell(2, 0), 7), "2.6 tiles in 1.3 seconds");
    assert_eq!((path[follower().next_index()], follower().has_arrived()), (cell(3, 0), false));
    assert_eq!(
        found.cost(nav(&crowd.app)),
        nav(&crowd.app).map().unwrap().priced(&default()).path_cost(&path).unwrap()
    );
    crowd.run(40);
    let follower = || crowd.app.world().get::<PathFollower>(agents[0]).unwrap();
    assert_eq!((follower().next_index(), follower().has_arrived()), (1, true));
    assert_eq!(result(&crowd.app, agents[0]).cells(nav(&crowd.app)).to_vec(), [cell(8, 0)]);
    assert_eq!(diary(&crowd.app).reached, agents);
}

#[test]
fn agents_pushed_about_continue_from_where_they_are() {
    let mut crowd = Crowd::on(rough_grid(24, &mut fastrand::Rng::with_seed(2)));
    let goal = cell(0, 23);
    crowd.edit(|map| map.set_terrain(goal, 1).unwrap());
    let mut random = fastrand::Rng::with_seed(6);
    crowd.spawn_anywhere(40, &PathRequest::to_cell(goal), &mut random);
    for frame in 0..120 {
        for &agent in &crowd.agents {
            let mut transform = crowd.app.world_mut().get_mut::<Transform>(agent).unwrap();
            let nudge = Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 0.6;
            transform.translation += nudge.extend(0.0);
        }
        crowd.run(1);
        let thrown = crowd.agents[frame % 40];
        if frame % 5 == 0 {
            let at = middle(random.i32(-2..26), random.i32(-2..26));
            crowd.app.world_mut().entity_mut(thrown).insert(at);
        }
    }
    let thrown = crowd.agents[7];
    crowd.app.world_mut().entity_mut(thrown).insert(Transform::from_xyz(f32::NAN, 0.0, 0.0));
    crowd.run(3);
    assert!(matches!(failure(&crowd.app, thrown), Some(FailureReason::StartNotFinite(_))));
    crowd.app.world_mut().entity_mut(thrown).insert(middle(0, 0));
    crowd.run(900);
    for &agent in &crowd.agents {
        match failure(&crowd.app, agent) {
            None => assert_eq!(cell_of(&crowd.app, agent), goal),
            Some(failure) => {
                assert!(matches!(
                    failure,
                    FailureReason::Path(PathError::Unreachable { .. })
                        | FailureReason::Path(PathError::StartOutside(_))
                ));
            }
        }
    }
    assert!(crowd.shared() > 15);
}

#[test]
fn an_agent_pushed_off_its_path_is_replanned_once() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(16), 1).unwrap());
    crowd.spawn_anywhere(9, &PathRequest::to_cell(cell(15, 15)), &mut fastrand::Rng::with_seed(1));
    crowd.run(3);
    let thrown = crowd.agents[4];
    crowd.app.world_mut().entity_mut(thrown).insert(middle(2, 15));
    crowd.run(1);
    assert_eq!(diary(&crowd.app).replanned, [thrown]);
    assert_eq!(result(&crowd.app, thrown).cells(nav(&crowd.app))[0], cell(2, 15));
    crowd.run(200);
    assert_eq!(diary(&crowd.app).replanned, [thrown]);
    crowd.app.world_mut().entity_mut(thrown).insert(middle(5, 15));
    crowd.run(200);
    assert!(crowd.all_at(cell(15, 15)));
    assert_eq!(diary(&crowd.app).reached.len(), 10, "it came back to its target");
}

#[test]
fn parents_slow_ground_and_great_speed_are_respected() {
    let mut crowd = Crowd::on_rows(&[[1, 3, 3, 1, 1]]);
    let request = PathRequest::to_cell(cell(4, 0));
    let [plain, slowed, fast, child] = [0; 4].map(|_| crowd.spawn(cell(0, 0), &request));
    let parent = crowd.app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 5.0)).id();
    let world = crowd.app.world_mut();
    world.entity_mut(plain).insert(PathFollower::with_speed(TILE));
    world.entity_mut(slowed).insert(PathFollower::with_speed(TILE).slowed_by_terrain());
    world.entity_mut(fast).insert(PathFollower::with_speed(1e9));
    let start = Transform::from_xyz(-10.0, 0.0, 7.0);
    world.entity_mut(child).insert((start, ChildOf(parent), PathFollower::with_speed(TILE)));
    crowd.run(1);
    assert_eq!(cell_of(&crowd.app, fast), cell(4, 0));
    crowd.run(29);
    assert_eq!(crowd.shared(), 4);
    assert!((crowd.place(plain).x - 30.0).abs() < 0.1, "{}", crowd.place(plain));
    assert!((crowd.place(slowed).x - 10.0).abs() < 0.1, "{}", crowd.place(slowed));
    let local = crowd.app.world().get::<Transform>(child).unwrap().translation;
    // In the first frame the parent is not at its place yet.
    assert!(local.distance(Vec3::new(19.5, 0.0, 7.0)) < 0.6, "{local}");
    crowd.run(80);
    assert_eq!(diary(&crowd.app).reached.len(), 4);
}

#[test]
fn agents_that_stand_still_are_not_marked_as_changed() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(12), 1).unwrap());
    crowd.spawn_anywhere(8, &PathRequest::to_cell(cell(5, 5)), &mut fastrand::Rng::with_seed(1));
    let stands = crowd.spawn(cell(0, 0), &PathRequest::to_cell(cell(5, 5)));
    crowd.app.world_mut().entity_mut(stands).insert(PathFollower::with_speed(0.0));
    crowd.run(200);
    #[derive(Resource, Default)]
    struct Moved(usize);
    crowd.app.init_resource::<Moved>().add_systems(
        PostUpdate,
        |moved: Query<(), Changed<Transform>>, mut count: ResMut<Moved>| {
            count.0 = moved.iter().count();
        },
    );
    crowd.run(3);
    assert_eq!(crowd.app.world().resource::<Moved>().0, 0);
    crowd.app.world_mut().get_mut::<PathFollower>(stands).unwrap().speed = TILE;
    crowd.run(2);
    assert_eq!(crowd.app.world().resource::<Moved>().0, 1);
}

#[test]
fn a_follower_added_later_walks_the_shared_path() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(16), 1).unwrap());
    let request = PathRequest::to_cell(cell(9, 9));
    let agents = [0, 1, 2, 3, 4].map(|y| crowd.app.world_mut().spawn((middle(0, y), request.clone())).id());
    crowd.run(5);
    assert!(agents.iter().all(|&agent| result(&crowd.app, agent).is_shared()));
    crowd.app.world_mut().entity_mut(agents[2]).insert(PathFollower::with_speed(TILE));
    crowd.run(150);
    assert_eq!(cell_of(&crowd.app, agents[2]), cell(9, 9));
    assert_eq!(diary(&crowd.app).reached, [agents[2]]);
}

/// A slowness of 1 must not change a single bit of the walk.
#[test]
fn on_ground_of_cost_1_slowed_agents_walk_as_the_others_to_the_bit() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut crowd = Crowd::on(Grid::from_fn(UVec2::splat(24), |_| u8::from(random.u8(0..5) > 0)).unwrap());
    let goal = cell(12, 12);
    crowd.edit(|map| map.set_terrain(goal, 1).unwrap());
    crowd.spawn_anywhere(40, &PathRequest::to_cell(goal), &mut random);
    for nth in 0..40 {
        let (agent, speed) = (crowd.agents[nth], random.f32() * 5.0 * TILE);
        let slowed = crowd.spawn(cell_of(&crowd.app, agent), &PathRequest::to_cell(goal));
        let follower = PathFollower::with_speed(speed);
        crowd.app.world_mut().entity_mut(agent).insert(follower.clone());
        crowd.app.world_mut().entity_mut(slowed).insert(follower.slowed_by_terrain());
    }
    for frame in 0..200 {
        crowd.run(1);
        let bits = |agent: &Entity| crowd.place(*agent).to_array().map(f32::to_bits);
        let (free, slowed) = crowd.agents.split_at(40);
        assert!(free.iter().map(bits).eq(slowed.iter().map(bits)), "in frame {frame}");
    }
    assert!(crowd.shared() > 40, "{}", crowd.shared());
}

/// Equal inputs give equal frames, on any number of threads: enough agents that several walk them.
#[test]
fn a_horde_ends_up_in_the_same_places_on_one_thread_and_on_two() {
    let play = |max_threads| {
        let mut random = fastrand::Rng::with_seed(77);
        let mut crowd = Crowd::on(rough_grid(64, &mut random));
        crowd.settings().max_threads = max_threads;
        let prey = crowd.app.world_mut().spawn(middle(0, 63)).id();
        crowd.spawn_anywhere(20_000, &PathRequest::to_entity(prey).within(1.0), &mut random);
        for frame in 0..40 {
            let (x, y) = (random.i32(1..64), random.i32(1..64));
            crowd.edit(|map| if frame % 3 == 0 { map.unblock(cell(x, y)) } else { map.block(cell(x, y)) });
            if frame % 10 == 5 {
                crowd.app.world_mut().entity_mut(prey).insert(middle(frame, 63));
            }
            crowd.run(1);
        }
        assert!(crowd.shared() > 10_000, "{}", crowd.shared());
        let bits = |&agent: &Entity| crowd.place(agent).to_array().map(f32::to_bits);
        let places: Vec<[u32; 2]> = crowd.agents.iter().map(bits).collect();
        let diary = diary(&crowd.app);
        (places, diary.found.clone(), diary.replanned.clone(), diary.failed.clone(), diary.reached.clone())
    };
    let one = play(1);
    assert!(one.4.len() > 20, "{} have arrived", one.4.len());
    assert!(one == play(2) && one == play(1));
}
