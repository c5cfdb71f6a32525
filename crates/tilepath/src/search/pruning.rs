//! Which successors of a cell a search need not look at, because there is a way as cheap that does not pass the cell.
//!
//! Of several ways of one cost the one with its diagonal steps first is kept (with straight steps alone: the one with its steps along
//! the column first). Only such ties are pruned; every other pruned step is strictly dearer than its way round.

use super::rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule};
use crate::{
    directions::{between, bit, opposite, parts},
    topology::{DiagonalRule, Topology},
};
use core::marker::PhantomData;
use std::collections::HashMap;

/// For each direction of arrival the directions worth looking in, as sets of bits.
pub(crate) type Successors = [u8; 8];

/// The successors worth looking at under one topology, each answer kept once.
#[derive(Clone, Debug)]
pub(crate) struct Pruning {
    topology: Topology,
    /// By which of the eight neighbours are free, where costs are uniform; likewise without any pruning; then those of mixed cells as
    /// they came.
    answers: Vec<Successors>,
    known: HashMap<Successors, u16>,
}

impl Pruning {
    /// The answer for walls and for cells without a free neighbour: nothing.
    pub(crate) const NOTHING: u16 = 0;

    pub(crate) fn new(topology: Topology) -> Self {
        let uniform = (0..PATTERNS).map(|free| find(topology, &with_free(free), false));
        let unpruned = (0..PATTERNS).map(|free| [legal(topology, &with_free(free)); 8]);
        Self { topology, answers: uniform.chain(unpruned).collect(), known: HashMap::new() }
    }

    /// The number of the answer for a cell, told its weight and those of its neighbours, the lowest row first, and whether they differ.
    /// Where no more answers can be kept, it is one that prunes nothing.
    pub(crate) fn number(&mut self, around: &[u32; 9], mixed: bool) -> u16 {
        if around[HERE] == 0 {
            return Self::NOTHING;
        }
        let free = (0..8).filter(|&direction| around[PLACE[direction]] != 0).map(bit);
        let pattern = u16::from(free.sum::<u8>());
        if !mixed {
            return pattern;
        }
        let answer = find(self.topology, around, true);
        if let Some(&known) = self.known.get(&answer) {
            return known;
        }
        let Ok(number) = u16::try_from(self.answers.len()) else {
            return PATTERNS as u16 + pattern;
        };
        self.answers.push(answer);
        self.known.insert(answer, number);
        number
    }

    /// Whether no more answers can be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.answers.len() > usize::from(u16::MAX)
    }

    /// The directions worth looking in from a cell whose answer has this number, arrived at in a direction.
    #[inline]
    pub(crate) fn successors(&self, number: u16, arrival: usize) -> u8 {
        self.answers[usize::from(number)][arrival]
    }
}

/// How many sets of free neighbours there are.
const PATTERNS: usize = 256;

fn legal(topology: Topology, around: &[u32; 9]) -> u8 {
    match topology.diagonals() {
        DiagonalRule::Never => Around::<Never>::new(*around).legal(),
        DiagonalRule::OnlyWhenNoObstacles => Around::<OnlyWhenNoObstacles>::new(*around).legal(),
        DiagonalRule::IfAtMostOneObstacle => Around::<IfAtMostOneObstacle>::new(*around).legal(),
        DiagonalRule::Always => Around::<Always>::new(*around).legal(),
    }
}

/// Nine weights of which only those of the cell and of a set of its neighbours are not 0.
fn with_free(directions: usize) -> [u32; 9] {
    let mut around = [0; 9];
    around[HERE] = 1;
    (0..8).filter(|direction| directions >> direction & 1 == 1).for_each(|free| around[PLACE[free]] = 1);
    around
}

fn find(topology: Topology, around: &[u32; 9], mixed: bool) -> Successors {
    let lengths = topology.lengths();
    let lengths = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
    let weights = *around;
    let find = |arrival| match topology.diagonals() {
        DiagonalRule::Never => Around::<Never>::new(weights).successors(mixed, arrival, lengths),
        DiagonalRule::OnlyWhenNoObstacles => {
            Around::<OnlyWhenNoObstacles>::new(weights).successors(mixed, arrival, lengths)
        }
        DiagonalRule::IfAtMostOneObstacle => {
            Around::<IfAtMostOneObstacle>::new(weights).successors(mixed, arrival, lengths)
        }
        DiagonalRule::Always => Around::<Always>::new(weights).successors(mixed, arrival, lengths),
    };
    core::array::from_fn(find)
}

