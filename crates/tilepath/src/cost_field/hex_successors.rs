//! Which steps from a hexagon a search must look at.
//!
//! The six directions in a circle are *primary* and *secondary* by turns. Two steps in neighbouring directions lead to the same cell in
//! either order: if that costs the same, the path with the primary step first is kept.

use crate::ground::directions::{HEX_CIRCLE, HEX_PLACE, bit};

/// The directions to look in, as a set of bits, by the weights of the neighbours and of the cell, which was arrived at in a direction.
/// Weights are 0 for walls. Illegal steps may be among them.
///
/// Another path from the cell before, round this one, costs less than the step pruned, or the same with its primary step first.
pub(super) fn find(weight: impl Fn(usize) -> u32, here: u32, arrival: usize) -> u8 {
    let place = HEX_PLACE[arrival];
    // The neighbour so many places round the circle from straight ahead; neighbours two places away are neighbours of the cell before.
    let neighbour = |turn: usize| HEX_CIRCLE[(place + turn) % 6];
    let at = |turn: usize| u64::from(weight(neighbour(turn)));
    let here = u64::from(here);
    let is_secondary = place % 2 == 1;
    let mut found = 0;
    let mut is_ahead_worth = true;
    for [side, beside, other_side, other_beside] in [[2, 1, 4, 5], [4, 5, 2, 1]] {
        let near = at(side);
        let is_round_better = near != 0 && (near < here || near == here && is_secondary);
        // The long way round the other side, past the cell ahead.
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

    /// Arrived at in a secondary direction over open ground, a search goes straight on; in a primary one it also turns by one.
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
