//! Agents that ask for each other in a circle meet and come to rest.

use crate::{
    support::*,
    waypoints::site::{hiker, join, spawn_waypoint},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Lets each agent ask for the next, and the last for the first.
fn close(app: &mut App, agents: &[Entity]) {
    let targets = agents.iter().cycle().skip(1);
    for (&agent, &target) in agents.iter().zip(targets) {
        app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(target));
    }
}

/// Runs until the agents must have met, and asserts that nothing happens after that.
fn assert_rest(app: &mut App, agents: &[Entity], what: &str) {
    (0..250).for_each(|_| app.update());
    let at = |app: &App, agent: Entity| app.world().get::<Transform>(agent).unwrap().translation;
    let places: Vec<Vec3> = agents.iter().map(|&agent| at(app, agent)).collect();
    assert!(places.iter().all(|&place| place.distance(places[0]) < 0.01), "{what}: {places:?}");
    let arrived = |&agent: &Entity| app.world().get::<PathFollower>(agent).unwrap().has_arrived();
    assert!(agents.iter().all(arrived), "{what}");
    let events = |app: &App| (diary(app).replanned.len(), diary(app).reached.len(), diary(app).failed.len());
    let before = events(app);
    assert!(before.1 <= 3 * agents.len(), "{what}: {} times reached", before.1);
    (0..100).for_each(|_| app.update());
    assert_eq!(events(app), before, "{what}: they rest");
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut random = fastrand::Rng::with_seed(count as u64);
    let all = |_| {
        let mut order: Vec<usize> = (0..count).collect();
        random.shuffle(&mut order);
        order
    };
    (0..4).map(all).collect()
}

#[test]
fn agents_that_ask_for_each_other_in_a_circle_meet_on_open_ground() {
    for count in 2..=7 {
        for order in orders(count) {
            let mut app = open_map(12, 12);
            let place = |index: usize| middle((index * 5 % 12) as i32, (index * 7 % 11) as i32);
            let spawn = |index| (place(index), PathFollower::with_speed(TILE));
            let agents: Vec<Entity> =
                (0..count).map(|index| app.world_mut().spawn(spawn(index)).id()).collect();
            let circle: Vec<Entity> = order.iter().map(|&index| agents[index]).collect();
            close(&mut app, &circle);
            assert_rest(&mut app, &agents, &format!("{order:?}"));
        }
    }
}

#[test]
fn agents_that_chase_each_other_round_a_loop_meet() {
    for order in orders(3) {
        let mut app = app();
        spawn_map(&mut app, &[[1, 1, 1, 1], [1, 0, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]]);
        let places = [middle(0, 0), middle(3, 1), middle(1, 3)];
        let agents = places.map(|at| app.world_mut().spawn((at, PathFollower::with_speed(TILE))).id());
        let circle: Vec<Entity> = order.iter().map(|&index| agents[index]).collect();
        close(&mut app, &circle);
        assert_rest(&mut app, &agents, &format!("{order:?}"));
    }
}

#[test]
fn a_circle_with_others_that_share_its_goal_fields_meets() {
    let mut app = open_map(12, 12);
    let spawn = |x, y| (middle(x, y), PathFollower::with_speed(TILE));
    let agents = [(0, 0), (11, 2), (4, 11)].map(|(x, y)| app.world_mut().spawn(spawn(x, y)).id());
    for index in 0..30 {
        let follower = (spawn(index % 12, 5), PathRequest::to_entity(agents[index as usize % 3]));
        app.world_mut().spawn(follower);
    }
    (0..3).for_each(|_| app.update());
    close(&mut app, &agents);
    (0..250).for_each(|_| app.update());
    let replanned = diary(&app).replanned.len();
    (0..100).for_each(|_| app.update());
    assert_eq!(diary(&app).replanned.len(), replanned);
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell_of(&app, agents[0])));
}

