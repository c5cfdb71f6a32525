//! A game in which everything happens that the plugin knows, for tests of rollback. It follows from its seed.

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_tilepath::{prelude::*, tilepath::PathOptions};
use core::hash::{Hash, Hasher};
use std::{collections::HashMap, hash::DefaultHasher};

const SIDE: i32 = 24;

/// From this number of entities on, the game despawns where it would spawn: a long game is no slower than a short one.
const CROWDED: usize = 60;

/// Two agents in a patch are a crowd.
const CONGESTION: Congestion =
    Congestion { layer: 1, per_agent: 40.0, patch_size: 4, half_life_secs: 0.5, interval_secs: 0.2 };

/// The name of an entity for the rollback library, as of bevy_ggrs.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub u64);

/// Moves by this in every frame, and turns round at the edge of the map.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Drift(pub Vec2);

/// The entity that carries this one. A rollback library restores it, and [`carry`] then makes children again whose carriers came
/// back under other numbers.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct CarriedBy(pub Key);

/// What the game knows, which goes back with it.
#[derive(Resource, Clone)]
pub struct Script {
    pub random: fastrand::Rng,
    pub last_key: u64,
    pub frame: u32,
    /// Everything that happened in this frame.
    pub diary: Vec<String>,
}

/// Makes an app the game, which plays in a schedule before the agents.
pub fn add_game(app: &mut App, seed: u64, schedule: impl ScheduleLabel) {
    add_script(app, seed);
    app.add_systems(schedule, play.before(PathfindingSystems::SyncGrid));
    if seed.is_multiple_of(2) {
        app.insert_resource(CONGESTION);
    }
    let mut profiles = CostProfiles::default();
    profiles.add(CostProfile::default().with_cost(1, 4).with_cost(2, 1).with_aversion(1, 2.0).unwrap());
    app.insert_resource(profiles);
    let mut random = fastrand::Rng::with_seed(seed);
    let class = |_| [0, 1, 1, 1, 1, 2][random.usize(..6)];
    let grid = Grid::from_fn(UVec2::splat(SIDE as u32), class).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry));
}

/// Adds the script, which notes all events.
pub fn add_script(app: &mut App, seed: u64) {
    let script = Script { random: fastrand::Rng::with_seed(seed), last_key: 0, frame: 0, diary: Vec::new() };
    app.insert_resource(script)
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
        })
        .add_observer(|event: On<ObstacleAhead>, keys: Query<&Key>, script: ResMut<Script>| {
            note("stopped", event.entity, &keys, script);
        })
        .add_observer(|event: On<LinkEntered>, keys: Query<&Key>, script: ResMut<Script>| {
            note("entered a link", event.entity, &keys, script);
        })
        .add_observer(|event: On<LinkFinished>, keys: Query<&Key>, script: ResMut<Script>| {
            note("finished a link", event.entity, &keys, script);
        });
}

fn note(what: &str, entity: Entity, keys: &Query<&Key>, mut script: ResMut<Script>) {
    let key = keys.get(entity).map_or(0, |key| key.0);
    script.diary.push(format!("{what} {key}"));
}

