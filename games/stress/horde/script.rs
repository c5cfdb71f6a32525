//! A scripted player: it builds towers near the horde, in gates and anywhere, and removes some of them.

use super::{
    board::{Board, SIZE},
    orders::{Order, Orders, Tally},
    stream::{Arrived, Kind},
    tower::Tower,
};
use crate::{choice::Choice, stage::Stage, systems::StressSystems};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// The script. It has random numbers of its own, so that the horde of a seed is the same with any player.
#[derive(Resource)]
pub struct Script {
    /// Whether it plays.
    pub plays: bool,
    dice: fastrand::Rng,
    /// How many towers it builds; `None` is endless.
    placements: Option<u32>,
    /// When it acts next, in seconds.
    next: f32,
    /// How many towers had been placed when it last considered removing one.
    seen: u32,
}

/// Seconds between two tries, and until the first one, when agents are out.
const PACE: f32 = 0.2;
const START: f32 = 3.0;
/// How far from an agent it builds a tower, and from the center of a gate, in cells.
const NEAR_AGENT: i32 = 8;
const NEAR_GATE: i32 = 3;
/// After one in this number of new towers it removes one.
const REMOVALS: u32 = 4;
/// The most towers that an endless script lets stand.
const MOST: usize = 80;

/// Adds the scripted player.
pub fn plugin(app: &mut App, plays: bool, placements: Option<u32>) {
    let script = Script { plays, dice: fastrand::Rng::with_seed(0), placements, next: START, seen: 0 };
    let play = (build, remove).chain().run_if(|script: Res<Script>| script.plays);
    let begin = begin.run_if(resource_exists_and_changed::<Board>);
    app.insert_resource(script).add_systems(Update, (begin, play).chain().in_set(StressSystems::Script));
}

/// Restarts the script when there is a new board.
fn begin(mut script: ResMut<Script>, choice: Res<Choice>, stage: Res<Stage>) {
    let dice = fastrand::Rng::with_seed(choice.seed ^ 0x5C21_9797);
    *script = Script { dice, next: stage.since + START, seen: 0, ..*script };
}

fn build(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    time: Res<Time>,
    tally: Res<Tally>,
    board: Res<Board>,
    nav_grid: Res<NavGrid>,
    agents: Query<&Transform, (With<Kind>, Without<Arrived>)>,
) {
    let (script, now) = (&mut *script, time.elapsed_secs());
    if now < script.next || script.placements.is_some_and(|most| tally.placed >= most) {
        return;
    }
    script.next = now + PACE;
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
