//! A script that plays for a player: it builds beside the path of the scouts, and takes towers down.

use crate::{
    board,
    enemy::Kind,
    game::{Game, PRICE},
    player::{Hand, send_click},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_ggrs::{ReadInputs, RollbackFrameCount};
use bevy_tilepath::{NavGrid, prelude::*};

/// Frames between two clicks of a bot.
const INTERVAL: i32 = 44;
/// A bot with more towers takes one of them down.
const MOST_TOWERS: usize = 14;

/// A bot at one of the players. It may look at anything and need not go back: it decides only what the player clicks on.
#[derive(Resource)]
pub struct Bot {
    pub player: usize,
    pub random: fastrand::Rng,
}

/// Lets a bot play in the app of a player.
pub fn plugin(app: &mut App, bot: Bot) {
    app.insert_resource(bot).add_systems(ReadInputs, click.before(send_click));
}

fn click(
    frame: Res<RollbackFrameCount>,
    mut bot: ResMut<Bot>,
    mut hand: ResMut<Hand>,
    game: Res<Game>,
    nav_grid: Res<NavGrid>,
    profiles: Res<CostProfiles>,
    towers: Query<&Tower>,
) {
    // Both click often, but not together.
    let turn = frame.0 + bot.player as i32 * INTERVAL / 3;
    if turn % INTERVAL != 0 || !hand.clicks.is_empty() || game.money[bot.player] < PRICE {
        return;
    }
    let own: Vec<IVec2> =
        towers.iter().filter(|tower| tower.owner == bot.player).map(|tower| tower.cell).collect();
    if own.len() > MOST_TOWERS {
        let any = bot.random.usize(..own.len());
        hand.clicks.push_back(own[any]);
        return;
    }
    let from = board::SPAWNS[bot.random.usize(..2)];
    let Some(profile) = profiles.get(Kind::Scout.profile()) else { return };
    let Ok(path) = nav_grid.find_path(profile, PathQuery::new(from, board::BASE)) else { return };
    let cells = path.cells();
    // Neither at the spawn point nor at the base.
    let middle = cells.len() / 6..cells.len() * 5 / 6;
    let Some(&on_path) = cells.get(bot.random.usize(middle)) else { return };
    let aside = IVec2::new(bot.random.i32(-1..=1), bot.random.i32(-1..=1));
    let cell = (on_path + aside).clamp(IVec2::ZERO, board::SIZE.as_ivec2() - 1);
    hand.clicks.push_back(cell);
}
