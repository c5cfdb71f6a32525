//! What clicks do: they build towers and take them down.

use crate::{
    board,
    game::{Game, PRICE, REFUND, Refusal},
    input::Netcode,
    tower::{self, Tower},
};
use bevy::prelude::*;
use bevy_ggrs::{PlayerInputs, RollbackFrameCount};
use bevy_tilepath::prelude::*;

/// Carries out the clicks of this frame: a click on an own tower takes it down, any other click builds a tower.
///
/// While the click of the other player is on its way, GGRS guesses that there is none. When it arrives, this frame is played again, and a tower
/// that was built may now be refused. [`PlacementCheck`] then reads the map and the agents as they were before this frame.
pub fn carry_out(
    mut commands: Commands,
    frame: Res<RollbackFrameCount>,
    inputs: Res<PlayerInputs<Netcode>>,
    mut game: ResMut<Game>,
    mut check: PlacementCheck,
    towers: Query<(Entity, &Tower)>,
) {
    // Both clicks are checked together: two towers may close a path that each of them leaves open.
    let mut planned: Vec<IVec2> = Vec::new();
    for (player, (click, _)) in inputs.iter().enumerate() {
        let Some(cell) = click.cell() else { continue };
        if let Some((tower, _)) = towers.iter().find(|(_, tower)| tower.owner == player && tower.cell == cell)
        {
            commands.entity(tower).despawn();
            game.money[player] += REFUND;
            game.refusals[player] = None;
            continue;
        }
        game.refusals[player] = refusal(&mut check, &planned, cell, game.money[player]);
        if game.refusals[player].is_none() {
            planned.push(cell);
            game.money[player] -= PRICE;
            commands.spawn(tower::bundle(player, cell, frame.0));
        }
    }
}

/// The reason why a player can't build a tower, if there is one. `planned` are the other towers of this frame.
fn refusal(check: &mut PlacementCheck, planned: &[IVec2], cell: IVec2, money: u32) -> Option<Refusal> {
    if money < PRICE {
        Some(Refusal::TooDear)
    } else if planned.contains(&cell) {
        Some(Refusal::Blocked)
    } else {
        check.can_build(&[planned, &[cell]].concat(), &board::ROUTES).err().map(Refusal::from)
    }
}
