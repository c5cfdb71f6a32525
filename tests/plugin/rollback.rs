//! Games that go back by some frames and play them again, as netcode does it, are the games that never went back.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

/// The schedule in which states come back, and the schedule of a frame.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Begin;
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Play;
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
struct Restored;

const FRAME: Duration = Duration::from_millis(50);
const SIDE: i32 = 24;

/// The name of an entity for the rollback library, as of bevy_ggrs.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key(u64);

/// What the game knows, which goes back with it.
#[derive(Resource, Clone)]
struct Script {
    random: fastrand::Rng,
    last_key: u64,
    frame: u32,
    /// Everything that happened in this frame.
    diary: Vec<String>,
}

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
    // Those that came back, in an order that says nothing.
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
    world.resource_mut::<Script>().diary.clear();
    world.run_schedule(Begin);
    world.run_schedule(Play);
}

/// Everything that a player sees of a frame, and the revision of the map.
fn seen(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut lines = world.resource::<Script>().diary.clone();
    let mut agents = world.query::<(&Key, &Transform, Option<&PathResult>, Option<&PathFollower>)>();
    let mut all: Vec<_> = agents
        .iter(world)
        .map(|(key, at, result, follower)| {
            let status = result.map(|result| (result.has_path(), result.status() == PathStatus::Pending));
            let arrived = follower.map(PathFollower::has_arrived);
            format!("{key:?} {:?} {status:?} {arrived:?}", at.translation.to_array().map(f32::to_bits))
        })
        .collect();
    all.sort_unstable();
    lines.extend(all);
    let nav = world.resource::<NavGrid>().map().unwrap();
    lines.push(format!("{:?} {:?}", nav.revision(), world.resource::<PathfindingStats>()));
    lines
}

fn game(seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins(PathfindingPlugin::in_schedule(Play).restored_in(Begin, Restored))
        .init_resource::<Time>()
        .init_schedule(Begin)
        .init_schedule(Play)
        .insert_resource(Script {
            random: fastrand::Rng::with_seed(seed),
            last_key: 0,
            frame: 0,
            diary: Vec::new(),
        })
        .add_systems(Play, play.before(PathfindingSystems::SyncGrid))
        .add_observer(|event: On<PathFound>, keys: Query<&Key>, script: ResMut<Script>| {
            note("found", event.entity, &keys, script);
        })
        .add_observer(|event: On<PathReplanned>, keys: Query<&Key>, script: ResMut<Script>| {
            note("replanned", event.entity, &keys, script);
        })
        .add_observer(|event: On<PathFailed>, keys: Query<&Key>, script: ResMut<Script>| {
            note("failed", event.entity, &keys, script);
        })
        .add_observer(|event: On<GoalReached>, keys: Query<&Key>, script: ResMut<Script>| {
            note("reached", event.entity, &keys, script);
        })
        .add_observer(|event: On<AgentStuck>, keys: Query<&Key>, script: ResMut<Script>| {
            note("stuck", event.entity, &keys, script);
        });
    if seed.is_multiple_of(2) {
        app.insert_resource(Congestion::default());
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let class = |_| [0, 1, 1, 1, 1, 2][random.usize(..6)];
    let grid = Grid::from_fn(UVec2::splat(SIDE as u32), class).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry));
    app.finish();
    app.cleanup();
    app
}

fn note(what: &str, entity: Entity, keys: &Query<&Key>, mut script: ResMut<Script>) {
    let key = keys.get(entity).map_or(0, |key| key.0);
    script.diary.push(format!("{what} {key}"));
}

/// What happens in a frame of the game.
fn play(world: &mut World) {
    let mut script = world.resource::<Script>().clone();
    script.frame += 1;
    let mut keyed = world.query::<(&Key, Entity)>();
    let mut entities: Vec<(Key, Entity)> = keyed.iter(world).map(|(&key, entity)| (key, entity)).collect();
    entities.sort_unstable_by_key(|&(key, _)| key);
    for _ in 0..2 {
        act(world, &mut script, &mut entities);
    }
    world.insert_resource(script);
}

