//! The orders in which agents are brought to their goals.

use super::{cut::Cut, jam::Jam};

/// The rank of a cell that is in no dead end.
const CORE: u16 = u16::MAX;

/// The agents that have goals, in the order with this number. Different numbers give different orders:
///
/// - 0: goals in dead ends first, from their ends.
/// - 1: goals far from the circles of the cut first.
/// - 2: the same, but agents at their goals come last.
/// - Others: a mixture of order 0 and of a fixed random order, in four proportions.
pub(super) fn order(jam: &Jam, number: u8) -> Vec<u8> {
    let cut = jam.cut();
    let ranks = ranks(cut);
    let last = (0..cut.cells()).max_by_key(|&cell| ranks[usize::from(cell)]);
    let core = (0..cut.cells()).filter(|&cell| ranks[usize::from(cell)] == CORE || Some(cell) == last);
    let depths = cut.distances(core.collect::<Vec<u16>>());
    let key = |(agent, goal): (u8, u16)| {
        let start = jam.starts()[usize::from(agent)];
        let (rank, depth) = (ranks[usize::from(goal)], u16::MAX - depths[usize::from(goal)]);
        match number {
            0 => (0, u32::from(rank)),
            1 => (0, u32::from(depth)),
            2 => (u8::from(start == goal), u32::from(depth)),
            _ => {
                let noise = mixed(u64::from(number) << 8 | u64::from(agent)) % u64::from(cut.cells());
                (0, u32::from(rank.min(9_999)) * u32::from(number % 4) / 2 + noise as u32)
            }
        }
    };
    let agents = 0..jam.starts().len() as u8;
    let mut agents: Vec<(u8, u16)> = agents.filter_map(|agent| Some((agent, jam.goal(agent)?))).collect();
    agents.sort_by_key(|&agent| key(agent));
    agents.into_iter().map(|(agent, _)| agent).collect()
}

/// For each cell, how early it is removed if dead ends are removed cell by cell. [`CORE`] for cells that stay.
fn ranks(cut: &Cut) -> Vec<u16> {
    let mut degrees: Vec<usize> = (0..cut.cells()).map(|cell| cut.steps(cell).len()).collect();
    let mut ranks = vec![CORE; degrees.len()];
    let mut queue: Vec<u16> = (0..cut.cells()).filter(|&cell| degrees[usize::from(cell)] <= 1).collect();
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        ranks[usize::from(cell)] = next as u16;
        next += 1;
        for to in cut.neighbours(cell).map(usize::from) {
            degrees[to] = degrees[to].saturating_sub(1);
            if degrees[to] == 1 && ranks[to] == CORE {
                queue.push(to as u16);
            }
        }
    }
    ranks
}

/// Mixes the bits of a number (SplitMix64).
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
