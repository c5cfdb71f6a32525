//! A hash of the state in which a run ends.

use crate::{
    agent::{Agent, Arrived},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::headless::fnv_1a;

/// Hashes where every agent is, bit for bit, when it arrived, where the towers stand, and every cell of the map with its danger.
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
    fnv_1a(words)
}