fn act(world: &mut World, script: &mut Script, entities: &mut Vec<(Key, Entity)>) {
    let random = &mut script.random;
    let cell = IVec2::new(random.i32(0..SIDE), random.i32(0..SIDE));
    let at = Transform::from_translation((cell.as_vec2() * 10.0).extend(0.0));
    let any = (!entities.is_empty()).then(|| entities[random.usize(..entities.len())].1);
    let request = |random: &mut fastrand::Rng| match any {
        Some(target) if random.u8(..3) == 0 => PathRequest::to_entity(target),
        _ => PathRequest::to_cell(IVec2::new(random.i32(0..3) * 8, 12)),
    };
    let mut spawn = |world: &mut World, last_key: &mut u64| {
        *last_key += 1;
        let entity = world.spawn((Key(*last_key), at)).id();
        entities.push((Key(*last_key), entity));
        entity
    };
    let what = random.u8(..24);
    match (what, any) {
        (0..=3, _) => {
            let request = request(random);
            let agent = spawn(world, &mut script.last_key);
            world.entity_mut(agent).insert((request, PathFollower::with_speed(40.0)));
            if script.random.bool() {
                world.entity_mut(agent).insert(CrowdAgent::default());
            }
        }
        (4, _) => {
            let tower = spawn(world, &mut script.last_key);
            world.entity_mut(tower).insert((NavObstacle::default(), DangerSource::new(3.0, 2.0)));
        }
        (5, _) => {
            let waypoint = spawn(world, &mut script.last_key);
            world.entity_mut(waypoint).insert(Waypoint);
        }
        (6 | 7, Some(entity)) => {
            entities.retain(|&(_, other)| other != entity);
            world.despawn(entity);
        }
        (8 | 9, Some(entity)) => world.get_mut::<Transform>(entity).unwrap().translation = at.translation,
        (10 | 11, Some(entity)) => {
            let request = request(random);
            world.entity_mut(entity).insert((request, PathFollower::with_speed(random.f32() * 90.0)));
        }
        (12, Some(entity)) => _ = world.entity_mut(entity).remove::<PathRequest>(),
        (13, Some(entity)) => _ = world.entity_mut(entity).remove::<PathFollower>(),
        (14, Some(entity)) => _ = world.entity_mut(entity).insert(CrowdAgent { layer: random.u8(..2) }),
        (15, Some(entity)) => _ = world.entity_mut(entity).remove::<CrowdAgent>(),
        (16, Some(entity)) => _ = world.entity_mut(entity).insert(NavObstacle::default()),
        (17, Some(entity)) => _ = world.entity_mut(entity).remove::<NavObstacle>(),
        (18, Some(entity)) => _ = world.entity_mut(entity).insert(DangerSource::new(random.f32() * 4.0, 3.0)),
        (19, Some(entity)) => {
            let to = entities[random.usize(..entities.len())].1;
            world.entity_mut(entity).insert((Waypoint, WaypointLinks::to([to])));
        }
        (20, Some(entity)) => _ = world.entity_mut(entity).insert(OnWaypoints),
        (21, Some(entity)) => _ = world.entity_mut(entity).remove::<OnWaypoints>(),
        (22, _) => {
            let class = random.u8(..3);
            world.resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(cell, class).unwrap();
        }
        _ => {}
    }
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
        let expected = seen(&mut plain);
        assert_seen(&seen(&mut app), &expected, &format!("seed {seed}, frame {frame}, at first"));
        let back = random.usize(1..=saved.len());
        saved.truncate(saved.len() + 1 - back);
        load(&mut app, &saved.pop_back().unwrap());
        for _ in 0..back {
            saved.push_back(save(&mut app));
            advance(&mut app);
        }
        assert_seen(&seen(&mut app), &expected, &format!("seed {seed}, frame {frame}, after {back}"));
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
    let first = seen(&mut app);
    for _ in 0..5 {
        (0..3).for_each(|_| advance(&mut app));
        load(&mut app, &saved);
        let mut transforms = app.world_mut().query::<&mut Transform>();
        transforms.iter_mut(app.world_mut()).for_each(|mut at| at.set_changed());
        advance(&mut app);
        assert_seen(&seen(&mut app), &first, "again");
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