#[test]
fn a_circle_that_is_opened_goes_after_its_targets_again() {
    let mut app = open_map(12, 3);
    let spawn = |x| (middle(x, 1), PathFollower::with_speed(TILE));
    let agents = [0, 5, 11].map(|x| app.world_mut().spawn(spawn(x)).id());
    close(&mut app, &agents);
    (0..150).for_each(|_| app.update());
    let met = cell_of(&app, agents[0]);
    let away = cell(if met.x < 6 { 11 } else { 0 }, 1);
    app.world_mut().entity_mut(agents[1]).insert(PathRequest::to_cell(away));
    (0..200).for_each(|_| app.update());
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == away), "all follow the one that leads");
    app.world_mut().entity_mut(agents[1]).despawn();
    (0..5).for_each(|_| app.update());
    assert_eq!(failure(&app, agents[0]), Some(FailureReason::GoalGone(agents[1])));
}

#[test]
fn the_one_that_waits_leaves_its_goal_field_when_the_circle_closes() {
    let mut app = open_map(12, 12);
    let spawn = |x, y| (middle(x, y), PathFollower::with_speed(TILE));
    let mut agents = [(0, 0), (11, 2), (4, 11)].map(|(x, y)| app.world_mut().spawn(spawn(x, y)).id());
    // The one that became an agent last is the one that waits.
    agents.reverse();
    let ask = |app: &mut App, asker: usize, target: usize| {
        app.world_mut().entity_mut(agents[asker]).insert(PathRequest::to_entity(agents[target]));
    };
    for index in 0..30 {
        app.world_mut().spawn((spawn(index % 12, 5), PathRequest::to_entity(agents[1])));
    }
    ask(&mut app, 0, 1);
    (0..5).for_each(|_| app.update());
    assert!(result(&app, agents[0]).is_shared());
    ask(&mut app, 1, 2);
    ask(&mut app, 2, 0);
    (0..2).for_each(|_| app.update());
    assert!(!result(&app, agents[0]).is_shared(), "it goes to meet the one that asks for it");
    (0..250).for_each(|_| app.update());
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell_of(&app, agents[0])));
}

#[test]
fn a_circle_is_open_when_the_request_of_one_is_gone() {
    let mut app = open_map(12, 3);
    let spawn = |x| (middle(x, 1), PathFollower::with_speed(TILE));
    let mut agents = [0, 5, 11].map(|x| app.world_mut().spawn(spawn(x)).id());
    // The greatest, which waits, asks for the second.
    agents.sort_by(|a, b| b.cmp(a));
    close(&mut app, &agents);
    (0..150).for_each(|_| app.update());
    let away = if cell_of(&app, agents[1]).x < 6 { 11 } else { 0 };
    app.world_mut().entity_mut(agents[1]).remove::<PathRequest>().insert(middle(away, 1));
    (0..200).for_each(|_| app.update());
    assert!(
        agents.iter().all(|&agent| cell_of(&app, agent) == cell(away, 1)),
        "all go to the one that stays"
    );
}

#[test]
fn a_circle_on_waypoints_meets() {
    for order in orders(3) {
        let mut app = app();
        let ring: Vec<Entity> = (0..6)
            .map(|index| {
                let at = Vec2::from_angle(index as f32 * core::f32::consts::TAU / 6.0) * 10.0;
                spawn_waypoint(&mut app, at)
            })
            .collect();
        (0..6).for_each(|index| join(&mut app, ring[index], ring[(index + 1) % 6]));
        app.update();
        let agents = [0, 2, 4].map(|index| {
            let at = app.world().get::<Transform>(ring[index]).unwrap().translation;
            hiker(&mut app, [at.x, at.y], PathRequest::to_entity(ring[index]))
        });
        let circle: Vec<Entity> = order.iter().map(|&index| agents[index]).collect();
        close(&mut app, &circle);
        assert_rest(&mut app, &agents, &format!("{order:?}"));
    }
}