/// Everything that a player sees of a frame: entities, answers, the map and the graph.
pub fn seen(world: &mut World) -> Vec<String> {
    let mut lines = world.resource::<Script>().diary.clone();
    let mut keys = world.query::<(Entity, &Key)>();
    let keys: HashMap<Entity, Key> = keys.iter(world).map(|(entity, &key)| (entity, key)).collect();
    type Shown<'a> =
        (&'a Key, &'a Transform, Option<&'a PathResult>, Option<&'a PathFollower>, Option<&'a PathSteering>);
    let mut agents = world.query::<Shown>();
    let nav_grid = world.resource::<NavGrid>();
    let plane = plane(world);
    let mut all: Vec<_> = agents
        .iter(world)
        .map(|(key, at, result, follower, steering)| {
            let answer = result.map(|result| answer(result, nav_grid, &keys));
            let walk =
                follower.map(|follower| (follower.has_arrived(), follower.next_index(), follower.speed));
            let place = plane.flat(at.translation).extend(plane.height(at.translation));
            format!("{key:?} {:?} {answer:?} {walk:?} {steering:?}", place.to_array().map(f32::to_bits))
        })
        .collect();
    all.sort_unstable();
    lines.extend(all);
    let graph = world.resource::<WaypointGraph>();
    let mut waypoints: Vec<_> = graph
        .iter()
        .map(|(waypoint, at)| {
            let mut links: Vec<_> = graph.links(waypoint).map(|(to, cost)| (keys[&to], cost)).collect();
            links.sort_unstable();
            format!("waypoint {:?} {at:?} {links:?}", keys[&waypoint])
        })
        .collect();
    waypoints.sort_unstable();
    lines.extend(waypoints);
    let map = nav_grid.map().unwrap();
    lines.push(format!("{:?} {:?}", map.revision(), world.resource::<PathfindingStats>()));
    let mut hash = DefaultHasher::new();
    map.grid().classes().hash(&mut hash);
    for cell in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| IVec2::new(x, y))) {
        (nav_grid.is_blocked(cell), nav_grid.danger(cell).map(f32::to_bits)).hash(&mut hash);
    }
    lines.push(format!("cells {}", hash.finish()));
    lines
}

fn answer(result: &PathResult, nav_grid: &NavGrid, keys: &HashMap<Entity, Key>) -> String {
    let key = |entity: Entity| keys.get(&entity).copied();
    let status = (result.has_path(), result.status() == PathStatus::Partial, result.is_shared());
    // The sentence has no entity in it.
    let failure = result.failure().map(|reason| reason.advice(&PathOptions::default()));
    let target = result.target(nav_grid).map(|target| match target {
        PathTarget::Entity(entity) => format!("{:?}", key(entity)),
        other => format!("{other:?}"),
    });
    let waypoints: Vec<_> = result.waypoint_entities().iter().copied().map(key).collect();
    let cost = (result.cost(nav_grid), result.danger(nav_grid));
    format!("{status:?} {failure:?} {target:?} {cost:?} {waypoints:?} {:?}", result.cells(nav_grid))
}

/// Makes carried entities children again.
pub fn carry(world: &mut World) {
    let mut keys = world.query::<(Entity, &Key)>();
    let keys: HashMap<Key, Entity> = keys.iter(world).map(|(entity, &key)| (key, entity)).collect();
    let mut carried = world.query::<(Entity, Option<&CarriedBy>, Option<&ChildOf>)>();
    let wrong = carried.iter(world).filter_map(|(entity, by, parent)| {
        let by = by.map(|by| keys[&by.0]);
        (by != parent.map(ChildOf::parent)).then_some((entity, by))
    });
    for (entity, by) in wrong.collect::<Vec<_>>() {
        match by {
            Some(by) => _ = world.entity_mut(entity).insert(ChildOf(by)),
            None => _ = world.entity_mut(entity).remove::<ChildOf>(),
        }
    }
}

/// The plane of the game. In each, the same happens.
fn plane(world: &World) -> Plane {
    world.resource::<PathfindingSettings>().plane
}

/// What happens in a frame of the game.
pub fn play(world: &mut World) {
    let mut script = world.resource::<Script>().clone();
    script.diary.clear();
    script.frame += 1;
    drift(world);
    for _ in 0..2 {
        act(world, &mut script);
    }
    world.insert_resource(script);
}

/// Moves the entities that drift. Also moves agents with `PathSteering`, somewhat slower than their velocities say.
fn drift(world: &mut World) {
    let plane = plane(world);
    let mut steered = world.query::<(&mut Transform, &PathSteering)>();
    for (mut at, steering) in steered.iter_mut(world).filter(|(_, steering)| steering.next.is_some()) {
        at.translation += plane.lift(steering.velocity, 0.0) * 0.014;
    }
    let mut all = world.query::<(&mut Transform, &mut Drift)>();
    for (mut at, mut drift) in all.iter_mut(world) {
        at.translation += plane.lift(drift.0, 0.0);
        let far = (plane.flat(at.translation) - 120.0).abs().max_element() > 130.0;
        if far {
            drift.0 = -drift.0;
        }
    }
}

