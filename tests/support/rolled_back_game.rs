//! A game in which everything happens that the plugin knows, for tests of rollback. It follows from its seed.

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_tilepath::prelude::*;

const SIDE: i32 = 24;

/// The name of an entity for the rollback library, as of bevy_ggrs.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key(pub u64);

/// What the game knows, which goes back with it.
#[derive(Resource, Clone)]
pub struct Script {
    pub random: fastrand::Rng,
    pub last_key: u64,
    pub frame: u32,
    /// Everything that happened in this frame.
    pub diary: Vec<String>,
}

/// Everything that a player sees of a frame, and the revision of the map.
pub fn seen(world: &mut World) -> Vec<String> {
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

/// Makes an app the game, which plays in a schedule before the agents.
pub fn add_game(app: &mut App, seed: u64, schedule: impl ScheduleLabel) {
    let script = Script { random: fastrand::Rng::with_seed(seed), last_key: 0, frame: 0, diary: Vec::new() };
    app.insert_resource(script)
        .add_systems(schedule, play.before(PathfindingSystems::SyncGrid))
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
}

fn note(what: &str, entity: Entity, keys: &Query<&Key>, mut script: ResMut<Script>) {
    let key = keys.get(entity).map_or(0, |key| key.0);
    script.diary.push(format!("{what} {key}"));
}

/// What happens in a frame of the game.
pub fn play(world: &mut World) {
    let mut script = world.resource::<Script>().clone();
    script.diary.clear();
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
