//! The successors of a mixed cell, for all arrival directions at once.

use crate::ground::{
    DiagonalRule, Rule,
    directions::{HERE, PLACE},
};

/// A value for each of the four straight directions, or for each of the four diagonals.
type Four = [i32; 4];

/// The weights of a cell and its neighbours times the lengths of steps, to compare the costs of two-step paths.
struct Products {
    /// The cost of a straight step and of a diagonal step into the cell itself.
    here: [i32; 2],
    /// The costs of straight and of diagonal steps into its straight neighbours.
    straight: [Four; 2],
    /// The costs of straight and of diagonal steps into its diagonal neighbours.
    diagonal: [Four; 2],
}

/// The values of the directions `by` quarter turns to the left.
fn turned(lanes: Four, by: usize) -> Four {
    core::array::from_fn(|lane| lanes[(lane + by) % 4])
}

/// A mask of ones where a condition holds.
const fn mask(holds: bool) -> i32 {
    -(holds as i32)
}

fn both(a: Four, b: Four, test: impl Fn(i32, i32) -> i32) -> Four {
    core::array::from_fn(|lane| test(a[lane], b[lane]))
}

fn sum(a: Four, b: Four) -> Four {
    both(a, b, |a, b| a + b)
}

fn is_less(a: Four, b: Four) -> Four {
    both(a, b, |a, b| mask(a < b))
}

fn and(a: Four, b: Four) -> Four {
    both(a, b, |a, b| a & b)
}

fn free(weights: Four) -> Four {
    weights.map(|weight| mask(weight != 0))
}

/// For each of these cells: whether a diagonal step past it is legal if the other passed cell is free.
fn allowed<R: Rule>(weights: Four) -> Four {
    match R::RULE {
        DiagonalRule::OnlyWhenNoObstacles => free(weights),
        _ => [-1; 4],
    }
}

/// The bits of four directions from `first` on, turned.
fn bits(first: usize, by: usize) -> Four {
    core::array::from_fn(|lane| 1 << (first + (lane + by) % 4))
}

/// The successor directions for each arrival direction, before illegal steps are removed. The same as
/// [`NeighbourWeights::successors`](super::neighbour_weights::NeighbourWeights::successors) of a mixed cell, if steps may be diagonal.
///
/// Twice the greatest weight times the greater length must be less than the greatest `i32`.
#[inline]
pub(super) fn of_mixed<R: Rule>(around: &[u32; 9], lengths: (u32, u32)) -> [u8; 8] {
    let weights = |first: usize| -> Four { core::array::from_fn(|lane| around[PLACE[first + lane]] as i32) };
    let (here, straight, diagonal) = (around[HERE] as i32, weights(0), weights(4));
    let lengths = [lengths.0 as i32, lengths.1 as i32];
    let products = Products {
        here: lengths.map(|length| length * here),
        straight: lengths.map(|length| straight.map(|weight| length * weight)),
        diagonal: lengths.map(|length| diagonal.map(|weight| length * weight)),
    };
    let along = arrived_straight::<R>(here, straight, diagonal, &products);
    let across = arrived_diagonally::<R>(straight, diagonal, &products);
    core::array::from_fn(|arrival| if arrival < 4 { along[arrival] } else { across[arrival - 4] } as u8)
}

