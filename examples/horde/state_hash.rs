//! A number that tells one end of a run from another.

use crate::{
    agent::{Agent, Arrived},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// Hashes where every agent is, bit for bit, when it came there, where the towers stand, and every cell of the map with its danger.
pub fn state_hash(world: &mut World) -> u64 {
    let mut agents: Vec<[u32; 4]> = world
        .query::<(&Agent, &Transform, Option<&Arrived>)>()
        .iter(world)
        .map(|(agent, transform, arrived)| {
            let at = transform.translation;
            [agent.serial, at.x.to_bits(), at.y.to_bits(), arrived.map_or(u32::MAX, |arrived| arrived.0)]
        })
        .collect();
    agents.sort_unstable();
    let mut towers: Vec<[u32; 3]> = world
        .query::<&Tower>()
        .iter(world)
        .map(|tower| [tower.serial, tower.cell.x as u32, tower.cell.y as u32])
        .collect();
    towers.sort_unstable();
    let mut words: Vec<u32> = agents.into_iter().flatten().chain(towers.into_iter().flatten()).collect();
    if let Some(map) = world.resource::<NavGrid>().map() {
        words.extend(map.grid().classes().iter().map(|&class| u32::from(class)));
        words.extend(map.danger_layers().iter().flat_map(|layer| layer.units().iter().copied()));
    }
    fnv_1a(words.into_iter().flat_map(u32::to_le_bytes))
}

/// FNV-1a, which is the same on every machine and in every version.
fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
