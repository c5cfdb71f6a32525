//! The weights of a cell and its eight neighbours, and which steps from there a search must look at.

use super::hex_successors;
use crate::ground::{
    DiagonalRule, Rule,
    directions::{HERE, PLACE, between, bit, opposite, parts},
};
use core::marker::PhantomData;

/// The weights of a cell and its eight neighbours, 0 for walls.
pub(crate) struct NeighbourWeights<R> {
    weights: [u32; 9],
    rule: PhantomData<R>,
}

impl<R: Rule> NeighbourWeights<R> {
    #[inline]
    pub(crate) const fn new(weights: [u32; 9]) -> Self {
        Self { weights, rule: PhantomData }
    }

    /// The weight of the neighbour in a direction.
    #[inline]
    pub(crate) const fn weight(&self, direction: usize) -> u32 {
        self.weights[PLACE[direction]]
    }

    #[inline]
    const fn free(&self, direction: usize) -> bool {
        self.weight(direction) != 0
    }

    /// The directions in which a step is legal, as a set of bits.
    #[inline]
    pub(crate) fn legal(&self) -> u8 {
        let mut free = 0;
        for direction in 0..8 {
            free |= u8::from(self.free(direction)) << direction;
        }
        R::MOVES.legal(free)
    }

    /// The successor directions of a cell, mixed or not, with an arrival direction, as a set of bits.
    #[inline]
    pub(super) fn successors(&self, mixed: bool, arrival: usize, lengths: (u64, u64)) -> u8 {
        let wanted = match (mixed, arrival) {
            _ if R::IS_HEX => {
                hex_successors::find(|direction| self.weight(direction), self.weights[HERE], arrival)
            }
            (false, 0..4) => self.natural_straight(arrival),
            (false, _) => self.natural_diagonal(arrival),
            (true, _) if R::STRAIGHT_ONLY => self.mixed_straight_only(arrival),
            (true, 0..4) => self.mixed_straight(arrival, lengths),
            (true, _) => self.mixed_diagonal(arrival, lengths),
        };
        wanted & self.legal()
    }

    /// For a cell around which all costs are equal, reached by a straight step.
    #[inline]
    fn natural_straight(&self, ahead: usize) -> u8 {
        let mut found = bit(ahead);
        if R::STRAIGHT_ONLY && ahead % 2 == 1 {
            return found | bit(0) | bit(2);
        }
        for side in [(ahead + 1) % 4, (ahead + 3) % 4] {
            let corner = between(ahead, side);
            let obstacle_ends = self.free(side) && !self.free(between(opposite(ahead), side));
            match R::RULE {
                DiagonalRule::Never if obstacle_ends => found |= bit(side),
                DiagonalRule::OnlyWhenNoObstacles if obstacle_ends => found |= bit(side) | bit(corner),
                DiagonalRule::IfAtMostOneObstacle | DiagonalRule::Always if !self.free(side) => {
                    found |= bit(corner);
                }
                _ => {}
            }
        }
        found
    }

    /// For a cell around which all costs are equal, reached by a diagonal step.
    #[inline]
    fn natural_diagonal(&self, arrival: usize) -> u8 {
        let (a, b) = parts(arrival);
        let natural = bit(a) | bit(b) | bit(arrival);
        if R::CUTS_CORNERS { natural | self.forced_diagonals(arrival) } else { natural }
    }

    /// The forced neighbours of a diagonal step, behind an obstacle beside it, if corners may be cut.
    #[inline]
    pub(crate) fn forced_diagonals(&self, arrival: usize) -> u8 {
        let (a, b) = parts(arrival);
        let mut found = 0;
        for (along, behind) in [(a, opposite(b)), (b, opposite(a))] {
            let corner = between(along, behind);
            if !self.free(behind) && self.free(corner) && R::allows(self.free(along), false) {
                found |= bit(corner);
            }
        }
        found
    }

    /// For a cell around which costs differ, with straight steps only.
    #[inline]
    fn mixed_straight_only(&self, ahead: usize) -> u8 {
        let here = self.weights[HERE];
        let column_first = ahead.is_multiple_of(2);
        let mut found = bit(ahead);
        for side in [(ahead + 1) % 4, (ahead + 3) % 4] {
            let round = self.weight(between(opposite(ahead), side));
            if round == 0 || round > here || (round == here && !column_first) {
                found |= bit(side);
            }
        }
        found
    }

    /// For a cell around which costs differ, reached by a straight step.
    #[inline]
    fn mixed_straight(&self, ahead: usize, (straight, diagonal): (u64, u64)) -> u8 {
        let weight = |direction| u64::from(self.weight(direction));
        let (here, front) = (u64::from(self.weights[HERE]), weight(ahead));
        let mut found = bit(ahead);
        for side in [(ahead + 1) % 4, (ahead + 3) % 4] {
            let (near, back, corner) =
                (weight(side), weight(between(opposite(ahead), side)), weight(between(ahead, side)));
            // The cell beside can be reached diagonally from the previous cell.
            let direct = near != 0 && R::allows(back != 0, true);
            let direct_is_cheaper = direct && diagonal * near < straight * (here + near);
            let round_is_cheaper = back != 0 && back < here;
            let corner_round =
                direct && diagonal * near + straight * corner <= straight * here + diagonal * corner;
            let front_round = direct
                && R::allows(corner != 0, true)
                && diagonal * (near + front) < straight * (here + front);
            found |= u8::from(!(direct_is_cheaper || round_is_cheaper)) << side;
            found |= u8::from(!corner_round) << between(ahead, side);
            found &= !(u8::from(front_round) << ahead);
        }
        found
    }

    /// For a cell around which costs differ, reached by a diagonal step.
    #[inline]
    fn mixed_diagonal(&self, arrival: usize, (straight, diagonal): (u64, u64)) -> u8 {
        let weight = |direction| u64::from(self.weight(direction));
        let (a, b) = parts(arrival);
        let here = u64::from(self.weights[HERE]);
        let mut found = bit(arrival);
        for (along, behind) in [(a, opposite(b)), (b, opposite(a))] {
            let (passed, next, corner) = (weight(behind), weight(along), weight(between(along, behind)));
            let round = passed != 0;
            let corner_round = round && straight * (passed + corner) < diagonal * (here + corner);
            let next_round = round
                && R::allows(corner != 0, true)
                && straight * passed + diagonal * next < diagonal * here + straight * next;
            found |= u8::from(!corner_round) << between(along, behind);
            found |= u8::from(!next_round) << along;
        }
        found
    }
}
