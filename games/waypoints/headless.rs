//! The example without a window: agents wander while roads are cut and mended, and every path is checked.

use crate::{
    agents::{self, Agent, Orders},
    args::Args,
    comparison::{self, Comparison},
    network,
    roads::CutRoads,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use kit::headless::{self, fnv_1a};
use std::process::ExitCode;

const FRAMES_PER_SECOND: u32 = 30;

/// Times at which an agent was on no link.
#[derive(Resource, Default)]
struct OffLinks(u32);

/// Runs for the given seconds of game time. Fails if an agent left the links, nobody arrived, or two algorithms paid different costs.
pub fn run(args: &Args) -> ExitCode {
    let mut app = headless::app(None, headless::frames_per_second(FRAMES_PER_SECOND), |app| add(app, args));
    let frames = args.seconds.saturating_mul(FRAMES_PER_SECOND);
    (0..frames).for_each(|_| app.update());
    report(app.world_mut(), args.seconds)
}

/// Adds the agents, and what is checked.
fn add(app: &mut App, args: &Args) {
    app.add_plugins((PathfindingPlugin, agents::plugin, comparison::plugin))
        .insert_resource(Orders::new(args.seed, args.dijkstra))
        .init_resource::<CutRoads>()
        .init_resource::<OffLinks>();
    let seed = args.seed;
    let spawn_network = move |mut commands: Commands| {
        let network = network::spawn(&mut commands, seed);
        commands.insert_resource(network);
    };
    app.add_systems(Startup, (spawn_network, agents::spawn).chain())
        .add_systems(Update, edit_roads.before(PathfindingSystems::SyncGrid))
        .add_systems(Update, count_off_links.after(PathfindingSystems::FollowPath));
}

/// Cuts a road that an agent is about to take every second, and mends the oldest after a while.
fn edit_roads(
    mut frame: Local<u32>,
    mut cut: ResMut<CutRoads>,
    mut commands: Commands,
    links: Query<&WaypointLinks>,
    agents: Query<&PathResult, With<Agent>>,
) {
    *frame += 1;
    if !frame.is_multiple_of(FRAMES_PER_SECOND) {
        return;
    }
    if cut.0.len() > 12 {
        cut.mend(&mut commands, 0);
    }
    let second = (*frame / FRAMES_PER_SECOND) as usize;
    let path = agents.iter().nth(second % 7).map_or(&[][..], PathResult::waypoint_entities);
    if let [.., a, b, _] = *path {
        cut.cut(&mut commands, [a, b], &links);
    }
}

/// An agent stands on its path: between two of its waypoints that follow each other, or it walks to the first one.
fn count_off_links(
    graph: Res<WaypointGraph>,
    agents: Query<(&Transform, &PathResult, &PathFollower), With<Agent>>,
    mut off: ResMut<OffLinks>,
) {
    for (place, result, follower) in &agents {
        let (at, path, next) =
            (place.translation.truncate(), result.waypoint_entities(), follower.next_index());
        if next == 0 || path.is_empty() {
            continue;
        }
        let end = |index: usize| graph.position(path[index.min(path.len() - 1)]);
        let Some((start, end)) = end(next - 1).zip(end(next)) else { continue };
        let detour = start.distance(at) + at.distance(end) - start.distance(end);
        off.0 += u32::from(detour > 0.01);
    }
}

fn report(world: &mut World, seconds: u32) -> ExitCode {
    let mut agents = world.query_filtered::<&Transform, With<Agent>>();
    let places = agents.iter(world).map(|place| place.translation);
    let hash = fnv_1a(places.flat_map(|at| [at.x.to_bits(), at.y.to_bits()]));
    let (graph, comparison) = (world.resource::<WaypointGraph>(), world.resource::<Comparison>());
    let (orders, off_links) = (world.resource::<Orders>(), world.resource::<OffLinks>().0);
    let (paths, mismatches) = (comparison.paths, comparison.mismatches);
    println!("{} waypoints, {seconds} game seconds, {}", graph.len(), orders.algorithm());
    println!("arrivals: {}; paths: {paths}; off their links: {off_links}", orders.arrivals);
    println!("A* and Dijkstra paid different costs: {mismatches} times");
    let nobody_came = seconds >= 30 && orders.arrivals == 0;
    let violations = [
        (nobody_came, "no agent ever arrived"),
        (off_links > 0, "agents were beside their links"),
        (mismatches > 0, "two algorithms paid different costs"),
    ];
    headless::conclude(violations, hash)
}