fn act(world: &mut World, script: &mut Script) {
    let mut all = world.query::<(&Key, Entity)>();
    let mut all: Vec<(Key, Entity)> = all.iter(world).map(|(&key, entity)| (key, entity)).collect();
    all.sort_unstable();
    let any = (!all.is_empty()).then(|| all[script.random.usize(..all.len())].1);
    let what = script.random.u8(..44);
    match (what, any) {
        (0..8, Some(entity)) if all.len() >= CROWDED => _ = world.despawn(entity),
        (0..8, _) => spawn(world, script, what, &all),
        (8, Some(entity)) => _ = world.despawn(entity),
        (9..16, Some(entity)) => ask(world, &mut script.random, what, entity, &all),
        (16..24, Some(entity)) => shift(world, &mut script.random, what, entity),
        (24..32, Some(entity)) => stand_in_the_way(world, &mut script.random, what, entity),
        (32..38, Some(entity)) => link(world, &mut script.random, what, entity, &all),
        (38..42, _) => edit(world, &mut script.random),
        (43, Some(entity)) => take_the_wheel(world, entity),
        (42, _) if script.random.u8(..4) == 0 => set(world, &mut script.random),
        _ => {}
    }
}

/// The game moves an agent itself from now on, or leaves it to the plugin again.
fn take_the_wheel(world: &mut World, entity: Entity) {
    let mut agent = world.entity_mut(entity);
    match (agent.contains::<PathFollower>(), agent.contains::<PathSteering>()) {
        (true, false) => _ = agent.insert(PathSteering::default()),
        (_, true) => _ = agent.remove::<PathSteering>(),
        (false, false) => {}
    }
}

fn place(random: &mut fastrand::Rng) -> Vec2 {
    IVec2::new(random.i32(0..SIDE), random.i32(0..SIDE)).as_vec2() * 10.0
}

/// A new entity.
fn spawn(world: &mut World, script: &mut Script, what: u8, all: &[(Key, Entity)]) {
    script.last_key += 1;
    let plane = plane(world);
    let random = &mut script.random;
    let key = Key(script.last_key);
    let at = Transform::from_translation(plane.lift(place(random), 0.0));
    let request = (what < 4).then(|| request(random, all));
    let carrier = (what == 7 && !all.is_empty()).then(|| all[random.usize(..all.len())]);
    let mut new = world.spawn((key, at));
    match what {
        0..4 => _ = new.insert((request.unwrap(), PathFollower::with_speed(40.0))),
        4 => _ = new.insert((NavObstacle::default(), DangerSource::new(3.0, 2.0))),
        5 => _ = new.insert(Waypoint),
        6 => {
            let speed = Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 6.0;
            new.insert((obstacle(random), Drift(speed)));
        }
        _ => {
            new.insert((obstacle(random), Transform::from_xyz(10.0 * f32::from(random.u8(..2)), 0.0, 0.0)));
            if let Some((by, carrier)) = carrier {
                new.insert((CarriedBy(by), ChildOf(carrier)));
            }
        }
    }
    if what < 4 && random.bool() {
        new.insert(CrowdAgent { layer: random.u8(..4) / 3 });
    }
}

