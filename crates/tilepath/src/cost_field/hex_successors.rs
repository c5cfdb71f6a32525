//! Pruning on hexagons: which steps from a cell a search must look at.
//!
//! The six directions in a circle are *primary* and *secondary* in turn. Two steps in neighbouring directions lead to the same cell in
//! either order. If both orders cost the same, the path with the primary step first is kept.

use crate::ground::directions::{HEX_CIRCLE, HEX_PLACE, bit};

/// The successor directions of a cell with an arrival direction, as a set of bits. `weight` is the weight of the neighbour in a direction,
/// 0 for a wall. The set may contain illegal steps.
///
/// A step is pruned if another path from the previous cell, around this cell, costs less, or the same with its primary step first.
pub(super) fn find(weight: impl Fn(usize) -> u32, here: u32, arrival: usize) -> u8 {
    let place = HEX_PLACE[arrival];
    // The neighbour `turn` places around the circle from straight ahead. Neighbours two places away are also neighbours of the previous
    // cell.
    let neighbour = |turn: usize| HEX_CIRCLE[(place + turn) % 6];
    let at = |turn: usize| u64::from(weight(neighbour(turn)));
    let here = u64::from(here);
    let is_secondary = place % 2 == 1;
    let mut found = 0;
    let mut is_ahead_worth = true;
    for [side, beside, other_side, other_beside] in [[2, 1, 4, 5], [4, 5, 2, 1]] {
        let near = at(side);
        let is_round_better = near != 0 && (near < here || near == here && is_secondary);
        // The longer path around the other side, through the cell ahead.
        let far = [at(other_side), at(other_beside), at(0)];
        let is_far_better = !far.contains(&0) && far.iter().sum::<u64>() < here;
        if !(is_round_better || is_far_better) {
            found |= bit(neighbour(beside));
        }
        is_ahead_worth &= !(near != 0 && at(beside) != 0 && near + at(beside) < here);
    }
    if is_ahead_worth { found | bit(arrival) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a secondary step over open ground, a search goes straight on; after a primary step it also turns by one place.
    #[test]
    fn over_open_ground_few_steps_are_looked_at() {
        let all = |_| 16;
        for (place, &arrival) in HEX_CIRCLE.iter().enumerate() {
            let beside = [HEX_CIRCLE[(place + 1) % 6], HEX_CIRCLE[(place + 5) % 6]].map(bit);
            let expected = bit(arrival) | if place % 2 == 0 { beside[0] | beside[1] } else { 0 };
            assert_eq!(find(all, 16, arrival), expected);
        }
    }
}
