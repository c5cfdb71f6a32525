//! Arrangements without a window, one after the other.

use super::start::start;
use crate::{
    agent::{Agent, Stuck},
    args::Args,
    choice::{Choice, Scene},
    figures::Figures,
    stage::Stage,
};
use bevy::prelude::*;
use bevy_tilepath::PathFollower;
use kit::{
    headless::{self, fnv_1a},
    probes::InWalls,
};
use std::process::ExitCode;

/// Frames of a game second.
const FRAMES_PER_SECOND: u32 = 60;

/// Runs each of the scenes until all agents have arrived or the time is up, and prints the figures, a line for each.
pub fn run(args: &Args, choice: Choice, scenes: &[Scene]) -> ExitCode {
    let mut app = start(args, choice, FRAMES_PER_SECOND, |_| {});
    let (mut in_walls, mut shared_cells, mut came_near, mut not_all_came) = (false, false, false, false);
    let mut hashes = Vec::new();
    for &scene in scenes {
        app.world_mut().resource_mut::<Choice>().scene = scene;
        app.world_mut().resource_mut::<InWalls>().0 = 0;
        let figures = run_one(&mut app, args.seconds);
        let walls = app.world().resource::<InWalls>().0;
        println!("{}", line(scene, &figures, walls));
        late(app.world_mut()).iter().for_each(|line| println!("{line}"));
        in_walls |= walls > 0;
        shared_cells |= figures.above_capacity > 0;
        came_near |= figures.nearest_ever < choice.nearest();
        not_all_came |= !figures.is_over;
        hashes.push(hash(app.world_mut()));
    }
    let occupies = args.occupying(choice.scene).0;
    let violations = [
        (in_walls, "agents were in walls"),
        (occupies && shared_cells, "more agents stood in one cell than it holds"),
        (occupies && came_near, "two agents came nearer to each other than they may"),
        (not_all_came, "not all arrived in time"),
    ];
    headless::conclude(violations, fnv_1a(hashes.into_iter().flatten()))
}

/// Runs what is chosen.
fn run_one(app: &mut App, seconds: u32) -> Figures {
    for _ in 0..seconds.saturating_mul(FRAMES_PER_SECOND).max(1) {
        app.update();
        if app.world().resource::<Figures>().is_over {
            break;
        }
    }
    app.world().resource::<Figures>().clone()
}

fn line(scene: Scene, figures: &Figures, in_walls: u64) -> String {
    let name = scene.name();
    format!(
        "{name:<14} {:>5} of {} arrived, {:>6.1} s, {} stuck, {} blocked, nearest {:.2} tiles, in walls {in_walls}, too many in a cell {}",
        figures.arrived,
        figures.agents,
        figures.seconds,
        figures.stuck,
        figures.blocked,
        figures.nearest_ever,
        figures.above_capacity,
    )
}

/// Agents that have not arrived, the first few.
fn late(world: &mut World) -> Vec<String> {
    const MOST: usize = 8;
    let mut agents = world.query::<(&Agent, &Transform, &PathFollower, Option<&Stuck>)>();
    let stage = world.resource::<Stage>();
    let late = agents.iter(world).filter(|(_, _, follower, _)| !follower.has_arrived());
    let line = |(&Agent(number), at, _, stuck): (&Agent, &Transform, &PathFollower, Option<&Stuck>)| {
        let cell = stage.geometry.cell_at(at.translation.truncate()).unwrap_or_default();
        let why = stuck.map_or_else(|| "on its way".into(), |stuck| format!("{:?}", stuck.0));
        let goal = stage.goals[stage.goal_of(number)][0];
        format!("    agent {number} at {cell}, to {goal}: {why}")
    };
    late.take(MOST).map(line).collect()
}

/// Where every agent is, bit for bit.
fn hash(world: &mut World) -> [u32; 2] {
    let mut agents: Vec<[u32; 3]> = world
        .query::<(&Agent, &Transform)>()
        .iter(world)
        .map(|(agent, at)| [agent.0, at.translation.x.to_bits(), at.translation.y.to_bits()])
        .collect();
    agents.sort_unstable();
    let hash = fnv_1a(agents.into_iter().flatten());
    [hash as u32, (hash >> 32) as u32]
}