#[inline]
fn arrived_straight<R: Rule>(here: i32, straight: Four, diagonal: Four, products: &Products) -> Four {
    let [s, _] = products.here;
    let [straight_s, straight_d] = products.straight;
    let [diagonal_s, diagonal_d] = products.diagonal;
    let mut found = [0; 4];
    let mut ahead = bits(0, 0);
    // First the left side, then the right: the neighbour at the side, the corner behind it, the corner before it.
    for (side, back, corner) in [(1, 1, 0), (3, 2, 3)] {
        let (near_s, near_d) = (turned(straight_s, side), turned(straight_d, side));
        let (corner_s, corner_d) = (turned(diagonal_s, corner), turned(diagonal_d, corner));
        let behind = turned(diagonal, back);
        let direct = and(free(turned(straight, side)), allowed::<R>(behind));
        let direct_is_cheaper = and(direct, is_less(near_d, near_s.map(|near| s + near)));
        let round_is_cheaper = and(free(behind), behind.map(|behind| mask(behind < here)));
        let past_corner = sum(near_d, corner_s);
        let corner_round = and(direct, is_less(past_corner, corner_d.map(|corner| s + corner + 1)));
        let past_front = is_less(sum(near_d, straight_d), straight_s.map(|front| s + front));
        let front_round = and(and(direct, allowed::<R>(turned(diagonal, corner))), past_front);
        let side_round = both(direct_is_cheaper, round_is_cheaper, |a, b| a | b);
        found = both(found, both(bits(0, side), side_round, |bit, round| bit & !round), |a, b| a | b);
        found = both(found, both(bits(4, corner), corner_round, |bit, round| bit & !round), |a, b| a | b);
        ahead = both(ahead, front_round, |ahead, round| ahead & !round);
    }
    both(found, ahead, |a, b| a | b)
}

#[inline]
fn arrived_diagonally<R: Rule>(straight: Four, diagonal: Four, products: &Products) -> Four {
    let [_, d] = products.here;
    let [straight_s, straight_d] = products.straight;
    let [diagonal_s, diagonal_d] = products.diagonal;
    let mut found = bits(4, 0);
    // The straight neighbour ahead on one side, the passed straight neighbour behind it, the corner between both. Then the other side.
    for (next, behind, corner) in [(0, 3, 3), (1, 2, 1)] {
        let passed_s = turned(straight_s, behind);
        let (next_s, next_d) = (turned(straight_s, next), turned(straight_d, next));
        let (corner_s, corner_d) = (turned(diagonal_s, corner), turned(diagonal_d, corner));
        let round = free(turned(straight, behind));
        let corner_round = and(round, is_less(sum(passed_s, corner_s), corner_d.map(|corner| d + corner)));
        let past_next = is_less(sum(passed_s, next_d), next_s.map(|next| d + next));
        let next_round = and(and(round, allowed::<R>(turned(diagonal, corner))), past_next);
        found = both(found, both(bits(4, corner), corner_round, |bit, round| bit & !round), |a, b| a | b);
        found = both(found, both(bits(0, next), next_round, |bit, round| bit & !round), |a, b| a | b);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost_field::NeighbourWeights;
    use crate::ground::{Always, IfAtMostOneObstacle, OnlyWhenNoObstacles};

    fn check<R: Rule>(around: &[u32; 9], lengths: (u32, u32)) {
        let weights = NeighbourWeights::<R>::new(*around);
        let found = of_mixed::<R>(around, lengths).map(|found| found & weights.legal());
        let wide = (u64::from(lengths.0), u64::from(lengths.1));
        let expected = core::array::from_fn(|arrival| weights.successors(true, arrival, wide));
        assert_eq!(found, expected, "{around:?} {lengths:?}");
    }

    #[test]
    fn all_directions_at_once_are_one_after_the_other() {
        let mut random = fastrand::Rng::with_seed(21);
        for lengths in [(408, 577), (10, 14), (1, 2), (2, 3), (5, 5)] {
            for round in 0..20_000 {
                let most = [3, 10, 200, i32::MAX as u32 / 2 / lengths.1 / 16][round % 4];
                let mut around: [u32; 9] = core::array::from_fn(|_| random.u32(0..most) * 16);
                around[HERE] = random.u32(1..=most) * 16;
                if around.iter().all(|&weight| weight < i32::MAX as u32 / 2 / lengths.1) {
                    check::<OnlyWhenNoObstacles>(&around, lengths);
                    check::<IfAtMostOneObstacle>(&around, lengths);
                    check::<Always>(&around, lengths);
                }
            }
        }
    }
}