/// A request for anything.
fn request(random: &mut fastrand::Rng, all: &[(Key, Entity)]) -> PathRequest {
    let meeting = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..3) * 8, 12);
    // Many agents ask for the same, so that they share goal fields.
    if random.bool() {
        return PathRequest::to_cell(IVec2::new(random.i32(0..2) * 8, 12));
    }
    let mut request = match random.u8(..9) {
        0..3 if !all.is_empty() => PathRequest::to_entity(all[random.usize(..all.len())].1),
        3 => PathRequest::to_position(place(random) + random.f32()),
        4 => PathRequest::to_nearest([meeting(random), meeting(random), IVec2::new(23, 1)]),
        5 if all.len() > 1 => PathRequest::to_nearest([all[0].1, all[1].1]),
        _ => PathRequest::to_cell(meeting(random)),
    };
    for _ in 0..random.usize(..3) {
        request = match random.u8(..11) {
            0 => request.within(f32::from(random.u8(1..4))),
            1 => request.within(3.0).in_sight(),
            2 => request.with_inflation(1.5),
            3 => request.greedy(),
            4 => request.with_max_expansions(random.u32(1..200)),
            5 => request.with_profile(ProfileId::new(random.u16(..3))),
            6 => request.with_danger_aversion(f32::from(random.u8(..3))),
            7 => request.with_priority(random.i32(-1..2)),
            8 => request.stop_before([[1, 40][random.usize(..2)]]),
            _ => request.allow_partial(),
        };
    }
    request
}

/// What an agent wants.
fn ask(world: &mut World, random: &mut fastrand::Rng, what: u8, entity: Entity, all: &[(Key, Entity)]) {
    let request = request(random, all);
    let mut entity = world.entity_mut(entity);
    match what {
        9 | 10 => _ = entity.insert((request, PathFollower::with_speed(random.f32() * 90.0))),
        11 => _ = entity.insert(request),
        12 => {
            if let Some(known) = entity.get::<PathRequest>().cloned() {
                entity.insert(known.with_profile(ProfileId::new(random.u16(..2))));
            }
        }
        13 => _ = entity.remove::<PathRequest>(),
        14 => _ = entity.insert(OnWaypoints),
        _ => _ = entity.remove::<OnWaypoints>(),
    }
}

/// How an agent walks, and where it is.
fn shift(world: &mut World, random: &mut fastrand::Rng, what: u8, entity: Entity) {
    let to = plane(world).lift(place(random), 0.0);
    let mut entity = world.entity_mut(entity);
    match what {
        16 | 17 => entity.get_mut::<Transform>().unwrap().translation = to,
        18 => entity.get_mut::<Transform>().unwrap().translation.x += 4.0,
        19 => _ = entity.remove::<PathFollower>(),
        20 => _ = entity.insert(PathFollower::with_speed(50.0).slowed_by_terrain()),
        21 => {
            if let Some(mut follower) = entity.get_mut::<PathFollower>() {
                // Crowd agents without speed become danger for others.
                follower.speed = if random.bool() { 0.0 } else { random.f32() * 60.0 };
            }
        }
        22 => _ = entity.insert(CrowdAgent { layer: random.u8(..2) }),
        _ => _ = entity.remove::<CrowdAgent>(),
    }
}

fn obstacle(random: &mut fastrand::Rng) -> NavObstacle {
    let obstacle = match random.u8(..3) {
        0 => NavObstacle::default(),
        1 => NavObstacle::rect(Vec2::new(random.f32() * 3.0, random.f32() * 3.0)),
        _ => NavObstacle::circle(random.f32() * 2.0),
    };
    // Walls and two kinds of doors.
    obstacle.with_class([0, 0, 0, 1, 40][random.usize(..5)])
}

