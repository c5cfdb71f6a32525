//! A hash of the state in which a run ends.

use crate::{load::Load, site::Mine, tally::Tally, unit::Unit};
use bevy::prelude::*;
use kit::headless::fnv_1a;

/// Hashes where every unit is, bit for bit, what it carries, and the ore in the mines and at home.
pub fn state_hash(world: &mut World) -> u64 {
    let mut units: Vec<[u32; 4]> = world
        .query::<(&Unit, &Transform, Option<&Load>)>()
        .iter(world)
        .map(|(unit, at, load)| {
            let at = at.translation;
            [unit.serial, at.x.to_bits(), at.y.to_bits(), load.map_or(0, |load| load.ore)]
        })
        .collect();
    units.sort_unstable();
    let mut mines: Vec<[u32; 3]> = world
        .query::<&Mine>()
        .iter(world)
        .map(|mine| [mine.cell.x as u32, mine.cell.y as u32, mine.ore])
        .collect();
    mines.sort_unstable();
    let tally = world.resource::<Tally>();
    let home = [tally.ore, tally.loads, tally.stuck, tally.failed];
    fnv_1a(units.into_iter().flatten().chain(mines.into_iter().flatten()).chain(home))
}
