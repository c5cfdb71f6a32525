//! A hash of the state in which a run ends.

use crate::{
    game::{Game, Serial},
    tower::Tower,
    virus::Virus,
};
use bevy::prelude::*;
use kit::headless::fnv_1a;

/// Hashes how the game stands, where everything is, and which hit points it has left.
pub fn state_hash(world: &mut World) -> u64 {
    let game = world.resource::<Game>();
    let mut words = vec![game.money, game.base_hp, game.wave, game.kills];
    let mut pieces: Vec<[u32; 4]> = world
        .query::<(&Serial, &Transform, AnyOf<(&Virus, &Tower)>)>()
        .iter(world)
        .map(|(serial, transform, (virus, tower))| {
            let hp = virus.map(|virus| virus.hp).or(tower.map(|tower| tower.hp)).unwrap_or_default();
            let at = transform.translation;
            [serial.0, at.x.to_bits(), at.y.to_bits(), hp.to_bits()]
        })
        .collect();
    pieces.sort_unstable();
    words.extend(pieces.into_iter().flatten());
    fnv_1a(words)
}