/// Obstacles, danger, and who carries them.
fn stand_in_the_way(world: &mut World, random: &mut fastrand::Rng, what: u8, entity: Entity) {
    let mut entity = world.entity_mut(entity);
    match what {
        24 => _ = entity.insert(obstacle(random)),
        25 => _ = entity.remove::<NavObstacle>(),
        26 if random.bool() => {
            let towards = Vec2::new(random.f32() - 0.5, random.f32() - 0.5);
            let wall = EdgeWall::towards(towards).with_class([0, 0, 1, 40][random.usize(..4)]);
            match entity.get_mut::<EdgeWall>() {
                Some(mut known) if random.bool() => known.is_open = random.bool(),
                Some(_) => _ = entity.remove::<EdgeWall>(),
                None => _ = entity.insert(if random.bool() { wall.one_way() } else { wall }),
            }
        }
        26 => {
            let link =
                NavLink::to_position(place(random)).with_seconds(random.f32()).with_room(random.u8(1..4));
            match entity.get_mut::<NavLink>() {
                Some(mut known) if random.bool() => known.is_open = random.bool(),
                Some(_) => _ = entity.remove::<NavLink>(),
                None => _ = entity.insert(if random.bool() { link.two_way() } else { link }),
            }
        }
        27 => {
            if let Some(mut known) = entity.get_mut::<NavObstacle>() {
                *known = obstacle(random);
            }
        }
        28 => {
            let falloff = [Falloff::Flat, Falloff::Linear, Falloff::Smooth][random.usize(..3)];
            let danger = DangerSource::new(random.f32() * 4.0, 3.0).with_falloff(falloff);
            entity.insert(danger.on_layer(random.usize(..2)));
        }
        29 => _ = entity.remove::<DangerSource>(),
        30 => {
            if let Some(mut danger) = entity.get_mut::<DangerSource>() {
                danger.strength = random.f32() * 4.0;
            }
        }
        _ => _ = entity.remove::<(CarriedBy, ChildOf)>(),
    }
}

/// Waypoints and their links.
fn link(world: &mut World, random: &mut fastrand::Rng, what: u8, entity: Entity, all: &[(Key, Entity)]) {
    let to = all[random.usize(..all.len())].1;
    let mut entity = world.entity_mut(entity);
    match (what, entity.get_mut::<WaypointLinks>()) {
        (32 | 33, None) => _ = entity.insert((Waypoint, WaypointLinks::to([to]))),
        (32 | 33, Some(mut links)) => links.add(to),
        (34, Some(mut links)) => links.add_at_cost(to, random.f32() * 100.0),
        (35, Some(mut links)) => {
            if let Some(link) = links.as_slice().first().copied() {
                links.remove(link.to);
            }
        }
        (36, Some(_)) => _ = entity.remove::<Waypoint>(),
        _ => {}
    }
}

/// The ground: a cell, or all cells of a square.
fn edit(world: &mut World, random: &mut fastrand::Rng) {
    let corner = IVec2::new(random.i32(0..SIDE), random.i32(0..SIDE));
    let side = if random.u8(..8) == 0 { 5 } else { 1 };
    let class = [0, 1, 1, 2][random.usize(..4)];
    let mut nav_grid = world.resource_mut::<NavGrid>();
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        // The square may be partly outside the map.
        _ = nav_grid.map_mut().unwrap().set_terrain(corner + IVec2::new(x, y), class);
    }
}

/// Profiles, settings and congestion.
fn set(world: &mut World, random: &mut fastrand::Rng) {
    let mut settings = world.resource_mut::<PathfindingSettings>();
    match random.u8(..9) {
        0 => settings.expansions_per_frame = [60, 600, 50_000][random.usize(..3)],
        1 => settings.field_cells_per_frame = [40, 400, 250_000][random.usize(..3)],
        2 => settings.cell_capacity = random.u8(1..3),
        3 => settings.standing_danger = f32::from(random.u8(..2)) * 256.0,
        4 => settings.diagonals = [DiagonalRule::Never, DiagonalRule::default()][random.usize(..2)],
        5 | 6 => {
            let id = ProfileId::new(random.u16(..2));
            let mut profiles = world.resource_mut::<CostProfiles>();
            profiles.get_mut(id).unwrap().set_cost(random.u8(1..3), random.u16(1..6));
        }
        7 if world.contains_resource::<Congestion>() => _ = world.remove_resource::<Congestion>(),
        _ => world.insert_resource(Congestion { per_agent: 20.0 + random.f32() * 20.0, ..CONGESTION }),
    }
}
