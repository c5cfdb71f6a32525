//! Waypoints for the tests, and answers that a look at all paths finds.

use crate::support::*;
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// An app with waypoints at these positions.
pub fn waypoints<const N: usize>(positions: [[f32; 2]; N]) -> (App, [Entity; N]) {
    let mut app = app();
    let all = positions.map(|at| spawn_waypoint(&mut app, at.into()));
    (app, all)
}

/// An app with waypoints 10 units apart on a line, each linked both ways with the next.
pub fn line<const N: usize>() -> (App, [Entity; N]) {
    let (mut app, all) = waypoints(core::array::from_fn(|index| [index as f32 * 10.0, 0.0]));
    for pair in all.windows(2) {
        join(&mut app, pair[0], pair[1]);
    }
    app.update();
    (app, all)
}

pub fn spawn_waypoint(app: &mut App, at: Vec2) -> Entity {
    app.world_mut().spawn((Waypoint, place(at.x, at.y))).id()
}

pub fn place(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// Runs commands.
pub fn command<T>(app: &mut App, run: impl FnOnce(&mut Commands) -> T) -> T {
    let result = run(&mut app.world_mut().commands());
    app.world_mut().flush();
    result
}

pub fn join(app: &mut App, a: Entity, b: Entity) {
    command(app, |commands| {
        commands.entity(a).link_both_ways(b);
    });
}

pub fn part(app: &mut App, a: Entity, b: Entity) {
    command(app, |commands| {
        commands.entity(a).unlink_both_ways(b);
    });
}

/// An agent without a follower.
pub fn asker(app: &mut App, at: [f32; 2], request: PathRequest) -> Entity {
    app.world_mut().spawn((place(at[0], at[1]), OnWaypoints, request)).id()
}

/// An agent that walks 10 units a second, one in a frame.
pub fn hiker(app: &mut App, at: [f32; 2], request: PathRequest) -> Entity {
    let follower = PathFollower::with_speed(10.0);
    app.world_mut().spawn((place(at[0], at[1]), OnWaypoints, request, follower)).id()
}

pub fn path(app: &App, agent: Entity) -> &[Entity] {
    result(app, agent).waypoint_entities()
}

pub fn graph(app: &App) -> &WaypointGraph {
    app.world().resource::<WaypointGraph>()
}

pub fn at(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

pub fn update(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update());
}

/// The cost in world units.
pub fn cost(app: &App, agent: Entity) -> f64 {
    WaypointGraph::in_world_units(result(app, agent).cost(nav(app)))
}

/// A link as the components say it: its ends and its cost in units.
pub type ModelLink = (Entity, Entity, u64);

/// The waypoints and links as the components say it: positions are computed by hand from `Transform` and one parent.
pub fn model(app: &mut App) -> (EntityHashMap<Vec2>, Vec<ModelLink>) {
    let world = app.world_mut();
    let mut query = world.query_filtered::<(Entity, &Transform, Option<&ChildOf>), With<Waypoint>>();
    let all: Vec<_> =
        query.iter(world).map(|(entity, at, parent)| (entity, *at, parent.map(ChildOf::parent))).collect();
    let mut places = EntityHashMap::default();
    for (waypoint, at, parent) in all {
        let parent = parent.map_or(Transform::IDENTITY, |parent| *world.get::<Transform>(parent).unwrap());
        let place = parent.transform_point(at.translation).truncate();
        if place.is_finite() {
            places.insert(waypoint, place);
        }
    }
    let mut links = Vec::new();
    for (&from, start) in &places {
        for link in world.get::<WaypointLinks>(from).map_or(&[][..], WaypointLinks::as_slice) {
            let Some(end) = places.get(&link.to).filter(|_| link.to != from) else { continue };
            let length = link.cost.map_or_else(|| start.as_dvec2().distance(end.as_dvec2()), f64::from);
            if length.is_finite() && length >= 0.0 {
                links.push((from, link.to, (length * 6528.0).round() as u64));
            }
        }
    }
    (places, links)
}

/// The least costs to any of the goals from every waypoint that leads to one, by Bellman and Ford.
pub fn brute_force(links: &[ModelLink], goals: &[Entity]) -> EntityHashMap<u64> {
    let mut known: EntityHashMap<u64> = goals.iter().map(|&goal| (goal, 0)).collect();
    loop {
        let mut changed = false;
        for &(from, to, cost) in links {
            let Some(rest) = known.get(&to).map(|rest| rest + cost) else { continue };
            if known.get(&from).is_none_or(|&old| rest < old) {
                known.insert(from, rest);
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

/// The waypoint nearest to a place; ties are of no importance to the tests.
pub fn nearest(places: &EntityHashMap<Vec2>, at: Vec2) -> Option<Entity> {
    let by_distance = |a: &Vec2, b: &Vec2| a.distance_squared(at).total_cmp(&b.distance_squared(at));
    places.iter().min_by(|a, b| by_distance(a.1, b.1)).map(|(&waypoint, _)| waypoint)
}