/// The weights of a cell and its eight neighbours, 0 for walls.
pub(crate) struct Around<R> {
    weights: [u32; 9],
    rule: PhantomData<R>,
}

/// Where the neighbour in a direction is among the nine weights; the cell itself is at 4.
const PLACE: [usize; 8] = [5, 7, 3, 1, 8, 6, 0, 2];
const HERE: usize = 4;

impl<R: Rule> Around<R> {
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
        let mut found = 0;
        for direction in 0..4 {
            found |= u8::from(self.free(direction)) << direction;
        }
        if !R::STRAIGHT_ONLY {
            for direction in 4..8 {
                let (a, b) = parts(direction);
                let legal = self.free(direction) && R::allows(self.free(a), self.free(b));
                found |= u8::from(legal) << direction;
            }
        }
        found
    }

    /// The directions to look in, as a set of bits, told how the cell was arrived at and whether the costs round it differ.
    #[inline]
    fn successors(&self, mixed: bool, arrival: usize, lengths: (u64, u64)) -> u8 {
        let wanted = match (mixed, arrival) {
            (false, 0..4) => self.natural_straight(arrival),
            (false, _) => self.natural_diagonal(arrival),
            (true, _) if R::STRAIGHT_ONLY => self.mixed_straight_only(arrival),
            (true, 0..4) => self.mixed_straight(arrival, lengths),
            (true, _) => self.mixed_diagonal(arrival, lengths),
        };
        wanted & self.legal()
    }

    /// Uniform costs round the cell, arrived at straight.
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

    /// Uniform costs round the cell, arrived at diagonally.
    #[inline]
    fn natural_diagonal(&self, arrival: usize) -> u8 {
        let (a, b) = parts(arrival);
        let natural = bit(a) | bit(b) | bit(arrival);
        if R::CUTS_CORNERS { natural | self.forced_diagonals(arrival) } else { natural }
    }

    /// The successors beside a diagonal that are behind an obstacle, where corners may be cut.
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

    /// Costs differ round the cell, there are straight steps alone.
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

    /// Costs differ round the cell, arrived at straight.
    #[inline]
    fn mixed_straight(&self, ahead: usize, (straight, diagonal): (u64, u64)) -> u8 {
        let weight = |direction| u64::from(self.weight(direction));
        let (here, front) = (u64::from(self.weights[HERE]), weight(ahead));
        let mut found = bit(ahead);
        for side in [(ahead + 1) % 4, (ahead + 3) % 4] {
            let (near, back, corner) =
                (weight(side), weight(between(opposite(ahead), side)), weight(between(ahead, side)));
            // The cell beside can be reached diagonally from where one came.
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

    /// Costs differ round the cell, arrived at diagonally.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// However many different answers a map has, each is right or prunes nothing.
    #[test]
    fn when_no_more_answers_can_be_kept_nothing_is_pruned() {
        let topology = Topology::square(DiagonalRule::Always);
        let mut pruning = Pruning::new(topology);
        let mut random = fastrand::Rng::with_seed(7);
        let mut asked = 0;
        while !pruning.is_full() {
            asked += 1;
            assert!(asked < 10_000_000, "there are fewer answers than can be kept");
            let around: [u32; 9] = core::array::from_fn(|_| random.u32(1..40));
            let number = pruning.number(&around, true);
            let answer = core::array::from_fn(|arrival| pruning.successors(number, arrival));
            assert_eq!(answer, find(topology, &around, true));
        }
        let mut unpruned = 0;
        for _ in 0..1000 {
            let around: [u32; 9] = core::array::from_fn(|_| random.u32(0..40));
            let number = pruning.number(&around, around[HERE] != 0);
            let answer: Successors = core::array::from_fn(|arrival| pruning.successors(number, arrival));
            let all = if around[HERE] == 0 { 0 } else { legal(topology, &around) };
            unpruned += usize::from(answer == [all; 8]);
            assert!(answer == [all; 8] || answer == find(topology, &around, true));
        }
        assert!(unpruned > 100);
    }
}
