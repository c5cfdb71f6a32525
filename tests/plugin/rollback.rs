//! Games that go back by some frames and play them again, as netcode does it, are the games that never went back.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

#[path = "../support/rolled_back_game.rs"]
mod rolled_back_game;
use rolled_back_game::{Key, Script, add_game, seen};

/// The schedule in which states come back, and the schedule of a frame.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Begin;
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Play;
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
struct Restored;

const FRAME: Duration = Duration::from_millis(50);

/// A frame as a rollback library saves it.
struct Saved {
    state: PathfindingState,
    script: Script,
    entities: BTreeMap<Key, (Option<Transform>, Option<NavId>)>,
    time: Time,
}

fn save(app: &mut App) -> Saved {
    let world = app.world_mut();
    let mut all = world.query::<(&Key, Option<&Transform>, Option<&NavId>)>();
    let entities = all.iter(world).map(|(&key, at, id)| (key, (at.copied(), id.copied()))).collect();
    Saved {
        state: world.resource::<PathfindingState>().clone(),
        script: world.resource::<Script>().clone(),
        entities,
        time: *world.resource::<Time>(),
    }
}

/// Restores entities, components and resources in the order of bevy_ggrs.
fn load(app: &mut App, saved: &Saved) {
    let world = app.world_mut();
    let mut all = world.query::<(Entity, &Key)>();
    let known: BTreeMap<Key, Entity> = all.iter(world).map(|(entity, &key)| (key, entity)).collect();
    // Entities that were despawned since come back, in reverse order: no order of them may count.
    for &key in saved.entities.keys().rev().filter(|key| !known.contains_key(key)) {
        world.spawn(key);
    }
    for (_, &entity) in known.iter().filter(|(key, _)| !saved.entities.contains_key(key)) {
        world.despawn(entity);
    }
    *world.resource_mut::<PathfindingState>() = saved.state.clone();
    *world.resource_mut::<Script>() = saved.script.clone();
    *world.resource_mut::<Time>() = saved.time;
    let now: Vec<(Entity, Key)> = all.iter(world).map(|(entity, &key)| (entity, key)).collect();
    for (entity, key) in now {
        let (at, id) = saved.entities[&key];
        let mut entity = world.entity_mut(entity);
        match (at, entity.get_mut::<Transform>()) {
            (Some(at), Some(mut known)) => *known = at,
            (Some(at), None) => _ = entity.insert(at),
            (None, _) => _ = entity.remove::<Transform>(),
        }
        if let Some(id) = id
            && entity.get() != Some(&id)
        {
            entity.insert(id);
        }
    }
}

fn advance(app: &mut App) {
    let world = app.world_mut();
    world.resource_mut::<Time>().advance_by(FRAME);
    world.run_schedule(Begin);
    world.run_schedule(Play);
}

fn game(seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins(PathfindingPlugin::in_schedule(Play).restored_in(Begin, Restored))
        .init_resource::<Time>()
        .init_schedule(Begin)
        .init_schedule(Play);
    add_game(&mut app, seed, Play);
    app.finish();
    app.cleanup();
    app
}

/// Asserts that a game that goes back by up to `distance` frames in every frame is the game that never does.
fn assert_rolls_back(seed: u64, distance: usize, frames: u32) {
    let (mut app, mut plain) = (game(seed), game(seed));
    let mut saved: VecDeque<Saved> = VecDeque::new();
    let mut random = fastrand::Rng::with_seed(seed);
    for frame in 0..frames {
        saved.push_back(save(&mut app));
        if saved.len() > distance {
            saved.pop_front();
        }
        advance(&mut app);
        advance(&mut plain);
        let expected = seen(plain.world_mut());
        assert_seen(&seen(app.world_mut()), &expected, &format!("seed {seed}, frame {frame}, at first"));
        let back = random.usize(1..=saved.len());
        saved.truncate(saved.len() + 1 - back);
        load(&mut app, &saved.pop_back().unwrap());
        for _ in 0..back {
            saved.push_back(save(&mut app));
            advance(&mut app);
        }
        assert_seen(&seen(app.world_mut()), &expected, &format!("seed {seed}, frame {frame}, after {back}"));
    }
}

fn assert_seen(found: &[String], expected: &[String], what: &str) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected, "{what}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

#[test]
fn games_that_go_back_in_every_frame_are_the_games_that_never_do() {
    for seed in 0..6 {
        assert_rolls_back(seed, 8, 200);
    }
}

/// Observers and change detection see what a library restores. Nothing of this may count as a change of the game.
#[test]
fn going_back_is_no_edit() {
    let mut app = game(3);
    (0..60).for_each(|_| advance(&mut app));
    let saved = save(&mut app);
    advance(&mut app);
    let first = seen(app.world_mut());
    for _ in 0..5 {
        (0..3).for_each(|_| advance(&mut app));
        load(&mut app, &saved);
        let mut transforms = app.world_mut().query::<&mut Transform>();
        transforms.iter_mut(app.world_mut()).for_each(|mut at| at.set_changed());
        advance(&mut app);
        assert_seen(&seen(app.world_mut()), &first, "again");
    }
}

#[test]
fn an_agent_that_the_library_does_not_know_gets_its_answer_after_going_back() {
    let mut app = game(5);
    (0..20).for_each(|_| advance(&mut app));
    let saved = save(&mut app);
    advance(&mut app);
    let request = PathRequest::to_cell(IVec2::new(8, 12)).allow_partial();
    let at = Transform::from_xyz(120.0, 120.0, 0.0);
    let agent = app.world_mut().spawn((at, request, PathFollower::with_speed(0.0))).id();
    advance(&mut app);
    load(&mut app, &saved);
    (0..30).for_each(|_| advance(&mut app));
    assert_ne!(app.world().get::<PathResult>(agent).unwrap().status(), PathStatus::Pending);
}

#[test]
fn without_a_library_no_state_is_kept() {
    let mut app = game(4);
    (0..20).for_each(|_| advance(&mut app));
    assert_eq!(
        format!("{:?}", app.world().resource::<PathfindingState>()),
        "PathfindingState { is_taken: false, .. }"
    );
    let kept = app.world().resource::<PathfindingState>().clone();
    advance(&mut app);
    assert_eq!(format!("{kept:?}"), "PathfindingState { is_taken: true, .. }");
}
