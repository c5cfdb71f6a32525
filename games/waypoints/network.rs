//! The network: a town laid by [`WaypointGrid`], and country roads around a lake.

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Half the size of the board. The middle is at the origin.
pub const HALF_SIZE: Vec2 = Vec2::new(620.0, 300.0);

const LAKE: (Vec2, f32) = (Vec2::new(270.0, 30.0), 115.0);
const PARK: (Vec2, f32) = (Vec2::new(-400.0, 20.0), 90.0);

/// How many times its length a muddy road costs.
pub const MUD: f32 = 3.0;

/// All waypoints.
#[derive(Resource)]
pub struct Network(pub Vec<Entity>);

/// Spawns the network.
pub fn spawn(commands: &mut Commands, seed: u64) -> Network {
    let mut random = fastrand::Rng::with_seed(seed);
    let town = spawn_town(commands);
    let country = spawn_country(commands, &mut random);
    link_country(commands, &country, &mut random);
    // Three roads lead out of the town.
    for y in [-230.0, 20.0, 230.0] {
        let gate = nearest(&town, Vec2::new(-180.0, y));
        let road = nearest(&country, Vec2::new(-100.0, y));
        commands.entity(gate).link_both_ways(road);
    }
    Network(town.iter().chain(&country).map(|&(waypoint, _)| waypoint).collect())
}

/// The lake and the park as circles, with their colours.
pub const fn scenery() -> [((Vec2, f32), Color); 2] {
    let (lake, park) = ((LAKE.0, LAKE.1 - 18.0), (PARK.0, PARK.1 - 18.0));
    [(lake, Color::srgb(0.05, 0.14, 0.24)), (park, Color::srgb(0.06, 0.16, 0.10))]
}

type Placed = (Entity, Vec2);

fn nearest(waypoints: &[Placed], at: Vec2) -> Entity {
    let by_distance =
        |a: &&Placed, b: &&Placed| a.1.distance_squared(at).total_cmp(&b.1.distance_squared(at));
    waypoints.iter().min_by(by_distance).expect("there are waypoints").0
}

/// Streets in a grid, diagonals across the squares, and no street through the park.
fn spawn_town(commands: &mut Commands) -> Vec<Placed> {
    let area = Rect::from_center_half_size(Vec2::new(-400.0, 0.0), Vec2::new(200.0, 260.0));
    let grid = WaypointGrid::new(area, 50.0).expect("a valid grid").with_eight_links();
    let is_street = |at: Vec2| at.distance(PARK.0) > PARK.1;
    let waypoints = grid.spawn_where(commands, is_street);
    let cells = (0..grid.size().y).flat_map(|y| (0..grid.size().x).map(move |x| UVec2::new(x, y)));
    waypoints.into_iter().zip(cells.map(|at| grid.position(at)).filter(|&at| is_street(at))).collect()
}

/// Waypoints here and there, none in the lake.
fn spawn_country(commands: &mut Commands, random: &mut fastrand::Rng) -> Vec<Placed> {
    let mut country = Vec::new();
    for (x, y) in (0..10).flat_map(|x| (0..8).map(move |y| (x as f32, y as f32))) {
        let jitter = Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 44.0;
        let at = Vec2::new(-95.0 + 75.0 * x, -266.0 + 76.0 * y) + jitter;
        if at.distance(LAKE.0) > LAKE.1 && at.abs().cmple(HALF_SIZE - 12.0).all() {
            let waypoint = (Waypoint, Transform::from_translation(at.extend(0.0)));
            country.push((commands.spawn(waypoint).id(), at));
        }
    }
    country
}

/// Roads between neighbours: most lead both ways, some are one-way, some are muddy. None crosses the lake, and one can get from each
/// waypoint to every other.
fn link_country(commands: &mut Commands, country: &[Placed], random: &mut fastrand::Rng) {
    // The part of the network that each waypoint is in, by its number.
    let mut parts: Vec<usize> = (0..country.len()).collect();
    let mut roads: Vec<(usize, usize)> = (0..country.len())
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .filter(|&ends| may_be_road(country, ends))
        .collect();
    random.shuffle(&mut roads);
    for (a, b) in roads {
        let length = country[a].1.distance(country[b].1);
        let (from, to) = (country[a].0, country[b].0);
        let mut from = commands.entity(from);
        let (old, new) = (parts[a], parts[b]);
        if old != new {
            parts.iter_mut().filter(|part| **part == old).for_each(|part| *part = new);
            from.link_both_ways(to);
            continue;
        }
        match random.u32(0..8) {
            0 | 1 => from.link_to(to),
            2 => from.link_both_ways_at_cost(to, length * MUD),
            3 => &mut from,
            _ => from.link_both_ways(to),
        };
    }
}

/// Whether two waypoints are neighbours on the same side of the lake.
fn may_be_road(country: &[Placed], (a, b): (usize, usize)) -> bool {
    let (start, end) = (country[a].1, country[b].1);
    start.distance(end) < 102.0 && start.midpoint(end).distance(LAKE.0) > LAKE.1 - 8.0
}
