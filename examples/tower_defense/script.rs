//! A scripted player: it builds towers beside the paths of viruses, and sells one now and then.

use crate::{
    game::{Game, GameSystems, Phase, Serial, Tick},
    orders::{Order, Orders},
    site::Site,
    tower::{Tower, TowerKind},
    virus::Virus,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The script. It has random numbers of its own, so that the waves of a seed are the same with any player.
#[derive(Resource)]
pub struct Script {
    dice: fastrand::Rng,
    next: TowerKind,
    /// The tick in which the game was over.
    over_since: Option<u32>,
}

/// Ticks between two decisions.
const TICKS_TO_THINK: u32 = 30;
/// Sites that it tries for each tower.
const TRIES: usize = 8;
/// The number of last cells of a path, where half of the towers go.
const NEAR_BASE: usize = 12;
/// Ticks from the end of a game to the next one.
const TICKS_OF_REST: u32 = 180;

/// Adds the scripted player.
pub fn plugin(app: &mut App, seed: u64) {
    let dice = fastrand::Rng::with_seed(seed ^ 0x5C21_9797);
    app.insert_resource(Script { dice, next: TowerKind::Gun, over_since: None })
        .add_systems(FixedUpdate, (begin_again, build, sell).chain().in_set(GameSystems::Script));
}

fn begin_again(mut script: ResMut<Script>, mut orders: ResMut<Orders>, game: Res<Game>, tick: Res<Tick>) {
    if game.phase == Phase::Running {
        script.over_since = None;
    } else if tick.0 > *script.over_since.get_or_insert(tick.0) + TICKS_OF_REST {
        script.over_since = None;
        orders.give(Order::NewGame);
    }
}

fn build(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    game: Res<Game>,
    tick: Res<Tick>,
    site: Site,
    nav_grid: Res<NavGrid>,
    viruses: Query<(&Serial, &PathResult), With<Virus>>,
) {
    let (thinks, kind) = (tick.0.is_multiple_of(TICKS_TO_THINK), script.next);
    if !thinks || game.phase != Phase::Running || game.money < kind.price() {
        return;
    }
    let mut paths: Vec<_> = viruses.iter().filter(|(_, result)| result.has_path()).collect();
    paths.sort_unstable_by_key(|&(serial, _)| *serial);
    for _ in 0..TRIES {
        let Some((_, result)) = script.dice.choice(&paths) else { return };
        // Half of the towers go where the paths come together.
        let path = result.waypoints(&nav_grid);
        let end = path.len().saturating_sub(NEAR_BASE);
        let stretch = if script.dice.bool() { &path[end..] } else { &path };
        let Some(&beside) = script.dice.choice(stretch) else { continue };
        let cell = beside + IVec2::new(script.dice.i32(-2..=2), script.dice.i32(-2..=2));
        if site.refusal(cell, kind, game.money).is_none() {
            orders.give(Order::Build { cell, kind });
            script.next = if script.dice.u32(..4) == 0 { TowerKind::Cannon } else { TowerKind::Gun };
            return;
        }
    }
}

/// Sells a random tower now and then.
fn sell(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    tick: Res<Tick>,
    towers: Query<(Entity, &Serial), With<Tower>>,
) {
    if !tick.0.is_multiple_of(TICKS_TO_THINK) || script.dice.u32(..80) > 0 {
        return;
    }
    let mut towers: Vec<_> = towers.iter().map(|(tower, serial)| (*serial, tower)).collect();
    towers.sort_unstable();
    if towers.len() > 3
        && let Some(&(_, tower)) = script.dice.choice(&towers)
    {
        orders.give(Order::Sell(tower));
    }
}
