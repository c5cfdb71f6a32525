//! Pruning: which successors of a cell a search need not look at, because a path of the same cost does not pass the cell.
//!
//! Of several paths of one cost the one with its diagonal steps first is kept (with straight steps alone: the one with its steps along
//! the column first; between hexagons the one with the steps of one kind first, see [`hex_successors`]). Only such ties are pruned. Every other pruned step costs strictly more than the path round it.

use super::{mixed_successors, neighbour_weights::NeighbourWeights};
use crate::ground::{
    DiagonalRule, Moves, Rule, Topology, by_rule,
    directions::{HERE, PLACE},
};

/// For each direction of arrival the directions to look in, as a set of bits.
type SuccessorSets = [u8; 8];

/// The successors to look at under one topology, each answer kept once.
#[derive(Clone, Debug)]
pub(crate) struct Pruning {
    topology: Topology,
    /// Weights below this are compared with each other in 32 bits.
    small: u32,
    /// By which of the eight neighbours are free, where costs are uniform; likewise without any pruning; then those of mixed cells as
    /// they came.
    answers: Vec<SuccessorSets>,
    /// The numbers of the answers of mixed cells, with open addressing; [`Pruning::NOTHING`] marks a free place.
    numbers: Vec<u16>,
}

impl Pruning {
    /// The answer for walls and for cells without a free neighbour: nothing.
    pub(crate) const NOTHING: u16 = 0;

    pub(crate) fn new(topology: Topology) -> Self {
        let uniform = (0..PATTERNS).map(|free| find(topology, &with_free(free), false));
        let unpruned = (0..PATTERNS).map(|free| [topology.moves().legal(free as u8); 8]);
        let longest = topology.lengths().diagonal();
        let most = i32::MAX as u32 / 2 / longest;
        Self {
            topology,
            small: 1 << most.ilog2(),
            answers: uniform.chain(unpruned).collect(),
            numbers: vec![Self::NOTHING; LEAST_PLACES],
        }
    }

    /// The number of the answer for a cell whose costs are uniform, by the set of its free neighbours.
    pub(crate) const fn of_uniform(free: u8) -> u16 {
        free as u16
    }

    /// The number of the answer for a cell, by its weight and those of its neighbours, the lowest row first, and whether it is mixed.
    /// If no more answers can be kept, the answer prunes nothing.
    pub(crate) fn number(&mut self, around: &[u32; 9], mixed: bool) -> u16 {
        if around[HERE] == 0 {
            return Self::NOTHING;
        }
        let free = free_neighbours(around);
        if mixed { self.of_mixed(around, free) } else { Self::of_uniform(free) }
    }

    /// The number of the answer for a mixed cell with a set of free neighbours.
    #[inline]
    pub(crate) fn of_mixed(&mut self, around: &[u32; 9], free: u8) -> u16 {
        let unpruned = PATTERNS + usize::from(free);
        let all = around.iter().fold(0, |all, weight| all | weight);
        let has_fast_rule = !matches!(self.topology.moves(), Moves::Hex | Moves::Square(DiagonalRule::Never));
        let answer = if all < self.small && has_fast_rule {
            let legal = self.answers[unpruned][0];
            by_rule!(self.topology.moves(), all_by(self.topology, around)).map(|found| found & legal)
        } else {
            find(self.topology, around, true)
        };
        self.keep(answer).unwrap_or(unpruned as u16)
    }

    /// The number of an answer of a mixed cell, which may be new; `None` if no more can be kept.
    #[inline]
    fn keep(&mut self, answer: SuccessorSets) -> Option<u16> {
        let last = self.numbers.len() - 1;
        let mut place = place(answer) & last;
        while self.numbers[place] != Self::NOTHING {
            let number = self.numbers[place];
            if self.answers[usize::from(number)] == answer {
                return Some(number);
            }
            place = (place + 1) & last;
        }
        let number = u16::try_from(self.answers.len()).ok()?;
        self.answers.push(answer);
        self.numbers[place] = number;
        if 2 * self.answers.len() > self.numbers.len() {
            self.widen();
        }
        Some(number)
    }

    /// Doubles the places of numbers.
    fn widen(&mut self) {
        let last = 2 * self.numbers.len() - 1;
        self.numbers = vec![Self::NOTHING; last + 1];
        for (number, &answer) in self.answers.iter().enumerate().skip(2 * PATTERNS) {
            let mut place = place(answer) & last;
            while self.numbers[place] != Self::NOTHING {
                place = (place + 1) & last;
            }
            self.numbers[place] = number as u16;
        }
    }

    /// Returns whether no more answers can be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.answers.len() > usize::from(u16::MAX)
    }

    /// The answers by their numbers.
    pub(crate) fn answers(&self) -> &[[u8; 8]] {
        &self.answers
    }

    /// The directions to look in from a cell whose answer has this number, arrived at in a direction.
    #[inline]
    pub(crate) fn successors(&self, number: u16, arrival: usize) -> u8 {
        self.answers[usize::from(number)][arrival]
    }
}

/// The places of numbers to begin with.
const LEAST_PLACES: usize = 2048;

/// Where the search for the number of an answer begins.
const fn place(answer: SuccessorSets) -> usize {
    (u64::from_le_bytes(answer).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

fn all_by<R: Rule>(topology: Topology, around: &[u32; 9]) -> SuccessorSets {
    mixed_successors::of_mixed::<R>(around, (topology.lengths().straight(), topology.lengths().diagonal()))
}

/// The number of sets of free neighbours.
const PATTERNS: usize = 256;

/// The directions in which the neighbours of a cell are free, as a set of bits.
#[inline]
fn free_neighbours(around: &[u32; 9]) -> u8 {
    let is_free = |direction: usize| u8::from(around[PLACE[direction]] != 0) << direction;
    (0..8).fold(0, |free, direction| free | is_free(direction))
}

/// Nine weights of which only those of the cell and of a set of its neighbours are not 0.
fn with_free(directions: usize) -> [u32; 9] {
    let mut around = [0; 9];
    around[HERE] = 1;
    (0..8).filter(|direction| directions >> direction & 1 == 1).for_each(|free| around[PLACE[free]] = 1);
    around
}

fn find(topology: Topology, around: &[u32; 9], mixed: bool) -> SuccessorSets {
    by_rule!(topology.moves(), find_by(topology, around, mixed))
}

fn find_by<R: Rule>(topology: Topology, around: &[u32; 9], mixed: bool) -> SuccessorSets {
    let lengths = topology.lengths();
    let lengths = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
    core::array::from_fn(|arrival| NeighbourWeights::<R>::new(*around).successors(mixed, arrival, lengths))
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
            let answer: SuccessorSets = core::array::from_fn(|arrival| pruning.successors(number, arrival));
            let all = if around[HERE] == 0 { 0 } else { topology.moves().legal(free_neighbours(&around)) };
            unpruned += usize::from(answer == [all; 8]);
            assert!(answer == [all; 8] || answer == find(topology, &around, true));
        }
        assert!(unpruned > 100);
    }
}
