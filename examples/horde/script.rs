//! A scripted player: it puts up towers near the horde, in gates and anywhere, and takes some down again.

use crate::{
    agent::{Agent, Arrived},
    board::{Board, SIZE},
    orders::{Order, Orders},
    rules::HordeSystems,
    tally::Tally,
    tower::Tower,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// The script and its own chance: the horde of a seed is the same, whoever plays.
#[derive(Resource)]
pub struct Script {
    dice: fastrand::Rng,
    /// How many towers it puts up; `None` is endless.
    placements: Option<u32>,
    /// When it acts next, in seconds.
    next: f32,
    /// Towers up to this one have been given a thought whether to take one down.
    seen: u32,
}

/// It tries a place every so many seconds, after the first agents are on their way.
const PACE: f32 = 0.2;
const START: f32 = 3.0;
/// How far from an agent it puts a tower, and from the middle of a gate, in cells.
const NEAR_AGENT: i32 = 8;
const NEAR_GATE: i32 = 3;
/// One tower in so many makes it take another down.
const REMOVALS: u32 = 4;
/// An endless script lets no more than so many stand.
const MOST: usize = 80;

/// Adds the scripted player.
pub fn plugin(app: &mut App, seed: u64, placements: Option<u32>) {
    let dice = fastrand::Rng::with_seed(seed ^ 0x5C21_9797);
    app.insert_resource(Script { dice, placements, next: START, seen: 0 })
        .add_systems(Update, (build, remove).chain().in_set(HordeSystems::Script));
}

fn build(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    time: Res<Time>,
    tally: Res<Tally>,
    board: Res<Board>,
    nav_grid: Res<NavGrid>,
    agents: Query<&Transform, (With<Agent>, Without<Arrived>)>,
) {
    let script = &mut *script;
    if time.elapsed_secs() < script.next || script.placements.is_some_and(|most| tally.placed >= most) {
        return;
    }
    script.next = time.elapsed_secs() + PACE;
    let count = agents.iter().len();
    let agent = agents.iter().nth(script.dice.usize(..count.max(1)));
    let agent = agent.and_then(|transform| nav_grid.cell_at(transform.translation.truncate()));
    let (about, reach) = match script.dice.u8(..3) {
        0 => (agent, NEAR_AGENT),
        1 => (script.dice.choice(&board.gates).copied(), NEAR_GATE),
        _ => (None, 0),
    };
    let off = IVec2::new(script.dice.i32(-reach..=reach), script.dice.i32(-reach..=reach));
    let size = SIZE.as_ivec2();
    let anywhere = IVec2::new(script.dice.i32(0..size.x), script.dice.i32(0..size.y));
    let cell = about.map_or(anywhere, |about| about + off);
    orders.give(Order::Build { cell, spare_agents: true });
}

fn remove(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    tally: Res<Tally>,
    towers: Query<(Entity, &Tower)>,
) {
    if script.seen == tally.placed {
        return;
    }
    script.seen = tally.placed;
    let mut standing: Vec<(u32, Entity)> =
        towers.iter().map(|(entity, tower)| (tower.serial, entity)).collect();
    standing.sort_unstable();
    let too_many = script.placements.is_none() && standing.len() > MOST;
    if (too_many || script.dice.u32(..REMOVALS) == 0)
        && let Some(&(_, tower)) = script.dice.choice(&standing)
    {
        orders.give(Order::Remove(tower));
    }
}
